import { memo, type ReactNode, useMemo } from 'react';
import type { Attribute, Entry, Item } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { useDeferredUpdate } from '../../query/pending-updates.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { Changes } from '../../ui/diff/item-changes.tsx';
import { diffItems } from '../../ui/diff/item-diff.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { openRows } from '../../ui/open-row.ts';
import { pathTo, type RecordName, versionPath } from '../../ui/paths.ts';
import { useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { useMatches } from '../../ui/use-width.ts';
import { isUnset } from '../../ui/values/value.tsx';
import { type CheckedVersion, itemOf, problemOf, useCheckedVersions } from '../shared/checked-versions.ts';
import { useAsked } from './use-record.ts';
import { COMPARED_AT_FIRST, dataName, sameDataBefore } from './versions.ts';
import styles from './record.module.css';

const NONE: readonly Entry[] = [];

/** HistoryCard shows the versions of a record up to the size shown, newest first, with their changes. The data of every version is hashed before it is compared. */
export const HistoryCard = memo(function HistoryCard({
  name,
  schema,
  trail: versions,
  error,
  isWhole,
  shown,
}: {
  name: RecordName;
  schema: readonly Attribute[];
  /** The versions, oldest first; undefined while loading. */
  trail: readonly Entry[] | undefined;
  error: Error | null;
  /** Whether the versions are complete, because the whole log was read. */
  isWhole: boolean;
  /** The entry of the version shown, if not the current record. */
  shown: number | undefined;
}) {
  const retry = useRetry();
  const isFile = useSource() === 'file';
  const { at } = useAsked();
  const trail = versions ?? NONE;
  const deferred = useDeferredUpdate(useSession(), name.key);
  const isOutdated = shown === undefined && deferred !== undefined;
  const latest = isWhole ? 'latest' : `latest ${isFile ? 'in the file' : 'reported'}`;
  const source = isOutdated
    ? ', and a newer one'
    : isWhole
      ? ', all there are'
      : `, as ${isFile ? 'stated in the file' : 'reported by the server'}`;
  const newest = at === undefined ? (isOutdated ? 'shown' : latest) : 'newest then';
  const newestFirst = useMemo(() => trail.toReversed(), [trail]);
  const { shown: listed, more } = useBatch(newestFirst, COMPARED_AT_FIRST, 'versions', {
    first: useMatches('(width < 600px)') ? 1 : 3,
    stays: ({ entryNumber }) => entryNumber === shown,
  });
  // A version's changes need the previous version.
  const wanted = trail.filter((entry, index) =>
    [entry, trail[index + 1]].some((one) => one && listed.includes(one)),
  );
  const checked = new Map(useCheckedVersions(wanted).map((one) => [one.entry, one]));
  const order = useMemo(() => schema.map(({ id }) => id), [schema]);
  const rows = listed.map((entry) => {
    const index = trail.indexOf(entry);
    const [now, previous] = [checked.get(entry), trail[index - 1]];
    const before = previous && checked.get(previous);
    if (now === undefined) return null;
    const { state, label } = now;
    const { entryNumber } = entry;
    const restored = sameDataBefore(trail, index);
    const link = (asked: Parameters<typeof versionPath>[1], words: string): ReactNode => (
      <Link to={versionPath(name, asked)}>
        {words}
        <span className="visually-hidden">, entry {formatNumber(entryNumber)}</span>
      </Link>
    );
    return (
      <li
        key={entryNumber}
        className={styles['version']}
        aria-current={entryNumber === shown || undefined}
        data-shown={entryNumber === (shown ?? trail.at(-1)?.entryNumber) || undefined}
      >
        <p className={styles['head']}>
          <Link to={pathTo({ view: 'entry', register: name.register, entryNumber: String(entryNumber) })}>
            Entry {formatNumber(entryNumber)}
          </Link>
          <Time at={entry.timestamp} />
          {index === trail.length - 1 && <span className="tag">{newest}</span>}
          {entryNumber === shown && <span className="tag">shown</span>}
          <span className={styles['check']} title={label}>
            {state === 'does-not-match' && <strong>{label}</strong>}
            <CheckBadge state={state} label={label} size={16} />
          </span>
        </p>
        <VersionChange now={now} before={before} order={order} isWhole={isWhole} />
        {restored && (
          <p className="faint">
            Reverted to{' '}
            <Link to={versionPath(name, { version: restored.entryNumber })}>
              entry {formatNumber(restored.entryNumber)}
            </Link>
          </p>
        )}
        {trail.length > 1 && (
          <p className={`${styles['links']} unprinted`}>
            {link({ version: entryNumber }, 'This version')}
            {before && link({ version: entryNumber, compare: before.entry.entryNumber }, 'Side by side')}
            {before && link({ at: entryNumber - 1 }, 'Before this change')}
          </p>
        )}
      </li>
    );
  });
  return (
    <Card title="History" note={versions && countOf(trail.length, 'version') + source}>
      {versions !== undefined ? (
        <>
          <ol ref={openRows}>{rows}</ol>
          {more}
        </>
      ) : error === null ? (
        <Skeleton lines={4} label="Loading the history" />
      ) : (
        <FailureNotice failure={describeFailure(error)} onRetry={retry} />
      )}
    </Card>
  );
});

/** VersionChange shows the changes of a version, attribute by attribute; or why it cannot. */
function VersionChange({
  now: { entry, data },
  before,
  order,
  isWhole,
}: {
  now: CheckedVersion;
  before: CheckedVersion | undefined;
  order: readonly string[];
  isWhole: boolean;
}) {
  const [old, item] = [itemOf(before?.data), itemOf(data)];
  const changes = useMemo(() => (old && item ? diffItems(old, item, order) : []), [old, item, order]);
  // The mismatch is next to the mark of the check.
  if (data.kind === 'mismatch') return null;
  const first = isWhole ? 'first version' : 'first version reported';
  const problem = before && problemOf(before.data, 'the version before');
  const words =
    data.kind !== 'item'
      ? problemOf(data, 'this version')
      : before === undefined
        ? `${first}, ${countOf(valuesIn(data.item), 'value')}`
        : dataName(before.entry) === dataName(entry)
          ? 'the same data again'
          : old === undefined
            ? `not compared: ${problem}`
            : changes.length === 0
              ? 'no attribute changed'
              : undefined;
  return words === undefined ? <Changes changes={changes} /> : <p className="faint">{words}</p>;
}

function valuesIn(item: Item): number {
  return [...item.values()].filter((value) => !isUnset(value)).length;
}
