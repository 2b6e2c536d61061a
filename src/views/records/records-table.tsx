import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Attribute } from '../../core/model.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link, usePaths } from '../../ui/link.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { useMarkedWords } from '../../ui/mark-words.ts';
import { openRows } from '../../ui/open-row.ts';
import { useScrollableSides } from '../../ui/scroller/use-rows.ts';
import { NAME } from '../../ui/show-more.tsx';
import { Time } from '../../ui/time.tsx';
import { isUnset, Value } from '../../ui/values/value.tsx';
import { type ListControls, useCards } from './records-address.ts';
import type { Listing, Row, RowRange } from './use-records.ts';
import styles from './records-table.module.css';
import { columnShares, cellText, namingIn } from './columns.ts';

/** CHUNK is the number of rows drawn or left out together. */
const CHUNK = 50;

/** ROW_PX is the assumed height of a row until one is drawn, in pixels. */
const ROW_PX = 41;

/** COMPACT is how many columns a card on a narrow page shows if the reader chose none. */
const COMPACT = 3;

/**
 * RecordsTable draws the rows near the screen of a list of any length, and requests missing ones. Its columns
 * keep their width while rows change: give it a key of its columns.
 */
export function RecordsTable({
  listing,
  columns,
  list,
  schema,
  onRange,
}: {
  listing: Listing;
  columns: readonly string[];
  list: ListControls;
  schema: readonly Attribute[];
  onRange: (range: RowRange) => void;
}) {
  const { start, rows } = listing;
  const table = useRef<HTMLTableElement>(null);
  const { cards, showMore } = useCards();
  const total = Math.min(cards, listing.total);
  useFocusOnMore(table, total);
  const scroller = useRef<HTMLDivElement>(null);
  const chunks = Math.ceil(total / CHUNK);
  const { near, heightOf } = useNear(table, chunks, listing.copy !== undefined && chunks <= DRAWN_WHOLE);
  const first = Math.min(...near) * CHUNK;
  const count = (Math.max(...near) + 1) * CHUNK - first;
  useEffect(() => onRange({ start: first, count }), [onRange, first, count]);
  useMarkedWords(
    table,
    useMemo(() => new Set(rows.flatMap((row) => row.terms ?? [])), [rows]),
  );
  useEffect(() => openRows(table.current), []);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const datatypes = useMemo(() => new Map(schema.map(({ id, datatype }) => [id, datatype])), [schema]);
  const [shares] = useState(() => columnShares(columns, rows));
  const width = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => `${(100 * share) / width}%`);
  return (
    <div
      className={styles.sheet}
      data-more={useScrollableSides(scroller)}
      style={{ '--wide': `${Math.round(width * 7.2)}px`, '--key': widths[0] } as CSSProperties}
    >
      <div ref={scroller} className={styles.scroller}>
        <table
          ref={table}
          className={`keyed ${styles.table}`}
          aria-label="Records"
          aria-rowcount={listing.total + 1}
        >
          <colgroup>
            {widths.map((inlineSize, index) => (
              <col key={index} style={{ inlineSize }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {['key', ...columns].map((column) => (
                <SortHead key={column} column={column} list={list} />
              ))}
            </tr>
          </thead>
          {Array.from({ length: chunks }, (_, chunk) => {
            const from = chunk * CHUNK;
            const size = Math.min(CHUNK, total - from);
            const here =
              near.has(chunk) && from >= start ? rows.slice(from - start, from - start + size) : [];
            // Space for rows that are far away or not loaded.
            const isDrawn = here.length === size;
            return (
              <tbody key={chunk} data-chunk={chunk} aria-hidden={isDrawn ? undefined : true}>
                {isDrawn ? (
                  here.map((row, index) => (
                    <RecordRow
                      key={row.key}
                      row={row}
                      index={from + index}
                      columns={columns}
                      chosen={list.request.columns !== undefined}
                      datatypes={datatypes}
                      keys={keys}
                    />
                  ))
                ) : (
                  <tr style={{ blockSize: heightOf(chunk, size) }} />
                )}
              </tbody>
            );
          })}
        </table>
      </div>
      {total < listing.total && (
        <button type="button" className={`more ${styles.more} unprinted`} onClick={showMore}>
          Show more of {countOf(listing.partial?.of ?? listing.total, 'record')}
        </button>
      )}
    </div>
  );
}

/** useFocusOnMore moves the focus to the first added row. */
function useFocusOnMore(table: RefObject<HTMLTableElement | null>, total: number): void {
  const before = useRef(total);
  useEffect(() => {
    const first = before.current;
    before.current = total;
    if (total > first && document.activeElement?.classList.contains(styles.more ?? ''))
      table.current
        ?.querySelector<HTMLElement>(`[aria-rowindex="${first + 2}"] a`)
        ?.focus({ preventScroll: true });
  }, [table, total]);
}

/** DRAWN_WHOLE is how many chunks of a list that was read whole are all drawn: a browser's search and a print have them. */
const DRAWN_WHOLE = 1_000 / CHUNK;

/** useNear follows which chunks are near the screen, at least one, or `all`, and the heights of drawn ones. */
function useNear(table: RefObject<HTMLTableElement | null>, chunks: number, all: boolean) {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  useEffect(() => {
    const now = new Set<number>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) now.add(chunkOf(target));
          else now.delete(chunkOf(target));
        }
        const drawn = changes.filter(({ target }) => target.ariaHidden === null);
        setNear(new Set(now));
        setHeights((before) => {
          const measured = drawn.map((one) => [chunkOf(one.target), one.boundingClientRect.height] as const);
          return new Map([...before, ...measured]);
        });
      },
      { rootMargin: '600px 0px' },
    );
    for (const body of table.current?.tBodies ?? []) observer.observe(body);
    return () => observer.disconnect();
  }, [table, chunks]);
  const drawn = all ? Array.from({ length: chunks }, (_, chunk) => chunk) : near;
  const here = new Set([...drawn].filter((chunk) => chunk < chunks));
  const rowHeight = (heights.get(0) ?? CHUNK * ROW_PX) / CHUNK;
  return {
    near: here.size > 0 ? here : new Set([0]),
    heightOf: (chunk: number, size: number) => heights.get(chunk) ?? size * rowHeight,
  };
}

