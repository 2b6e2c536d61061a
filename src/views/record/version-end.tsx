import type { Entry } from '../../core/model.ts';
import { CheckBadge } from '../../ui/check-badge.tsx';
import type { Worded } from '../../ui/check-words.ts';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import { Restored } from './history.tsx';
import { type RecordName, versionPath } from '../../ui/version-address.ts';
import { VersionBar } from './version-bar.tsx';
import { sameDataBefore } from './versions.ts';
import styles from './compare-versions.module.css';

/** VersionEnd is one of the two versions that are compared: which one, how it was checked, and the way to another one. */
export function VersionEnd({
  record,
  side,
  versions,
  shown,
  words,
  toVersion,
}: {
  record: RecordName;
  side: 'Left' | 'Right';
  versions: readonly Entry[];
  shown: number;
  words: Worded;
  toVersion: (entryNumber: number) => string;
}) {
  const entry = versions[shown];
  if (entry === undefined) return null;
  return (
    <section className={styles['end']} aria-label={`${side}: entry ${formatNumber(entry.entryNumber)}`}>
      <h2 className={styles['endTitle']}>
        <Link to={versionPath(record, { version: entry.entryNumber })}>
          Entry {formatNumber(entry.entryNumber)}
        </Link>
        <span className={styles['when']}>
          <Time at={entry.timestamp} />
        </span>
        <CheckBadge state={words.state} label={words.title} size={16} />
      </h2>
      {words.state === 'does-not-match' && <p className={styles['failed']}>{words.title}</p>}
      <Restored record={record} restored={sameDataBefore(versions, shown)} />
      <VersionBar label={`${side} version`} versions={versions} shown={shown} toVersion={toVersion} />
    </section>
  );
}
