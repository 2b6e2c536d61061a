import type { Attribute, Entry } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { useRetry } from '../../query/use-retry.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { formatNumber } from '../../ui/format.ts';
import { DataCard } from './record-body.tsx';
import { itemStates, type VersionItems } from './use-version-items.ts';
import type { RecordName } from '../../ui/version-address.ts';
import styles from './version-data.module.css';

/** VersionData is the data of one version: as it was hashed, with since when it says so; or in words why it is not there. */
export function VersionData({
  record,
  entry,
  items,
  schema,
  versions,
  complete,
  named,
}: {
  record: RecordName;
  entry: Entry;
  items: VersionItems;
  schema: readonly Attribute[];
  /** The versions up to this one, ascending. */
  versions: readonly Entry[];
  /** Whether there are no others among them. */
  complete: boolean;
  /** The version that links to attributes name, where the address names one. */
  named: number | undefined;
}) {
  const retry = useRetry();
  const states = itemStates(entry, items);
  if (states.length === 0)
    return (
      <Card title="Data">
        <p className={styles['words']}>
          Entry {formatNumber(entry.entryNumber)} names no item: this version has no data.
        </p>
      </Card>
    );
  const failed = states.find(({ error }) => error !== null);
  if (failed?.error)
    return (
      <Card title="Data">
        <FailureNotice
          failure={describeFailure(failed.error)}
          retrying={states.some(({ isFetching }) => isFetching)}
          onRetry={retry}
        />
      </Card>
    );
  const read = states.flatMap(({ data }) => data ?? []);
  const whole = read.length === states.length;
  const holds = whole && read.every(({ verdict }) => verdict.outcome === 'holds');
  return (
    <DataCard
      register={record.register}
      items={whole ? read : undefined}
      schema={schema}
      traced={holds ? { record, versions, complete, version: named } : undefined}
    />
  );
}
