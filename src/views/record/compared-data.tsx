import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Attribute, Entry, Item } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { useRetry } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type AttributePair, compareItems } from '../../ui/diff/item-diff.ts';
import { Side } from '../../ui/diff/item-changes.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Value } from '../../ui/values/value.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { DataCard } from './data-card.tsx';
import { problemOf } from './history.tsx';
import {
  itemOf,
  itemStates,
  useAsked,
  type VersionData,
  versionData,
  type VersionItems,
} from './use-version.ts';
import { sameData } from './versions.ts';
import styles from './compare.module.css';

interface ComparedProps {
  readonly record: RecordName;
  readonly left: Entry;
  readonly right: Entry;
  readonly items: VersionItems;
  readonly schema: readonly Attribute[];
}

/** ComparedData compares what two versions say, attribute by attribute; where one of them cannot be compared it says why, and shows each by itself. */
export function ComparedData(props: ComparedProps) {
  const leftData = versionData(props.left, props.items);
  const rightData = versionData(props.right, props.items);
  if (leftData.kind === 'waiting' || rightData.kind === 'waiting')
    return (
      <Card title="Data">
        <Skeleton lines={6} label="Reading both versions" />
      </Card>
    );
  const [before, after] = [itemOf(leftData), itemOf(rightData)];
  if (before === undefined || after === undefined) return <Apart {...props} />;
  return (
    <SideBySide {...props} before={before} after={after}>
      {emptyWords(leftData, props.left)}
      {props.left !== props.right && emptyWords(rightData, props.right)}
    </SideBySide>
  );
}

function SideBySide({
  record,
  left,
  right,
  schema,
  before,
  after,
  children,
}: ComparedProps & { readonly before: Item; readonly after: Item; readonly children: ReactNode }) {
  const asked = useAsked();
  const { pairs, changed } = useMemo(() => {
    const all = compareItems(
      before,
      after,
      schema.map(({ id }) => id),
    );
    return { pairs: all, changed: all.filter(({ change }) => change !== undefined) };
  }, [before, after, schema]);
  return (
    <Card
      title="Data"
      note={
        left === right
          ? 'one version on both sides'
          : sameData(left, right)
            ? 'both versions name the same data'
            : `${countOf(changed.length, 'attribute')} changed, ${formatNumber(pairs.length - changed.length)} unchanged`
      }
      actions={
        changed.length < pairs.length && (
          <Link replace to={versionPath(record, { ...asked, onlyChanges: !asked.onlyChanges })}>
            {asked.onlyChanges ? 'Show unchanged attributes' : 'Hide unchanged attributes'}
          </Link>
        )
      }
    >
      {children}
      <CompareTable
        record={record}
        ends={[left, right]}
        pairs={asked.onlyChanges ? changed : pairs}
        schema={schema}
      />
    </Card>
  );
}

function emptyWords(data: VersionData, { entryNumber }: Entry) {
  if (data.kind !== 'none') return null;
  return <p className={styles['quiet']}>Entry {formatNumber(entryNumber)} has no data.</p>;
}

/** Apart shows two versions that cannot be compared attribute by attribute, each with why. */
function Apart({ record, left, right, items, schema }: ComparedProps) {
  const retry = useRetry();
  const ends = left === right ? [left] : [left, right];
  return (
    <>
      <div className={styles['why']} role="status">
        <p>These two cannot be compared attribute by attribute.</p>
        {sameData(left, right) && <p>Both name the same data.</p>}
        {ends.map((entry) => (
          <p key={entry.entryNumber}>{whyNot(entry, items)}</p>
        ))}
        {ends.some((entry) => itemStates(entry, items).some(({ isError }) => isError)) && (
          <Button onClick={retry}>Try again</Button>
        )}
      </div>
      <div className={styles['ends']}>
        {ends.map((entry) => (
          <section key={entry.entryNumber} aria-label={`Data of entry ${formatNumber(entry.entryNumber)}`}>
            <DataCard
              register={record.register}
              items={itemStates(entry, items).flatMap(({ data }) => data ?? [])}
              isUnverified={problemOf(versionData(entry, items), '') !== undefined}
              schema={schema}
            />
          </section>
        ))}
      </div>
    </>
  );
}

function whyNot(entry: Entry, items: VersionItems): string {
  const data = versionData(entry, items);
  const name = `entry ${formatNumber(entry.entryNumber)}`;
  const error = itemStates(entry, items).find((state) => state.error !== null)?.error;
  const several = data.kind === 'several' ? `${name} records ${countOf(data.count, 'item')}` : undefined;
  const words = problemOf(data, name) ?? several ?? `the data of ${name} matches its hash`;
  const failure = data.kind === 'unreadable' && error ? ` ${describeFailure(error).message}` : '';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.${failure}`;
}

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
