import { memo } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { isolated, Literal } from '../../ui/literal.tsx';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Time } from '../../ui/time.tsx';
import { isUnset, Value } from '../../ui/values/value.tsx';
import { NAME } from '../../ui/show-more.tsx';
import type { Row } from './list-records.ts';
import styles from './records-table.module.css';

/** COMPACT is how many columns a card on a narrow page shows where the reader chose none. */
const COMPACT = 3;

interface RowProps {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly string[];
  /** The reader has chosen the columns: a card shows them all. */
  readonly chosen: boolean;
  readonly datatypes: ReadonlyMap<string, string | undefined>;
}

/** RecordRow is one record. Below it stands why it was found, where its columns do not show that. `index` is its place in the list, 0-based. */
export const RecordRow = memo(function RecordRow({ row, index, columns, chosen, datatypes }: RowProps) {
  const { key, former = [], found = [], missing = 0 } = row;
  const hidden = found.filter(({ attribute }) => attribute !== '' && !columns.includes(attribute));
  const filled = columns.filter((column) => !isEmpty(row, column));
  const spare = new Set(chosen ? [] : filled.slice(COMPACT));
  return (
    <>
      <tr aria-rowindex={index + 2}>
        <th scope="row">
          <Link to={usePaths().record(key)} data-found-in="">
            <Literal text={key} most={300} />
          </Link>{' '}
          {row.ended && <span className={styles.ended}>ended</span>}{' '}
          {missing > 0 && <span className={styles.gap}>data missing</span>}
        </th>
        {columns.map((column) => (
          <td
            key={column}
            data-label={isolated(column)}
            data-unset={!filled.includes(column) || undefined}
            data-spare={spare.has(column) || undefined}
          >
            <div className={styles.cell} data-found-in="">
              <Cell row={row} column={column} datatype={datatypes.get(column)} />
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
          <td colSpan={columns.length + 1}>
            <WhyFound former={former} hidden={hidden} />
          </td>
        </tr>
      )}
    </>
  );
});

function isEmpty(row: Row, column: string): boolean {
  if (column === 'entry-number' || column === 'entry-timestamp') return row.entryNumber === undefined;
  return row.items.every((item) => isUnset(item.get(column)));
}

function Cell({ row, column, datatype }: { row: Row; column: string; datatype: string | undefined }) {
  const paths = usePaths();
  const { entryNumber, timestamp } = row;
  if (column === 'entry-timestamp') return timestamp === undefined ? '–' : <Time at={timestamp} />;
  if (column === 'entry-number')
    return entryNumber === undefined ? (
      '–'
    ) : (
      <Link to={paths.entry(entryNumber)}>{formatNumber(entryNumber)}</Link>
    );
  // An entry may name several items: what each says stands on a line of its own, and nothing once.
  const said = row.items.map((item) => item.get(column)).filter((value) => !isUnset(value));
  if (said.length === 0) return <Value value={undefined} unset="–" />;
  return said.map((value, index) => (
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

/** WhyFound says which former value a record was found by, and which value that no column shows. */
function WhyFound({
  former,
  hidden,
}: {
  former: NonNullable<Row['former']>;
  hidden: NonNullable<Row['found']>;
}) {
  const paths = usePaths();
  return (
    <div className="faint">
      {former.map(({ attribute, value, until }) => (
        <p key={`${attribute} ${value}`}>
          formerly{' '}
          <span className={styles.formerValue} data-found-in="">
            <Literal text={value} most={160} />
          </span>{' '}
          (<AttributeName name={attribute} />, until{' '}
          <Link to={paths.entry(until)}>entry {formatNumber(until)}</Link>)
        </p>
      ))}
      {hidden.map(({ attribute, value }) => (
        <p key={`${attribute} ${value}`}>
          <AttributeName name={attribute} />:{' '}
          <span data-found-in="">
            <Literal text={value} most={160} />
          </span>
        </p>
      ))}
    </div>
  );
}

function AttributeName({ name }: { name: string }) {
  return (
    <span className="mono">
      <Literal text={name} most={NAME} />
    </span>
  );
}
