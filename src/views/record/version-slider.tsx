import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { Entry } from '../../core/model.ts';
import { formatDay, formatNumber } from '../../ui/format.ts';
import styles from './record.module.css';

/**
 * VersionSlider goes through the versions of a record, at least two, ascending. It names the version under
 * its thumb while it is moved, and `onChoose` receives that one when it is let go: arrow keys, Home and End
 * choose at once, a key that is held down once it is released.
 */
export function VersionSlider({
  label,
  versions,
  shown,
  last,
  onChoose,
}: {
  label: string;
  versions: readonly Entry[];
  /** The entry of the version on view. */
  shown: number | undefined;
  /** What the last version is. */
  last: string;
  onChoose: (entryNumber: number) => void;
}) {
  const slider = useRef<HTMLInputElement>(null);
  const isRepeated = useRef(false);
  // Where it is ahead of the page, which shows `from`.
  const [moved, setMoved] = useState<{ readonly from: number | undefined; readonly place: number }>();
  const isAhead = moved !== undefined && moved.from === shown;
  const place = isAhead ? moved.place : versions.findIndex(({ entryNumber }) => entryNumber === shown);
  const version = versions[place];
  const choose = (input: HTMLInputElement): void => {
    const chosen = versions[input.valueAsNumber]?.entryNumber;
    if (chosen !== undefined && chosen !== shown) onChoose(chosen);
  };
  useEffect(() => {
    // React has no event for the end of a move: its onChange follows each step.
    const input = slider.current;
    const settle = (): void => {
      if (input !== null && !isRepeated.current) choose(input);
    };
    input?.addEventListener('change', settle);
    return () => input?.removeEventListener('change', settle);
  });
  const release = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void => {
    if (!isRepeated.current) return;
    isRepeated.current = false;
    choose(currentTarget);
  };
  const words =
    version === undefined
      ? ''
      : [
          `${formatNumber(place + 1)} of ${formatNumber(versions.length)}`,
          `entry ${formatNumber(version.entryNumber)}`,
          formatDay(version.timestamp),
          ...(place === versions.length - 1 ? [last] : []),
        ].join(' · ');
  return (
    <div className={styles['slider']}>
      <input
        ref={slider}
        type="range"
        min={0}
        max={versions.length - 1}
        step={1}
        value={place}
        aria-label={label}
        aria-valuetext={`Version ${words}`}
        onChange={({ target }) => setMoved({ from: shown, place: target.valueAsNumber })}
        onKeyDown={({ repeat }) => {
          isRepeated.current = repeat;
        }}
        onKeyUp={release}
        onBlur={release}
      />
      <span aria-hidden="true">{words}</span>
    </div>
  );
}
