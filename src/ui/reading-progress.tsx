import { Button } from './button.tsx';
import { formatBytes } from './format.ts';

/** ReadingProgress shows how much of a file was read, and can stop it. `isRead`: only hashes are to be computed. */
export function ReadingProgress({
  progress,
  onStop,
}: {
  progress: { readonly bytes: number; readonly total?: number; readonly isRead?: boolean } | undefined;
  onStop: () => void;
}) {
  const { bytes = 0, total, isRead = false } = progress ?? {};
  const share = total && bytes / total;
  return (
    <>
      <progress max={1} value={isRead ? undefined : share} aria-label="How much of the file was read" />
      <p className="quiet">
        {share !== undefined && `${Math.floor(share * 100)} %, `}
        {formatBytes(bytes)}
        {total !== undefined && ` of ${formatBytes(total)}`}
        {isRead && '. Computing hashes …'}
      </p>
      <p>
        <Button onClick={onStop}>Stop reading</Button>
      </p>
    </>
  );
}
