import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Attribute, Entry, Item } from '../../core/model.ts';
import { inclusionCheck } from '../../query/inclusion-queries.ts';
import { useDeferredUpdate } from '../../query/pending-updates.ts';
import { describeFailure } from '../../query/failure.ts';
import { itemCheck } from '../../query/data-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { useEntryCheck } from '../../query/use-entry-check.ts';
import { useMarks, useVerdict } from '../../query/use-page-checks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge, rowState, withJudgedVerdict } from '../../ui/check-badge.tsx';
import { Changes } from '../../ui/diff/item-changes.tsx';
import { diffItems } from '../../ui/diff/item-diff.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { openRows } from '../../ui/open-row.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RecordName, versionPath } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { isUnset } from '../../ui/values/value.tsx';
import {
  itemOf,
  itemStates,
  useAsked,
  useProvedVersions,
  useVersionItems,
  type VersionData,
  versionData,
  type VersionItems,
} from './use-version.ts';
import { historyWindow, sameDataBefore } from './versions.ts';
import styles from './history.module.css';

/** UNFOLDED is how many versions of a history are seen before the others are unfolded. */
const UNFOLDED = 3;

/** HistoryCard is the history of a record up to the size shown. */
export function HistoryCard({
  name,
  schema,
  trail,
  error,
  isWhole,
  shown,
}: {
  name: RecordName;
  schema: readonly Attribute[];
  /** The versions, oldest first; undefined while they are waited for. */
  trail: readonly Entry[] | undefined;
  error: Error | null;
  /** The whole log was read: these are all versions there are. */
  isWhole: boolean;
  /** The entry of the version that the page shows, where it shows one of them. */
  shown: number | undefined;
}) {
  const retry = useRetry();
  const isFile = useSource() === 'file';
  const { at } = useAsked();
  const deferred = useDeferredUpdate(useSession(), name.key);
  const isOutdated = shown === undefined && deferred !== undefined;
  const source = isOutdated
    ? ', and a newer one'
    : isWhole
      ? ', all there are'
      : `, as ${isFile ? 'stated in the file' : 'reported by the server'}`;
  const latest = isWhole ? 'latest' : `latest ${isFile ? 'in the file' : 'reported'}`;
  const newest = isOutdated ? 'shown' : latest;
  return (
    <Card title="History" note={trail && countOf(trail.length, 'version') + source}>
      {trail !== undefined ? (
        <History
          record={name}
          trail={trail}
          schema={schema}
          newest={at === undefined ? newest : 'newest then'}
          isWhole={isWhole}
          shown={shown}
        />
      ) : error === null ? (
        <Skeleton lines={4} label="Loading the history" />
      ) : (
        <FailureNotice failure={describeFailure(error)} onRetry={retry} />
      )}
    </Card>
  );
}

/** History shows the versions of a record, newest first, with what each of them changed. The data of every version is hashed before it is compared. */
function History({
  record,
  trail,
  schema,
  newest,
  isWhole,
  shown,
}: {
  record: RecordName;
  trail: readonly Entry[];
  schema: readonly Attribute[];
  /** What the newest of them is called. */
  newest: string;
  isWhole: boolean;
  /** The entry of the version that the page shows, where it shows one of them. */
  shown: number | undefined;
}) {
  const asked = useAsked();
  const place = trail.findIndex(({ entryNumber }) => entryNumber === shown);
  const { from, to } = asked.wholeHistory
    ? { from: 0, to: trail.length }
    : historyWindow(trail.length, place < 0 ? undefined : place);
  // The version below the last one shown is needed to say what that one changed.
  const compared = trail.slice(Math.max(0, from - 1), to);
  const items = useVersionItems(compared);
  const proved = useProvedVersions(compared);
  const order = useMemo(() => schema.map((attribute) => attribute.id), [schema]);
  const rows = trail
    .map((entry, index) => ({ entry, index }))
    .slice(from, to)
    .toReversed();
  const row = ({ entry, index }: (typeof rows)[number]) => {
    const before = trail[index - 1];
    const { entryNumber } = entry;
    const isShown = entryNumber === shown;
    const path = pathTo({ view: 'entry', register: record.register, entryNumber: String(entryNumber) });
    return (
      <li key={entryNumber} className={styles['version']} aria-current={isShown || undefined}>
        <p className={styles['head']}>
          <Link to={path}>Entry {formatNumber(entryNumber)}</Link>
          <span className={styles['when']}>
            <Time at={entry.timestamp} />
          </span>
          {index === trail.length - 1 && <span className={styles['tag']}>{newest}</span>}
          {isShown && <span className={styles['tag']}>shown</span>}
          <VersionCheck entry={entry} items={items} />
        </p>
        <VersionChange
          now={versionData(entry, items, proved)}
          was={before && versionData(before, items, proved)}
          first={isWhole ? 'first version' : 'first version reported'}
          again={before?.itemHashes.join() === entry.itemHashes.join()}
          order={order}
        />
        <Restored record={record} restored={sameDataBefore(trail, index)} />
        {trail.length > 1 && <RowLinks record={record} entry={entry} before={before} />}
      </li>
    );
  };
  const folded = rows.slice(UNFOLDED);
  return (
    <>
      {to < trail.length && (
        <p className={styles['newer']}>{countOf(trail.length - to, 'newer version')} above these</p>
      )}
      <ol ref={openRows} className={styles['history']} reversed start={to}>
        {rows.slice(0, UNFOLDED).map(row)}
      </ol>
      {folded.length > 0 && (
        <details open={asked.wholeHistory || folded.some(({ entry }) => entry.entryNumber === shown)}>
          <summary className={styles['more']}>{countOf(folded.length, 'earlier version')}</summary>
          <ol ref={openRows} className={styles['history']} reversed start={to - UNFOLDED}>
            {folded.map(row)}
          </ol>
        </details>
      )}
      {to - from < trail.length && (
        <Link className={buttonClass()} replace to={versionPath(record, { ...asked, wholeHistory: true })}>
          Show all {formatNumber(trail.length)} versions
        </Link>
      )}
    </>
  );
}

