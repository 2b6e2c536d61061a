import { memo, type ReactNode, useState } from 'react';
import type { Entry, Item } from '../../core/model.ts';
import type { CopiedRow } from '../../log/log-rows.ts';
import type { RunProgress } from '../../query/log-page-queries.ts';
import { useOpenEntry } from './log-row-queries.ts';
import { CheckBadge, type CheckState } from '../../ui/check-badge.tsx';
import { diffItems } from '../../ui/values/compare-items.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash.tsx';
import { Link, usePaths } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/values/value.tsx';
import { useCheckedVersions, useCopiedState } from '../shared/checked-versions.ts';
import styles from './entries.module.css';

/** ONE_LINE is the height in pixels of a row of one line; TWO_LINES of one on a narrow page. */
export const [ONE_LINE, TWO_LINES] = [40, 64];

/**
 * LogRow is one entry in the log. What no copy has of it is requested when the log rests; a row scrolled past
 * requests nothing.
 */
export const LogRow = memo(function LogRow({
  row,
  entryNumber,
  entry,
  copied,
  run,
  unread,
  isCopied,
  top,
  height,
  mayFetch,
  marked,
}: {
  /** Its place in the list, 0-based. */
  row: number;
  entryNumber: number;
  entry: Entry | undefined;
  copied: CopiedRow | undefined;
  /** The run that it is proved with; without one it is proved on its own. */
  run: RunProgress | undefined;
  /** Whether its request failed and is not being repeated. */
  unread: boolean;
  /** Whether what the entry changed comes from a copy, or will. */
  isCopied: boolean;
  top: number;
  height: number;
  /** Whether to request the data of this entry; false while the log is scrolled. */
  mayFetch: boolean;
  marked: boolean;
}) {
  const [hasFetched, setFetched] = useState(mayFetch);
  if (mayFetch && !hasFetched) setFetched(true);
  const open = useOpenEntry();
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      data-entry={entryNumber}
      aria-current={marked || undefined}
      className={styles.row}
      style={{ insetBlockStart: top, blockSize: height }}
    >
      <span role="gridcell" className={styles.number}>
        <Link
          tabIndex={-1}
          to={usePaths().entry(entryNumber)}
          onClick={() => entry && open(entry, copied?.items)}
        >
          {formatNumber(entryNumber)}
        </Link>
      </span>
      {copied !== undefined ? (
        <CopiedCells row={copied} brief={height === TWO_LINES} marked={marked} />
      ) : entry !== undefined ? (
        <ProvedCells {...{ entry, run, hasFetched, isCopied, marked }} brief={height === TWO_LINES} />
      ) : (
        <span role="gridcell" className={unread ? styles.unread : styles.waiting}>
          <span className={unread ? undefined : 'visually-hidden'}>{unread ? 'not read' : 'loading'}</span>
        </span>
      )}
    </div>
  );
});

interface CellsProps {
  readonly entry: Entry;
  /** The day, in place of the whole timestamp. */
  readonly brief: boolean;
  /** Whether it is the one that was asked for, whose check is announced. */
  readonly marked: boolean;
}

/** ProvedCells are the cells of an entry that no copy has; its data is requested once the log rests. */
function ProvedCells({
  hasFetched,
  run,
  isCopied,
  ...cells
}: CellsProps & { hasFetched: boolean; isCopied: boolean; run: RunProgress | undefined }) {
  const [now] = useCheckedVersions(hasFetched ? [cells.entry] : [], { run });
  const { state = 'not-checked', label = 'Not checked' } = now ?? {};
  const isBad = now?.data === 'mismatch';
  const change = isBad ? (
    <strong className={styles.bad}>data does not match</strong>
  ) : (
    isCopied && <span className={styles.waiting} />
  );
  return <Cells {...cells} name={nameOf(now?.item)} change={change} state={state} label={label} />;
}

/** CopiedCells are those of an entry in a verified copy, which has all data. */
function CopiedCells({
  row: { entry, items, before },
  ...looks
}: { row: CopiedRow } & Pick<CellsProps, 'brief' | 'marked'>) {
  const { state, label } = useCopiedState(entry);
  const [item, ...others] = items;
  const name = nameOf(others.length === 0 ? item : undefined);
  const change = before === undefined ? 'first reported' : changeOf(items, before.items);
  return <Cells {...{ entry, name, change, state, label }} {...looks} />;
}

/** Cells are the cells of an entry after its number; its links stay the same elements, so that a press that begins on one ends on it. */
function Cells({
  entry,
  brief,
  marked,
  name,
  change,
  state,
  label,
}: CellsProps & { name: string | undefined; change: ReactNode; state: CheckState; label: string }) {
  const paths = usePaths();
  const hash = entry.itemHashes[0];
  return (
    <>
      <span role="gridcell" className={styles.when}>
        <Time at={entry.timestamp} {...(brief && { only: 'day' })} />
      </span>
      <span role="gridcell" className={styles.key}>
        <Link tabIndex={-1} to={paths.record(entry.key)}>
          <Literal text={entry.key} most={300} />
        </Link>
      </span>
      <span role="gridcell">{name && <Literal text={name} most={300} />}</span>
      <span role="gridcell" className={styles.change}>
        {change}
      </span>
      <span role="gridcell" className={styles.hash} translate="no">
        {hash !== undefined && (
          <Link
            tabIndex={-1}
            to={paths.item(hash, entry.entryNumber)}
            aria-label={`${abbreviate(hash)}, item`}
          >
            {abbreviate(hash)}
          </Link>
        )}
      </span>
      <span
        role="gridcell"
        className={styles.proof}
        data-announce={
          marked && state !== 'checking' && state !== 'not-checked'
            ? `Entry ${formatNumber(entry.entryNumber)}: ${label}`
            : undefined
        }
      >
        <CheckBadge state={state} label={label} size={20} />
      </span>
    </>
  );
}

/** changeOf describes the changes of a version. */
function changeOf(items: CopiedRow['items'], before: CopiedRow['items']): ReactNode {
  if (items.length > 1 || before.length !== 1) return countOf(items.length, 'item');
  const [[now], [was]] = [items, before];
  if (now === undefined || was === undefined) return 'not compared';
  const changed = changedWords(was, now);
  return changed === undefined ? (
    'the same data again'
  ) : (
    <span className="tag sand" translate="no">
      {changed}
    </span>
  );
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
