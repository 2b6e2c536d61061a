import { type ReactNode, useMemo } from 'react';
import type { Attribute, Entry, Item } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { useRetry } from '../../query/use-retry.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { compareItems } from '../../ui/diff/item-diff.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { itemOf, type VersionData } from './blame.ts';
import { CompareTable } from './compare-table.tsx';
import { DataCard } from './record-body.tsx';
import { useAsked } from './use-asked.ts';
import { itemStates, type VersionItems, versionData } from './use-version-items.ts';
import { type RecordName, versionPath } from '../../ui/version-address.ts';
import { sameData } from './versions.ts';
import styles from './compare-versions.module.css';

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
  return <p className={styles['quiet']}>Entry {formatNumber(entryNumber)} names no item: it has no data.</p>;
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
              schema={schema}
            />
          </section>
        ))}
      </div>
    </>
  );
}

function whyNot(entry: Entry, items: VersionItems): string {
  const [data, number] = [versionData(entry, items), formatNumber(entry.entryNumber)];
  switch (data.kind) {
    case 'several':
      return `Entry ${number} names ${countOf(data.count, 'item')}.`;
    case 'mismatch':
      return `The data of entry ${number} does not match its hash, so that it is not taken for what was registered.`;
    case 'unreadable': {
      const error = itemStates(entry, items).find((state) => state.error !== null)?.error;
      return error
        ? `The data of entry ${number} could not be read. ${describeFailure(error).message}`
        : `The data of entry ${number} could not be checked.`;
    }
    case 'none':
      return `Entry ${number} names no item.`;
    case 'waiting':
    case 'item':
      return `The data of entry ${number} matches its hash.`;
  }
}
