import type { ReactNode } from 'react';
import styles from './charts.module.css';

/** ChartTable is what a picture shows as a table, folded away. The first cell of a row names it. */
export function ChartTable({
  label,
  columns,
  rows,
  more,
}: {
  /** What the table is of. */
  label: string;
  columns: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** The button that shows what the table leaves out. */
  more?: ReactNode;
}) {
  return (
    <details>
      <summary className="opener">As a table</summary>
      <div className={styles.table} role="region" aria-label={label} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{label}</caption>
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
            {rows.map(({ key, cells: [name, ...cells] }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </details>
  );
}
