import { Icon } from '../../ui/icon.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Attribute, RegisterRecord } from '../../core/model.ts';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { isUnset, Value } from '../../ui/value.tsx';
import { ended, todayUtc } from './records-model.ts';
import styles from './records.module.css';

const ROWS_AT_ONCE = 100;

/** RecordsTable draws the records, a hundred rows at a time as the reader comes near the end of those drawn. */
export function RecordsTable({
  register,
  records,
  schema,
  sort,
  onSort,
}: {
  register: RegisterId;
  records: readonly RegisterRecord[];
  schema: readonly Attribute[];
  sort: string;
  onSort: (sort: string) => void;
}) {
  const [drawn, setDrawn] = useState(ROWS_AT_ONCE);
  const end = useRef<HTMLDivElement>(null);
  const hasMore = drawn < records.length;
  useEffect(() => {
    if (end.current === null || !hasMore) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) setDrawn((count) => count + ROWS_AT_ONCE);
      },
      { rootMargin: '800px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, drawn]);
  const keyAttribute = schema[0]?.id;
  const today = todayUtc();
  const columns = columnsOf(schema, records).filter(
    (attribute) => attribute.id !== keyAttribute || !sameAsKey(records, attribute.id),
  );
  return (
    <div className={styles['sheet']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <SortHeader name="key" label="key" sort={sort} onSort={onSort} />
            {columns.map((attribute) => (
              <SortHeader
                key={attribute.id}
                name={attribute.id}
                label={attribute.id}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.slice(0, drawn).map((record) => (
            <tr key={record.key} data-ended={ended(record, today) || undefined}>
              <th scope="row">
                <Link to={pathTo({ view: 'record', register, key: record.key })}>
                  <Literal text={record.key} />
                </Link>
                {ended(record, today) && <span className={styles['ended']}>ended</span>}
              </th>
              {columns.map((attribute) => (
                <td
                  key={attribute.id}
                  data-label={attribute.id}
                  data-unset={record.items.every((item) => isUnset(item.get(attribute.id))) || undefined}
                >
                  {record.items.map((item, index) => (
                    <Value
                      key={index}
                      value={item.get(attribute.id)}
                      datatype={attribute.datatype}
                      attribute={attribute.id}
                      unset="–"
                    />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div ref={end} />
    </div>
  );
}

function columnsOf(schema: readonly Attribute[], records: readonly RegisterRecord[]): readonly Attribute[] {
  if (schema.length > 0) return schema;
  const names = new Set(
    records.slice(0, 50).flatMap((record) => record.items.flatMap((item) => [...item.keys()])),
  );
  return [...names].map((id) => ({ id }));
}

/** sameAsKey tells whether an attribute only repeats the key, as a register's first one does; then it needs no column of its own. */
function sameAsKey(records: readonly RegisterRecord[], attribute: string): boolean {
  return records.every((record) => record.items.every((item) => item.get(attribute) === record.key));
}

function SortHeader({
  name,
  label,
  sort,
  onSort,
}: {
  name: string;
  label: string;
  sort: string;
  onSort: (sort: string) => void;
}) {
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const next = direction === 'ascending' ? `-${name}` : direction === 'descending' ? '' : name;
  return (
    <th scope="col" aria-sort={direction ?? 'none'}>
      <button type="button" className={styles['sort']} onClick={() => onSort(next)}>
        {label}
        {direction === 'ascending' && <Icon name="sortUp" size={13} />}
        {direction === 'descending' && <Icon name="sortDown" size={13} />}
      </button>
    </th>
  );
}
