import type { ReactNode } from 'react';
import styles from './table.module.css';

/** TableRow is a row by its cells, of which the first names it. */
interface TableRow {
  readonly key: string;
  readonly cells: readonly ReactNode[];
  readonly className?: string | undefined;
}

/**
 * Table scrolls sideways if it is too wide. Each cell has the name of its column, for a
 * page too narrow for columns.
 */
export function Table({
  label,
  columns,
  rows,
  className,
  scroller = 'scroll',
}: {
  /** The table's label. */
  label: string;
  columns: readonly string[];
  rows: readonly TableRow[];
  className?: string | undefined;
  scroller?: string | undefined;
}) {
  return (
    <div className={scroller} role="region" aria-label={label} tabIndex={0}>
      <table className={className} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells], className: ofRow }) => (
            <tr key={key} className={ofRow}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={index} data-label={columns[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** ChartTable is a chart's data as a folded table; `more` is below it. */
export function ChartTable({
  more,
  ...table
}: {
  label: string;
  columns: readonly string[];
  rows: readonly TableRow[];
  more?: ReactNode;
}) {
  return (
    <details>
      <summary className="opener">As a table</summary>
      <Table {...table} scroller={styles.table} />
      {more}
    </details>
  );
}
