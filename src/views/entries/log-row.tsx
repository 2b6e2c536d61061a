import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import type { Entry, Item } from '../../core/model.ts';
import { trailQuery } from '../../query/record-queries.ts';
import { useSession } from '../../query/session.ts';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { diffItems } from '../../ui/values/compare-items.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/values/value.tsx';
import { type CheckedVersion, itemOf, useCheckedVersions } from '../shared/checked-versions.ts';
import styles from './entries.module.css';

/** ONE_LINE is the height in pixels of a row of one line; TWO_LINES of one on a narrow page. */
export const [ONE_LINE, TWO_LINES] = [40, 64];

/**
 * LogRow is one entry in the log. Its name, change and proof are requested when the log rests; a row
 * scrolled past requests nothing.
 */
export const LogRow = memo(function LogRow({
  entryNumber,
  entry,
  unread,
  top,
  height,
  mayFetch,
  marked,
}: {
  entryNumber: number;
  entry: Entry | undefined;
  /** Whether its request failed and is not being repeated. */
  unread: boolean;
  top: number;
  height: number;
  /** Whether to request the data, the change and the proof of this entry; false while the log is scrolled. */
  mayFetch: boolean;
  marked: boolean;
}) {
  const [hasFetched, setFetched] = useState(mayFetch);
  if (mayFetch && !hasFetched) setFetched(true);
  return (
    <div
      role="row"
      aria-rowindex={entryNumber + 1}
      className={styles.row}
      data-marked={marked || undefined}
      style={{ insetBlockStart: top, blockSize: height }}
    >
      <span role="cell" className={styles.number}>
        <Link to={usePaths().entry(entryNumber)}>{formatNumber(entryNumber)}</Link>
      </span>
      {entry !== undefined ? (
        <Cells entry={entry} hasFetched={hasFetched} brief={height === TWO_LINES} />
      ) : (
        <span role="cell" className={unread ? styles.unread : styles.waiting}>
          <span className={unread ? undefined : 'visually-hidden'}>{unread ? 'not read' : 'loading'}</span>
        </span>
      )}
    </div>
  );
});

/**
 * Cells are the cells of an entry after its number. When the log rests, the entry is proved and compared
 * with the previous version in the trail of its key; its links stay the same elements, so that a press that
 * begins on one ends on it.
 */
function Cells({
  entry,
  hasFetched,
  brief,
}: {
  entry: Entry;
  hasFetched: boolean;
  /** The day, in place of the whole timestamp. */
  brief: boolean;
}) {
  const paths = usePaths();
  const trail = useQuery({ ...trailQuery(useSession(), entry.key), enabled: hasFetched });
  const place = trail.data?.findIndex(({ entryNumber }) => entryNumber === entry.entryNumber) ?? -1;
  const before = trail.data?.[place - 1];
  const [now, was] = useCheckedVersions(hasFetched ? (before ? [entry, before] : [entry]) : [], { shown: 1 });
  const { state, label } = now ?? { state: 'not-checked', label: 'Not checked' };
  const hash = entry.itemHashes[0];
  const name = nameOf(now?.item);
  return (
    <>
      <span role="cell" className={styles.when}>
        <Time at={entry.timestamp} {...(brief && { only: 'day' })} />
      </span>
      <span role="cell" className={styles.key}>
        <Link to={paths.record(entry.key)}>
          <Literal text={entry.key} most={300} />
        </Link>
      </span>
      <span role="cell">{name && <Literal text={name} most={300} />}</span>
      <span role="cell" className={styles.change}>
        {now?.data === 'mismatch' ? (
          <strong className={styles.bad}>data does not match</strong>
        ) : place > 0 ? (
          now && was && changeOf(now, was)
        ) : place === 0 ? (
          'first reported'
        ) : (
          trail.isError && 'unknown'
        )}
      </span>
      <span role="cell" className={styles.hash} translate="no">
        {hash !== undefined && (
          <Link to={paths.item(hash, entry.entryNumber)} aria-label={`Item ${abbreviate(hash)}`}>
            {abbreviate(hash)}
          </Link>
        )}
      </span>
      <span role="cell" className={styles.proof} title={label}>
        <CheckBadge state={state} label={label} size={20} />
      </span>
    </>
  );
}

/**
 * changeOf describes the changes of a version. A version that is not in the log, or does
 * not match, is not compared.
 */
function changeOf({ entry, item, data }: CheckedVersion, was: CheckedVersion): ReactNode {
  if (entry.itemHashes.length > 1 || was.entry.itemHashes.length !== 1)
    return countOf(entry.itemHashes.length, 'item');
  if (was.data === 'waiting' || data === 'waiting') return null;
  const old = itemOf(was.data);
  if (old === undefined || item === undefined) return 'not compared';
  const changed = changedWords(old, item);
  return changed === undefined ? 'the same data again' : <span className={styles.tag}>{changed}</span>;
}

/** NAMED is the most changed attributes named in a row. */
const NAMED = 12;

/**
 * changedWords names the attributes that differ between two versions, of very many the
 * first; undefined if none.
 */
export function changedWords(before: Item, after: Item): string | undefined {
  const names = diffItems(before, after).map(({ attribute }) => attribute);
  if (names.length === 0) return undefined;
  const words = names.slice(0, NAMED).map(isolated).join(', ');
  return names.length > NAMED ? `${words} and ${formatNumber(names.length - NAMED)} more` : words;
}
