import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { Entry } from '../../core/model.ts';
import { formatDay, formatNumber } from '../../ui/format.ts';
import styles from './record.module.css';

/** Thumb is the slider's position while it is ahead of the page. */
interface Thumb {
  /** The entry on view when it was moved. */
  readonly shown: number | undefined;
  /** undefined at the version on view. */
  readonly place?: number | undefined;
  /** The entry that was chosen, to which the page follows. */
  readonly chosen?: number;
}

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
  const [thumb, setThumb] = useState<Thumb>({ shown });
  // Where the page has followed to what was chosen, the thumb may have moved on.
  if (thumb.shown !== shown) setThumb({ shown, place: thumb.chosen === shown ? thumb.place : undefined });
  const place = thumb.place ?? versions.findIndex(({ entryNumber }) => entryNumber === shown);
  const version = versions[place];
  const choose = (input: HTMLInputElement): void => {
    const chosen = versions[input.valueAsNumber]?.entryNumber;
    if (chosen === undefined || chosen === (thumb.chosen ?? shown)) return;
    setThumb({ ...thumb, place: input.valueAsNumber, chosen });
    onChoose(chosen);
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
    <div className={styles.slider}>
      <input
        ref={slider}
        type="range"
        min={0}
        max={versions.length - 1}
        step={1}
        value={place}
        aria-label={label}
        aria-valuetext={`Version ${words}`}
        onChange={({ target }) => setThumb({ ...thumb, place: target.valueAsNumber })}
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
