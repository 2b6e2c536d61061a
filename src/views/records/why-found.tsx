import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { NAME } from '../../ui/show-more.tsx';
import type { Row } from './listing.ts';
import styles from './records.module.css';

/** needsReason tells whether a row does not show by itself why it was found: by a former value, or one that no column shows. */
export function needsReason(row: Row, columns: readonly string[]): boolean {
  return row.former !== undefined || hiddenIn(row, columns).length > 0;
}

function hiddenIn(row: Row, columns: readonly string[]): Row['found'] {
  return row.found.filter(({ attribute }) => attribute !== '' && !columns.includes(attribute));
}

/** WhyFound says which former value a record was found by, until which entry it stood, and which value that no column shows. */
export function WhyFound({
  register,
  row,
  columns,
}: {
  register: RegisterId;
  row: Row;
  columns: readonly string[];
}) {
  return (
    <div className={styles['why']}>
      {row.former?.map(({ attribute, value, until }) => (
        <p key={`${attribute} ${value}`}>
          <span>formerly </span>
          <span className={styles['formerValue']} data-found-in="">
            <Literal text={shortened(value)} />
          </span>
          <span>
            {' '}
            (
            <span className="mono">
              <Literal text={attribute} most={NAME} />
            </span>
            , until{' '}
            <Link to={pathTo({ view: 'entry', register, entryNumber: String(until) })}>
              entry {formatNumber(until)}
            </Link>
            )
          </span>
        </p>
      ))}
      {hiddenIn(row, columns).map(({ attribute, value }) => (
        <p key={`${attribute} ${value}`}>
          <span className="mono">
            <Literal text={attribute} most={NAME} />
          </span>
          :{' '}
          <span data-found-in="">
            <Literal text={shortened(value)} />
          </span>
        </p>
      ))}
    </div>
  );
}

function shortened(value: string): string {
  return value.length > 160 ? `${value.slice(0, 160)}…` : value;
}