function chunkOf(body: Element): number {
  return Number((body as HTMLElement).dataset['chunk']);
}

/** SortHead is the name of a column; presses sort by it ascending, descending, and not. */
function SortHead({ column, list: { request, change } }: { column: string; list: ListControls }) {
  const { sort } = request;
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  const next = { ascending: `-${column}`, descending: '', none: column }[direction];
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={() => change({ sort: next })}>
        <Literal text={column} most={NAME} />
        {direction !== 'none' && <Icon name={direction === 'ascending' ? 'sortUp' : 'sortDown'} size={13} />}
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: Row;
  /** Its place in the list, 0-based. */
  readonly index: number;
  readonly columns: readonly string[];
  /** The reader has chosen the columns: a card shows them all. */
  readonly chosen: boolean;
  readonly datatypes: ReadonlyMap<string, string | undefined>;
  /** The keys of the rows that were read, for a way from record to record. */
  readonly keys: readonly string[];
}

/** RecordRow is one record, with the reason it was found below it if its columns do not show that. */
const RecordRow = memo(function RecordRow({ row, index, columns, chosen, datatypes, keys }: RowProps) {
  const paths = usePaths();
  const { key, former = [], found = [], missing = 0 } = row;
  const hidden = found.filter(({ attribute }) => attribute !== '' && !columns.includes(attribute));
  const naming = namingIn(columns);
  const filled = columns.filter((column) => cellText(row, column) !== '');
  const spare = new Set(chosen ? [] : filled.slice(COMPACT));
  return (
    <>
      <tr aria-rowindex={index + 2}>
        <th scope="row">
          <Link to={paths.record(key)} state={{ keys }} data-found-in="">
            <Literal text={key} most={300} />
          </Link>{' '}
          {row.ended && <span className="tag">ended</span>}{' '}
          {missing > 0 && <span className="tag">data missing</span>}
        </th>
        {columns.map((column) => (
          <td
            key={column}
            data-label={isolated(column)}
            data-unset={!filled.includes(column) || undefined}
            data-spare={spare.has(column) || undefined}
          >
            <div className={styles.cell} data-found-in="">
              <Cell
                row={row}
                keys={keys}
                column={column}
                datatype={datatypes.get(column)}
                isNameColumn={column === naming}
              />
            </div>
          </td>
        ))}
        {spare.size > 0 && (
          <td className={styles.others} aria-hidden="true">
            {formatNumber(spare.size)} more
          </td>
        )}
      </tr>
      {(former.length > 0 || hidden.length > 0) && (
        <tr className={styles.reason}>
          <td colSpan={columns.length + 1} className="faint">
            {former.map((one) => (
              <p key={`${one.attribute} ${one.value}`}>
                formerly{' '}
                <span data-found-in="">
                  <Literal text={one.value} most={160} />
                </span>{' '}
                (<Mono text={one.attribute} />, until{' '}
                <Link to={paths.entry(one.until)}>entry {formatNumber(one.until)}</Link>)
              </p>
            ))}
            {hidden.map(({ attribute, value }) => (
              <p key={`${attribute} ${value}`}>
                <Mono text={attribute} />:{' '}
                <span data-found-in="">
                  <Literal text={value} most={160} />
                </span>
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
});

function Cell({
  row: { key, entryNumber, timestamp, items },
  keys,
  column,
  datatype,
  isNameColumn,
}: Pick<RowProps, 'row' | 'keys'> & {
  column: string;
  isNameColumn: boolean;
  datatype: string | undefined;
}): ReactNode {
  const paths = usePaths();
  if (column === 'entry-timestamp') return timestamp === undefined ? '–' : <Time at={timestamp} />;
  if (column === 'entry-number')
    return entryNumber === undefined ? (
      '–'
    ) : (
      <Link to={paths.entry(entryNumber)}>{formatNumber(entryNumber)}</Link>
    );
  // An entry may name several items: each value is on its own line, and an empty one shown once.
  const values = items.map((item) => item.get(column)).filter((value) => !isUnset(value));
  if (isNameColumn && values.length === 1 && typeof values[0] === 'string')
    return (
      // The key leads there, too, and is the stop of the Tab key.
      <Link to={paths.record(key)} state={{ keys }} tabIndex={-1}>
        <Literal text={values[0]} most={300} />
      </Link>
    );
  return (values.length === 0 ? [undefined] : values).map((value, index) => (
    <div key={index}>
      {/* The names of the members of a list would not fit into a column. */}
      <Value
        value={value}
        datatype={datatype}
        attribute={column}
        unset="–"
        named={typeof value === 'string'}
      />
    </div>
  ));
}
