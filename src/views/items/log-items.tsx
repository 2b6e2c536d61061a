import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hash } from '../../core/hash.ts';
import { ENTRIES_PER_PAGE, entriesPageQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { checkedItemQuery } from '../../query/data-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { openRows } from '../../ui/open-row.ts';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { Literal } from '../../ui/literal.tsx';
import { NAME } from '../../ui/show-more.tsx';
import { isUnset } from '../../ui/values/value.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';
import styles from './items.module.css';

/** LogItems finds items by the entries that name them, where the server does not list them, or not to the end; a page of the log at a time. */
export function LogItems({
  register,
  logSize,
  known,
  noun,
}: {
  register: RegisterId;
  logSize: number;
  known: ReadonlySet<Hash>;
  noun: string;
}) {
  const session = useSession();
  const [count, setCount] = useState(1);
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, page) => entriesPageQuery(session, page, logSize)),
  });
  const failed = pages.find((page) => page.isError);
  const entries = pages.flatMap((page) => page.data ?? []);
  const hashes = [...new Set(entries.flatMap((entry) => entry.itemHashes))].filter(
    (hash) => !known.has(hash),
  );
  const read = Math.min(count * ENTRIES_PER_PAGE, logSize);
  return (
    <>
      {hashes.length > 0 && (
        <Card flush label={`${noun}s named by the log`}>
          <ul ref={openRows}>
            {hashes.map((hash) => (
              <FoundItem key={hash} register={register} hash={hash} />
            ))}
          </ul>
        </Card>
      )}
      {pages.some((page) => page.isPending) && <Skeleton lines={4} label="Reading the log" />}
      {failed?.error && (
        <FailureNotice
          failure={describeFailure(failed.error)}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      <p className={styles['more']}>
        {read < logSize ? (
          <Button onClick={() => setCount(count + 1)}>
            Read more: {formatNumber(read)} of {formatNumber(logSize)} entries read
          </Button>
        ) : (
          `All ${formatNumber(logSize)} entries of the log were read.`
        )}
      </p>
    </>
  );
}

function FoundItem({ register, hash }: { register: RegisterId; hash: Hash }) {
  const session = useSession();
  const check = useQuery(checkedItemQuery(session, hash));
  if (check.data !== undefined) return <ItemRow register={register} check={check.data} />;
  return (
    <li className={styles['row']}>
      <Link className={styles['hash']} to={pathTo({ view: 'item', register, hash })}>
        {abbreviate(hash)}
      </Link>
      <span className={styles['values']}>
        {check.isError ? describeFailure(check.error).title : 'reading …'}
      </span>
    </li>
  );
}

/** ItemRow is one item in a list: its hash, its first values read back out of the hashed bytes, and whether it matches. */
export function ItemRow({ register, check }: { register: RegisterId; check: ItemCheck }) {
  const values = [...check.item].filter(([, value]) => !isUnset(value)).slice(0, 4);
  const title =
    check.verdict.outcome === 'holds'
      ? 'matches its hash'
      : check.verdict.outcome === 'does-not-match'
        ? 'does not match its hash'
        : 'could not be checked';
  return (
    <li className={styles['row']}>
      <Link className={styles['hash']} to={pathTo({ view: 'item', register, hash: check.expected })}>
        {abbreviate(check.expected)}
      </Link>
      <span className={styles['values']}>
        {values.map(([name, value]) => (
          <span key={name}>
            <span className={styles['name']}>
              <Literal text={name} most={NAME} />:
            </span>{' '}
            <Literal text={typeof value === 'string' ? value : (value?.join(', ') ?? '')} most={300} />
          </span>
        ))}
      </span>
      <CheckBadge state={check.verdict.outcome} label={title} />
    </li>
  );
}
