import { use, useId } from 'react';
import { useNavigate } from 'react-router';
import type { Entry } from '../../core/model.ts';
import { keepMoment, MomentContext } from '../../ui/at.ts';
import { buttonClass } from '../../ui/button.tsx';
import { formatDay, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import styles from './version-bar.module.css';

/** VersionBar goes to the previous and the next version, or to any other one by a list. */
export function VersionBar({
  label,
  versions,
  shown,
  toVersion,
}: {
  /** What is chosen here, for the list and the row of links. */
  label: string;
  versions: readonly Entry[];
  /** The place of the version that is shown. */
  shown: number;
  /** The address with another version in its place. */
  toVersion: (entryNumber: number) => string;
}) {
  const id = useId();
  const navigate = useNavigate();
  const moment = use(MomentContext);
  const last = versions.length - 1;
  return (
    <nav className={styles['bar']} aria-label={label}>
      <Step to={versions[shown - 1]} from={versions[shown]} rel="prev" toVersion={toVersion} />
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles['select']}
        value={String(versions[shown]?.entryNumber ?? '')}
        onChange={(event) => void navigate(keepMoment(toVersion(Number(event.target.value)), moment))}
      >
        {versions
          .map(({ entryNumber, timestamp }, index) => (
            <option key={entryNumber} value={entryNumber}>
              {`Entry ${formatNumber(entryNumber)} · ${formatDay(timestamp)}${index === last ? ' · newest' : ''}`}
            </option>
          ))
          .toReversed()}
      </select>
      <Step to={versions[shown + 1]} from={versions[shown]} rel="next" toVersion={toVersion} />
    </nav>
  );
}

/** Step leads one version back or on. At an end it stays in its place, so that the focus is not lost, and leads nowhere. */
function Step({
  to,
  from,
  rel,
  toVersion,
}: {
  to: Entry | undefined;
  from: Entry | undefined;
  rel: 'prev' | 'next';
  toVersion: (entryNumber: number) => string;
}) {
  return (
    <Link
      className={buttonClass()}
      rel={rel}
      aria-disabled={to === undefined || undefined}
      to={toVersion((to ?? from)?.entryNumber ?? 0)}
      onClick={(event) => {
        if (to === undefined) event.preventDefault();
      }}
    >
      {rel === 'prev' && <span aria-hidden="true">‹</span>}
      <span className={styles['word']}>{rel === 'prev' ? 'Previous' : 'Next'}</span>
      <span className="visually-hidden"> version</span>
      {rel === 'next' && <span aria-hidden="true">›</span>}
    </Link>
  );
}
