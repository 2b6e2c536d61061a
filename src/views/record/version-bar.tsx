import { use, useId } from 'react';
import { useNavigate } from 'react-router';
import type { Entry } from '../../core/model.ts';
import { keepMoment, MomentContext } from '../../ui/at.ts';
import { buttonClass } from '../../ui/button.tsx';
import { formatDay, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { useAsked } from './use-record.ts';
import styles from './record.module.css';

/** VersionBar goes to the previous and the next version, or to any other one by a list: of the version shown, or of the one that it is compared with. */
export function VersionBar({
  label,
  param,
  name,
  versions,
  shown,
}: {
  label: string;
  /** The part of the address that says which version it is. */
  param: 'version' | 'compare';
  name: RecordName;
  versions: readonly Entry[];
  /** The entry of the version that is shown. */
  shown: number | undefined;
}) {
  const id = useId();
  const navigate = useNavigate();
  const moment = use(MomentContext);
  const asked = useAsked();
  const place = versions.findIndex(({ entryNumber }) => entryNumber === shown);
  const to = (entryNumber: number | undefined) =>
    versionPath(name, { ...asked, [param]: entryNumber ?? shown });
  const [before, after] = [versions[place - 1], versions[place + 1]];
  // At an end a step stays in its place, so that the focus is not lost, and leads nowhere.
  const step = (entry: Entry | undefined, rel: 'prev' | 'next', word: string) => (
    <Link
      className={buttonClass()}
      rel={rel}
      aria-label={`${word} version`}
      aria-disabled={entry === undefined || undefined}
      to={to(entry?.entryNumber)}
      onClick={(event) => {
        if (entry === undefined) event.preventDefault();
      }}
    >
      {rel === 'prev' && '‹ '}
      {word}
      {rel === 'next' && ' ›'}
    </Link>
  );
  return (
    <nav className={styles['bar']} aria-label={label}>
      {step(before, 'prev', 'Previous')}
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        value={String(shown)}
        onChange={({ target }) => void navigate(keepMoment(to(Number(target.value)), moment))}
      >
        {versions
          .map(({ entryNumber, timestamp }, index) => (
            <option key={entryNumber} value={entryNumber}>
              {`Entry ${formatNumber(entryNumber)} · ${formatDay(timestamp)}${index === versions.length - 1 ? ' · newest' : ''}`}
            </option>
          ))
          .toReversed()}
      </select>
      {step(after, 'next', 'Next')}
    </nav>
  );
}
