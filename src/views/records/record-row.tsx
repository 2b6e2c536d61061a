import { memo } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { formatRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import { Time } from '../../ui/time.tsx';
import { isUnset, Value } from '../../ui/values/value.tsx';
import { NAME } from '../../ui/show-more.tsx';
import type { Row } from './list-records.ts';
import styles from './records.module.css';

/** COMPACT is how many columns a card on a narrow page shows where the reader chose none. */
const COMPACT = 3;

interface RowProps {
  readonly register: RegisterId;
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly string[];
  /** The reader has chosen the columns: a card shows them all. */
  readonly chosen: boolean;
  readonly datatypes: ReadonlyMap<string, string | undefined>;
}

/** RecordRow is one record. Below it stands why it was found, where its columns do not show that. `index` is its place in the list, 0-based. */
export const RecordRow = memo(function RecordRow(props: RowProps) {
  const { register, row, index, columns, chosen, datatypes } = props;
  const hidden = row.found.filter(({ attribute }) => attribute !== '' && !columns.includes(attribute));
  return (
    <>
      <tr aria-rowindex={index + 2} data-ended={row.ended || undefined}>
        <th scope="row">
          <Link to={pathTo({ view: 'record', register, key: row.key })} data-found-in="">
            <Literal text={row.key} most={300} />
          </Link>{' '}
          {row.ended && <span className={styles['ended']}>ended</span>}{' '}
          {row.missing > 0 && <span className={styles['gap']}>data missing</span>}
        </th>
        {columns.map((column, place) => (
          <td
            key={column}
            data-label={isolated(column)}
            data-unset={isEmpty(row, column) || undefined}
            data-spare={(!chosen && place >= COMPACT) || undefined}
          >
            <div className={styles['cell']} data-found-in="">
              <Cell register={register} row={row} column={column} datatype={datatypes.get(column)} />
            </div>
          </td>
        ))}
      </tr>
      {(row.former !== undefined || hidden.length > 0) && (
        <tr className={styles['reason']}>
          <td colSpan={columns.length + 1}>
            <WhyFound register={register} former={row.former ?? []} hidden={hidden} />
          </td>
        </tr>
      )}
    </>
  );
}, sameProps);

/** The register and the columns are other objects after each change of the address, and so are the rows after each answer. */
function sameProps(one: RowProps, other: RowProps): boolean {
  return (
    sameRow(one.row, other.row) &&
    one.index === other.index &&
    one.chosen === other.chosen &&
    one.datatypes === other.datatypes &&
    one.columns.join('\n') === other.columns.join('\n') &&
    formatRegisterId(one.register) === formatRegisterId(other.register)
  );
}

/** The same entry number is the same entry only within one copy. */
function sameRow(one: Row, other: Row): boolean {
  return (
    one === other ||
    (one.copy !== undefined &&
      one.copy === other.copy &&
      one.entryNumber === other.entryNumber &&
      one.ended === other.ended &&
      one.missing === other.missing &&
      JSON.stringify([one.found, one.former]) === JSON.stringify([other.found, other.former]))
  );
}

function isEmpty(row: Row, column: string): boolean {
  if (column === 'entry-number' || column === 'entry-timestamp') return row.entryNumber === undefined;
  return row.items.every((item) => isUnset(item.get(column)));
}

function Cell({
  register,
  row,
  column,
  datatype,
}: {
  register: RegisterId;
  row: Row;
  column: string;
  datatype: string | undefined;
}) {
  if (column === 'entry-timestamp') return row.timestamp === undefined ? '–' : <Time at={row.timestamp} />;
  if (column === 'entry-number') {
    if (row.entryNumber === undefined) return '–';
    const entryNumber = String(row.entryNumber);
    return <Link to={pathTo({ view: 'entry', register, entryNumber })}>{formatNumber(row.entryNumber)}</Link>;
  }
  return row.items.map((item, index) => (
    <Value
      key={index}
      value={item.get(column)}
      datatype={datatype}
      attribute={column}
      unset="–"
      // The names of the members of a list would not fit into a column.
      named={typeof item.get(column) === 'string'}
    />
  ));
}

/** WhyFound says which former value a record was found by, and which value that no column shows. */
function WhyFound({
  register,
  former,
  hidden,
}: {
  register: RegisterId;
  former: NonNullable<Row['former']>;
  hidden: Row['found'];
}) {
  return (
    <div className={styles['why']}>
      {former.map(({ attribute, value, until }) => (
        <p key={`${attribute} ${value}`}>
          formerly{' '}
          <span className={styles['formerValue']} data-found-in="">
            <Literal text={value} most={160} />
          </span>{' '}
          (
          <span className="mono">
            <Literal text={attribute} most={NAME} />
          </span>
          , until{' '}
          <Link to={pathTo({ view: 'entry', register, entryNumber: String(until) })}>
            entry {formatNumber(until)}
          </Link>
          )
        </p>
      ))}
      {hidden.map(({ attribute, value }) => (
        <p key={`${attribute} ${value}`}>
          <span className="mono">
            <Literal text={attribute} most={NAME} />
          </span>
          :{' '}
          <span data-found-in="">
            <Literal text={value} most={160} />
          </span>
        </p>
      ))}
    </div>
  );
}
