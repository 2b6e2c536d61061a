import { useState } from 'react';
import type { AnswerOf } from '../replica/questions.ts';
import { Button } from '../ui/button.tsx';
import { countOf, formatNumber } from '../ui/format.ts';
import { Link } from '../ui/link.tsx';
import { Literal } from '../ui/literal.tsx';
import { pathTo, type RegisterId } from '../ui/paths.ts';
import styles from './link-backlinks.module.css';
import { hasEnded } from './link-ended.ts';

const AT_FIRST = 12;

/** BacklinkGroup lists the records that point somewhere by one attribute; those beyond the first hundred by a link into the records. */
export function BacklinkGroup({
  group,
  register,
  value,
}: {
  group: AnswerOf<'linksTo'>['groups'][number];
  register: RegisterId;
  value: string;
}) {
  const [all, setAll] = useState(false);
  const { attribute, count, records } = group;
  const shown = all ? records : records.slice(0, AT_FIRST);
  const filter = new URLSearchParams({ attribute, value });
  return (
    <>
      <p className={styles['by']}>
        {countOf(count, 'record')} by{' '}
        <span className="mono">
          <Literal text={attribute} most={300} />
        </span>
      </p>
      <ul className={styles['records']}>
        {shown.map(({ key, name, endDate }) => (
          <li key={key}>
            <Link to={pathTo({ view: 'record', register, key })}>
              <span className="mono">
                <Literal text={key} most={300} />
              </span>{' '}
              {name !== undefined && <Literal text={name} most={300} />}
            </Link>
            {endDate !== undefined && hasEnded(endDate) && <span className={styles['quiet']}> ended</span>}
          </li>
        ))}
      </ul>
      {!all && records.length > AT_FIRST && (
        <Button onClick={() => setAll(true)}>
          Show {records.length < count ? `the first ${records.length}` : `all ${formatNumber(count)}`}
        </Button>
      )}
      {all && records.length < count && (
        <p>
          <Link to={`${pathTo({ view: 'records', register })}?${filter.toString()}`}>
            All {formatNumber(count)} among the records
          </Link>
        </p>
      )}
    </>
  );
}
