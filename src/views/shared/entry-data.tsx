import type { ReactNode } from 'react';
import type { Entry } from '../../core/model.ts';
import { describeUnread } from '../../query/data-queries.ts';
import { useRetry } from '../../query/session.ts';
import { formatNumber } from '../../ui/format.ts';
import { FailureNotice, Skeleton } from '../../ui/notice.tsx';
import { useSource } from '../../ui/source.ts';

/**
 * EntryData shows each item of an entry by `children`; or that it records none, or
 * why they are not available.
 */
export function EntryData<Item>({
  entry,
  items,
  error,
  retrying = false,
  children,
}: {
  entry: Entry | undefined;
  /** undefined while they are read and hashed. */
  items: readonly Item[] | undefined;
  error: Error | null;
  retrying?: boolean;
  children: (item: Item, index: number) => ReactNode;
}) {
  const retry = useRetry();
  const source = useSource();
  if (entry?.itemHashes.length === 0)
    return (
      <p className="faint">Entry {formatNumber(entry.entryNumber)} records no item, so it has no data.</p>
    );
  if (error !== null)
    return <FailureNotice failure={describeUnread(error, source)} retrying={retrying} onRetry={retry} />;
  if (items === undefined) return <Skeleton lines={10} label="Hashing the data" />;
  return items.map(children);
}
