import { type RefObject, useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Literal } from '../../ui/literal.tsx';
import { NAME } from '../../ui/show-more.tsx';
import styles from './records.module.css';

interface HeadProps {
  /** The names of the columns, the key first. */
  readonly columns: readonly string[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** TableHead is the row of column names; each orders the rows. */
export function TableHead({ columns, sort, onSort }: HeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column, index) => {
          const direction = directionOf(column, sort);
          return (
            <th key={index} scope="col" aria-sort={direction ?? 'none'}>
              <SortButton name={column} direction={direction} onSort={onSort} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Columns are the widths of the columns of a table, as shares of it. */
export function Columns({ shares }: { shares: readonly number[] }) {
  const width = shares.reduce((sum, share) => sum + share, 0);
  return (
    <colgroup>
      {shares.map((share, index) => (
        <col key={index} style={{ inlineSize: `${(100 * share) / width}%` }} />
      ))}
    </colgroup>
  );
}

/**
 * StuckHead is the same row once more, for the eye and the pointer, at the top of the page while the rows go by below it. A box that scrolls sideways keeps what
 * sticks within itself, so that the real head cannot; this one lies outside of that box and follows its sideways scrolling.
 */
export function StuckHead({
  beside,
  shares,
  ...head
}: HeadProps & {
  /** The box that scrolls sideways. */
  readonly beside: RefObject<HTMLElement | null>;
  readonly shares: readonly number[];
}) {
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
    <div ref={own} className={styles['stuck']} aria-hidden="true">
      <table className={styles['table']} role="presentation">
        <Columns shares={shares} />
        <thead>
          <tr>
            {head.columns.map((column, index) => (
              <th key={index}>
                <SortButton
                  name={column}
                  direction={directionOf(column, head.sort)}
                  onSort={head.onSort}
                  spare
                />
              </th>
            ))}
          </tr>
        </thead>
      </table>
    </div>
  );
}

type Direction = 'ascending' | 'descending' | undefined;

function directionOf(column: string, sort: string): Direction {
  return sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;
}

function SortButton({
  name,
  direction,
  onSort,
  spare = false,
}: {
  name: string;
  direction: Direction;
  onSort: (sort: string) => void;
  /** Another button does the same, for the keyboard too. */
  spare?: boolean;
}) {
  const next = direction === 'ascending' ? `-${name}` : direction === 'descending' ? '' : name;
  return (
    <button
      type="button"
      className={styles['sort']}
      tabIndex={spare ? -1 : undefined}
      onClick={() => onSort(next)}
    >
      <Literal text={name} most={NAME} />
      {direction === 'ascending' && <Icon name="sortUp" size={13} />}
      {direction === 'descending' && <Icon name="sortDown" size={13} />}
    </button>
  );
}
