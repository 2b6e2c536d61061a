import { useEffect, useMemo, useRef } from 'react';
import type { Attribute, Entry } from '../../core/model.ts';
import type { AttributePair } from '../../ui/diff/item-diff.ts';
import { Side } from '../../ui/diff/side.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal, isolated } from '../../ui/literal.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { Value } from '../../ui/value.tsx';
import { useAsked } from './use-asked.ts';
import { type RecordName, versionPath } from '../../ui/version-address.ts';
import styles from './compare-table.module.css';

/** CompareTable shows attributes of two versions side by side: a changed one in both columns with its words or members marked, an unchanged one once. */
export function CompareTable({
  record,
  ends,
  pairs,
  schema,
}: {
  record: RecordName;
  ends: readonly [Entry, Entry];
  pairs: readonly AttributePair[];
  schema: readonly Attribute[];
}) {
  const { attribute } = useAsked();
  const datatypes = useMemo(() => new Map(schema.map(({ id, datatype }) => [id, datatype])), [schema]);
  const { shown, more } = useBatch(pairs, ATTRIBUTES, 'attributes', {
    stays: (pair) => pair.attribute === attribute,
  });
  const [left, right] = ends.map(({ entryNumber }) => `Entry ${formatNumber(entryNumber)}`);
  if (pairs.length === 0) return <p className={styles['none']}>No attribute changed.</p>;
  return (
    <>
      <div role="table" className={styles['table']} aria-label={`${left} and ${right?.toLowerCase()}`}>
        <div role="row" className="visually-hidden">
          <span role="columnheader">Attribute</span>
          <span role="columnheader">{left}</span>
          <span role="columnheader">{right}</span>
        </div>
        {shown.map((pair) => (
          <Row
            key={pair.attribute}
            record={record}
            pair={pair}
            marked={pair.attribute === attribute}
            ends={ends}
            datatype={datatypes.get(pair.attribute)}
          />
        ))}
      </div>
      {more}
    </>
  );
}

function Row({
  record,
  pair,
  marked,
  ends,
  datatype,
}: {
  record: RecordName;
  pair: AttributePair;
  marked: boolean;
  ends: readonly [Entry, Entry];
  datatype: string | undefined;
}) {
  const asked = useAsked();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: 'center' });
  }, [marked]);
  const { attribute, change } = pair;
  return (
    <div
      ref={row}
      role="row"
      className={`${styles['row']} ${change === undefined ? styles['same'] : ''}`}
      aria-current={marked || undefined}
    >
      <div role="rowheader" className={styles['name']}>
        <Link
          replace
          to={versionPath(record, { ...asked, attribute })}
          aria-label={`Link to ${isolated(attribute)}`}
        >
          <Literal text={attribute} most={NAME} />
        </Link>
        {change !== undefined && <span className={styles['kind']}>{WORDS[change.kind]}</span>}
      </div>
      {change === undefined ? (
        <div role="cell" aria-colspan={2} className={styles['both']}>
          <Value value={pair.after} datatype={datatype} attribute={attribute} />
          <span className={styles['kind']}>unchanged</span>
        </div>
      ) : (
        ends.map(({ entryNumber }, index) => (
          <div key={index} role="cell" className={styles['cell']}>
            <span className={styles['label']} aria-hidden="true">
              {formatNumber(entryNumber)}
            </span>
            <div>
              <Side pair={pair} end={index === 0 ? 'before' : 'after'} />
            </div>
          </div>
        ))
      )}
    </div>
  );
}

const WORDS = { set: 'only on the right', unset: 'only on the left', changed: 'changed' } as const;