/** VersionCheck is the entry proof of one version and the check of its data in one sign: a trail is the server's word until each entry of it is proved. */
function VersionCheck({ entry, items }: { entry: Entry; items: VersionItems }) {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  // What is in the log now was in it at every size from its entry on that begins it: earlier moments need no proof of their own here.
  const check = useEntryCheck(entry, head, undefined);
  const mark = head && inclusionCheck(entry, head);
  const states = itemStates(entry, items);
  const read = states.flatMap(({ data }) => data ?? []);
  useMarks([...(mark ? [mark] : []), ...read.map(itemCheck)]);
  const { state, label } = rowState(withJudgedVerdict(check, useVerdict(mark)), states);
  return (
    <span className={styles['check']} title={label}>
      {state === 'does-not-match' && <strong className={styles['failed']}>{label}</strong>}
      <CheckBadge state={state} label={label} size={16} />
    </span>
  );
}

/** Restored says of a version that it brings back the data of an earlier one. */
export function Restored({ record, restored }: { record: RecordName; restored: Entry | undefined }) {
  if (restored === undefined) return null;
  return (
    <p className={styles['quiet']}>
      Reverted to{' '}
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
    <p className={`${styles['links']} unprinted`}>
      <Link to={versionPath(record, { version: entryNumber })}>This version{named}</Link>
      {before !== undefined && (
        <>
          <Link to={versionPath(record, { version: entryNumber, compare: before.entryNumber })}>
            Side by side{named}
          </Link>
          <Link to={versionPath(record, { at: entryNumber - 1 })}>View before this change{named}</Link>
        </>
      )}
    </p>
  );
}

function VersionChange({
  now,
  was,
  first,
  again,
  order,
}: {
  now: VersionData;
  was: VersionData | undefined;
  /** What a version without one before it is called. */
  first: string;
  /** The version before names the same data. */
  again: boolean;
  order: readonly string[];
}) {
  const words = wordsOf(now, was, first, again);
  const [old, item] = words === undefined ? [was && itemOf(was), itemOf(now)] : [];
  const changes = useMemo(() => (old && item ? diffItems(old, item, order) : []), [old, item, order]);
  // That the data does not match stands beside the sign of the check.
  if (now.kind === 'mismatch') return null;
  if (words !== undefined) return <p className={styles['quiet']}>{words}</p>;
  return changes.length === 0 ? (
    <p className={styles['quiet']}>no attribute changed</p>
  ) : (
    <Changes changes={changes} />
  );
}

/** wordsOf says what a version is where its change cannot be shown attribute by attribute. */
function wordsOf(
  now: VersionData,
  was: VersionData | undefined,
  first: string,
  again: boolean,
): string | undefined {
  if (now.kind !== 'item' && now.kind !== 'several') return problemOf(now, 'this version');
  if (was === undefined)
    return `${first}, ${now.kind === 'several' ? countOf(now.count, 'item') : countOf(setValuesIn(now.item), 'value')}`;
  if (again) return 'the same data again';
  const before = was.kind === 'none' ? undefined : problemOf(was, 'the version before');
  if (before !== undefined) return `not compared: ${before}`;
  if (now.kind === 'several' || was.kind === 'several')
    return `${itemsIn(now)} in place of ${itemsIn(was)}, not compared`;
  return undefined;
}

function setValuesIn(item: Item): number {
  return [...item.values()].filter((value) => !isUnset(value)).length;
}

/** problemOf says of a version why its data cannot be compared; undefined if it can. */
export function problemOf(data: VersionData, which: string): string | undefined {
  switch (data.kind) {
    case 'none':
      return `${which} has no data`;
    case 'mismatch':
      return `the data of ${which} does not match its hash`;
    case 'unreadable':
      return `the data of ${which} could not be read or checked`;
    case 'unproved':
      return `${which} is not known to be in the log`;
    case 'waiting':
      return `reading ${which} …`;
    case 'several':
    case 'item':
      return undefined;
  }
}

function itemsIn(data: VersionData): string {
  if (data.kind === 'several') return countOf(data.count, 'item');
  return data.kind === 'item' ? 'one item' : 'no item';
}
