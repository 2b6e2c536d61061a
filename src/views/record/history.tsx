import { useMemo } from 'react';
import type { Attribute, Entry } from '../../core/model.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo } from '../../ui/paths.ts';
import { Time } from '../../ui/time.tsx';
import { isUnset } from '../../ui/value.tsx';
import { Changes } from '../../ui/diff/changes.tsx';
import { diffItems } from '../../ui/diff/item-diff.ts';
import { itemOf, type VersionData } from './blame.ts';
import { useVersionItems, versionData } from './use-version-items.ts';
import { useAsked } from './use-asked.ts';
import { type RecordName, versionPath } from '../../ui/version-address.ts';
import { VersionCheck } from './version-check.tsx';
import { historyWindow, sameDataBefore } from './versions.ts';
import styles from './history.module.css';

/** History shows the versions of a record, newest first, with what each of them changed. The data of every version is hashed before it is compared. */
export function History({
  record,
  trail,
  schema,
  newest,
  shown,
}: {
  record: RecordName;
  trail: readonly Entry[];
  schema: readonly Attribute[];
  /** What the newest of them is called. */
  newest: string;
  /** The entry of the version that the page shows, where it shows one of them. */
  shown?: number;
}) {
  const asked = useAsked();
  const place = trail.findIndex(({ entryNumber }) => entryNumber === shown);
  const { from, to } = asked.wholeHistory
    ? { from: 0, to: trail.length }
    : historyWindow(trail.length, place < 0 ? undefined : place);
  // The version below the last one shown is needed to say what that one changed.
  const items = useVersionItems(trail.slice(Math.max(0, from - 1), to));
  const order = useMemo(() => schema.map((attribute) => attribute.id), [schema]);
  const rows = trail.map((entry, index) => ({ entry, index })).slice(from, to);
  return (
    <>
      {to < trail.length && (
        <p className={styles['newer']}>{countOf(trail.length - to, 'newer version')} above these</p>
      )}
      <ol className={styles['history']} reversed start={to}>
        {rows.toReversed().map(({ entry, index }) => {
          const before = trail[index - 1];
          return (
            <li
              key={entry.entryNumber}
              className={styles['version']}
              aria-current={entry.entryNumber === shown || undefined}
            >
              <p className={styles['head']}>
                <Link
                  to={pathTo({
                    view: 'entry',
                    register: record.register,
                    entryNumber: String(entry.entryNumber),
                  })}
                >
                  Entry {formatNumber(entry.entryNumber)}
                </Link>
                <span className={styles['when']}>
                  <Time at={entry.timestamp} />
                </span>
                {index === trail.length - 1 && <span className={styles['tag']}>{newest}</span>}
                {entry.entryNumber === shown && <span className={styles['tag']}>shown</span>}
                <VersionCheck entry={entry} items={items} />
              </p>
              <VersionChange
                now={versionData(entry, items)}
                was={before && versionData(before, items)}
                again={before?.itemHashes.join() === entry.itemHashes.join()}
                order={order}
              />
              <Restored record={record} restored={sameDataBefore(trail, index)} />
              <RowLinks record={record} entry={entry} before={before} />
            </li>
          );
        })}
      </ol>
      {to - from < trail.length && (
        <Link className={buttonClass()} replace to={versionPath(record, { ...asked, wholeHistory: true })}>
          Show all {formatNumber(trail.length)} versions
        </Link>
      )}
    </>
  );
}

/** Restored says of a version that it brings back the data of an earlier one. */
export function Restored({ record, restored }: { record: RecordName; restored: Entry | undefined }) {
  if (restored === undefined) return null;
  return (
    <p className={styles['quiet']}>
      the same data as{' '}
      <Link to={versionPath(record, { version: restored.entryNumber })}>
        entry {formatNumber(restored.entryNumber)}
      </Link>
    </p>
  );
}

function RowLinks({
  record,
  entry: { entryNumber },
  before,
}: {
  record: RecordName;
  entry: Entry;
  before: Entry | undefined;
}) {
  const named = <span className="visually-hidden">, entry {formatNumber(entryNumber)}</span>;
  return (
    <p className={styles['links']}>
      <Link to={versionPath(record, { version: entryNumber })}>This version{named}</Link>
      {before !== undefined && (
        <>
          <Link to={versionPath(record, { version: entryNumber, compare: before.entryNumber })}>
            Side by side{named}
          </Link>
          <Link to={versionPath(record, { at: entryNumber - 1 })}>As it was before this change{named}</Link>
        </>
      )}
    </p>
  );
}

function VersionChange({
  now,
  was,
  again,
  order,
}: {
  now: VersionData;
  was: VersionData | undefined;
  /** The version before names the same data. */
  again: boolean;
  order: readonly string[];
}) {
  const words = wordsOf(now, was, again);
  const [old, item] = words === undefined ? [was && itemOf(was), itemOf(now)] : [];
  const changes = useMemo(() => (old && item ? diffItems(old, item, order) : []), [old, item, order]);
  if (words !== undefined)
    return <p className={now.kind === 'mismatch' ? styles['failed'] : styles['quiet']}>{words}</p>;
  return changes.length === 0 ? (
    <p className={styles['quiet']}>no attribute changed</p>
  ) : (
    <Changes changes={changes} />
  );
}

/** wordsOf says what a version is where its change cannot be shown attribute by attribute. */
function wordsOf(now: VersionData, was: VersionData | undefined, again: boolean): string | undefined {
  switch (now.kind) {
    case 'none':
      return 'this version has no data';
    case 'mismatch':
      return 'the data of this version does not match its hash';
    case 'unreadable':
      return 'the data of this version could not be read or checked';
    case 'waiting':
      return 'reading this version …';
    case 'several':
    case 'item':
  }
  if (was === undefined) {
    if (now.kind === 'several') return `first version, ${countOf(now.count, 'item')}`;
    const filled = [...now.item.values()].filter((value) => !isUnset(value)).length;
    return `first version, ${countOf(filled, 'value')}`;
  }
  if (again) return 'the same data again';
  if (now.kind === 'several' || was.kind === 'several')
    return `${itemsIn(now)} in place of ${itemsIn(was)}, not compared`;
  switch (was.kind) {
    case 'mismatch':
      return 'the version before does not match its hash; not compared';
    case 'unreadable':
      return 'the version before could not be read or checked; not compared';
    case 'waiting':
      return 'comparing …';
    case 'none':
    case 'item':
      return undefined;
  }
}

function itemsIn(data: VersionData): string {
  if (data.kind === 'several') return countOf(data.count, 'item');
  if (data.kind === 'item') return 'one item';
  return data.kind === 'none' ? 'no item' : 'data that could not be read or checked';
}
