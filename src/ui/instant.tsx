import { formatTimestamp } from './format.ts';

/** Instant shows a moment of this browser's own clock, in milliseconds since 1970, as UTC. */
export function Instant({ at }: { at: number }) {
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={`${iso} (UTC, by the clock of this device)`}>
      {formatTimestamp(iso)}
    </time>
  );
}
