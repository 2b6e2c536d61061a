import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Attribute } from '../../core/model.ts';
import { Icon } from '../../ui/icon.tsx';
import { Literal } from '../../ui/literal.tsx';
import { useMarkedWords } from '../../ui/mark-words.ts';
import { openRows } from '../../ui/open-row.ts';
import { useMoreBeside } from '../../ui/scroller/use-rows.ts';
import { NAME } from '../../ui/show-more.tsx';
import { columnShares } from './columns.ts';
import type { Listing } from './list-records.ts';
import { RecordRow } from './record-row.tsx';
import { CHUNK, chunksOf, ROW_PX, useRowWindow } from './row-window.ts';
import type { RowRange } from './row-window.ts';
import styles from './records-table.module.css';

/** RecordsTable draws the rows near the screen of a list of any length, and asks for those it does not have. Its columns keep their width while rows change. */
export function RecordsTable({
  listing,
  question,
  columns,
  chosen,
  schema,
  sort,
  onSort,
  onRange,
}: {
  listing: Listing;
  /** Another one means other rows. */
  question: string;
  columns: readonly string[];
  /** The reader has chosen the columns. */
  chosen: boolean;
  schema: readonly Attribute[];
  sort: string;
  onSort: (sort: string) => void;
  onRange: (range: RowRange) => void;
}) {
  const { table, window, range } = useRowWindow(listing.total, question, listing.rows);
  useEffect(() => onRange({ start: range.start, count: range.count }), [onRange, range.start, range.count]);
  const shares = useShares(columns, listing);
  const scroller = useRef<HTMLDivElement | null>(null);
  const more = useMoreBeside(scroller);
  const terms = useMemo(() => new Set(listing.rows.flatMap((row) => row.terms ?? [])), [listing.rows]);
  useMarkedWords(table, terms);
  useEffect(() => openRows(table.current), [table]);
  const datatypes = useMemo(() => new Map(schema.map(({ id, datatype }) => [id, datatype])), [schema]);
  const width = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => `${(100 * share) / width}%`);
  const last = Math.min(window.last, chunksOf(listing.total) - 1);
  const chunks = Array.from({ length: Math.max(0, last - window.first + 1) }, (_, n) => window.first + n);
  const head = { columns: ['key', ...columns], widths, sort, onSort };
  return (
    <div
      className={styles.sheet}
      data-more={more}
      style={{ '--wide': `${Math.round(width * 7.2)}px`, '--key': widths[0] } as CSSProperties}
    >
      <StuckHead {...head} beside={scroller} />
      <div ref={scroller} className={styles.scroller}>
        <table ref={table} className={styles.table} aria-label="Records" aria-rowcount={listing.total + 1}>
          <TableHead {...head} />
          <Space height={window.before} />
          {chunks.map((chunk) => {
            const from = chunk * CHUNK;
            const count = Math.min(CHUNK, listing.total - from);
            const rows = listing.rows.slice(Math.max(0, from - listing.start), from - listing.start + CHUNK);
            // Rows that are not there yet take about the space they will need.
            if (from < listing.start || rows.length < count)
              return <Space key={chunk} height={count * ROW_PX} />;
            return (
              <tbody key={chunk} data-chunk={chunk}>
                {rows.map((row, index) => (
                  <RecordRow
                    key={row.key}
                    row={row}
                    index={from + index}
                    columns={columns}
                    chosen={chosen}
                    datatypes={datatypes}
                  />
                ))}
              </tbody>
            );
          })}
          <Space height={window.after} />
        </table>
      </div>
    </div>
  );
}

function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr style={{ blockSize: height }} />
    </tbody>
  );
}

/** useShares keeps the widths that the first rows gave until there are other columns. */
function useShares(columns: readonly string[], listing: Listing): readonly number[] {
  const name = JSON.stringify(columns);
  const [kept, setKept] = useState(() => ({ name, shares: columnShares(columns, listing.rows) }));
  if (kept.name === name) return kept.shares;
  const shares = columnShares(columns, listing.rows);
  setKept({ name, shares });
  return shares;
}

interface HeadProps {
  /** The names of the columns, the key first. */
  readonly columns: readonly string[];
  readonly widths: readonly string[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** TableHead is the row of column names; each sorts the rows. `spare` is for one that is there for the eye and the pointer alone. */
function TableHead({ columns, widths, sort, onSort, spare = false }: HeadProps & { spare?: boolean }) {
  return (
    <>
      <colgroup>
        {widths.map((width, index) => (
          <col key={index} style={{ inlineSize: width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={spare ? undefined : 1}>
          {columns.map((column, index) => {
            const direction =
              sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;
            const next = { ascending: `-${column}`, descending: '', none: column }[direction ?? 'none'];
            return (
              <th key={index} {...(spare ? {} : { scope: 'col', 'aria-sort': direction ?? 'none' })}>
                <button
                  type="button"
                  className={styles.sort}
                  tabIndex={spare ? -1 : undefined}
                  onClick={() => onSort(next)}
                >
                  <Literal text={column} most={NAME} />
                  {direction && <Icon name={direction === 'ascending' ? 'sortUp' : 'sortDown'} size={13} />}
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
}

/**
 * StuckHead repeats the head at the top of the page while the rows go by below it. A box that scrolls sideways keeps what sticks within itself; this
 * one lies outside of that box and follows its sideways scrolling.
 */
function StuckHead({ beside, ...head }: HeadProps & { readonly beside: RefObject<HTMLElement | null> }) {
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = beside.current;
    if (box === null) return undefined;
    const follow = (): void => {
      if (own.current !== null) own.current.scrollLeft = box.scrollLeft;
    };
    follow();
    box.addEventListener('scroll', follow, { passive: true });
    return () => box.removeEventListener('scroll', follow);
  }, [beside]);
  return (
    <div ref={own} className={styles.stuck} aria-hidden="true">
      <table className={styles.table} role="presentation">
        <TableHead {...head} spare />
      </table>
    </div>
  );
}
