import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Attribute } from '../../core/model.ts';
import { useMarkedWords } from '../../ui/mark-words.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { useMoreBeside } from '../../ui/scroller/use-more-beside.ts';
import { columnShares } from './choose-columns.ts';
import { CHUNK, chunksOf } from './chunk-window.ts';
import type { Listing } from './listing.ts';
import { RecordRow } from './record-row.tsx';
import { Columns, StuckHead, TableHead } from './table-head.tsx';
import { useChunks } from './use-chunks.ts';
import type { RowRun } from './use-replica-records.ts';
import styles from './records.module.css';

/** RecordsTable draws the rows near the screen of a list of any length, and asks for those it has not got. Its columns keep their width while rows change. */
export function RecordsTable({
  register,
  listing,
  question,
  columns,
  chosen,
  schema,
  sort,
  onSort,
  onRun,
}: {
  register: RegisterId;
  listing: Listing;
  /** Another one means other rows. */
  question: string;
  columns: readonly string[];
  chosen: boolean;
  schema: readonly Attribute[];
  sort: string;
  onSort: (sort: string) => void;
  onRun: (run: RowRun) => void;
}) {
  const { table, window, run } = useChunks(listing.total, question, listing.rows);
  useEffect(() => onRun({ start: run.start, count: run.count }), [onRun, run.start, run.count]);
  const shares = useShares(columns, listing);
  const scroller = useRef<HTMLDivElement | null>(null);
  const more = useMoreBeside(scroller);
  useMarkedWords(table, listing.terms);
  const datatypes = useMemo(() => new Map(schema.map(({ id, datatype }) => [id, datatype])), [schema]);
  const width = shares.reduce((sum, share) => sum + share, 0);
  const last = Math.min(window.last, chunksOf(listing.total) - 1);
  const head = { columns: useMemo(() => ['key', ...columns], [columns]), sort, onSort };
  return (
    <div
      className={styles['sheet']}
      data-more={more}
      style={
        {
          '--wide': `${Math.round(width * 7.2)}px`,
          '--key': `${(100 * (shares[0] ?? 0)) / width}%`,
        } as CSSProperties
      }
    >
      <StuckHead {...head} beside={scroller} shares={shares} />
      <div ref={scroller} className={styles['scroller']}>
        <table ref={table} className={styles['table']} aria-label="Records" aria-rowcount={listing.total + 1}>
          <Columns shares={shares} />
          <TableHead {...head} />
          <Space height={window.before} />
          {numbers(window.first, last).map((chunk) => (
            <Chunk key={chunk} chunk={chunk} listing={listing}>
              {(row, index) => (
                <RecordRow
                  key={row.key}
                  register={register}
                  row={row}
                  index={index}
                  columns={columns}
                  chosen={chosen}
                  datatypes={datatypes}
                />
              )}
            </Chunk>
          ))}
          <Space height={window.after} />
        </table>
      </div>
    </div>
  );
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function Chunk({
  chunk,
  listing,
  children,
}: {
  chunk: number;
  listing: Listing;
  children: (row: Listing['rows'][number], index: number) => ReactNode;
}) {
  const from = chunk * CHUNK;
  const rows = listing.rows.slice(Math.max(0, from - listing.start), from - listing.start + CHUNK);
  const whole = from >= listing.start && rows.length === Math.min(CHUNK, listing.total - from);
  // Rows on their way take the space they will need, about.
  if (!whole) return <Space height={Math.min(CHUNK, listing.total - from) * 41} />;
  return <tbody data-chunk={chunk}>{rows.map((row, index) => children(row, from + index))}</tbody>;
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
