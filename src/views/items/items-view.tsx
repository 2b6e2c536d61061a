import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '../../ui/link.tsx';
import { describeFailure } from '../../query/failure.ts';
import { itemsQuery } from '../../query/item-queries.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash/abbreviate.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';
import { isUnset } from '../../ui/value.tsx';
import styles from './items.module.css';

/** ItemsView lists the data of the register by hash, each hashed in this browser as its page arrives. */
export function ItemsView({ register }: { register: RegisterId }) {
  const session = useSession();
  const { data: summary } = useQuery(registerQuery(session));
  const items = useInfiniteQuery(itemsQuery(session));
  const noun = summary?.variant === 'blob' ? 'blob' : 'item';
  if (items.isPending) return <Skeleton lines={8} label="Loading the items" />;
  if (items.isError && items.data === undefined) {
    const failure = describeFailure(items.error);
    return failure.notFound ? (
      <NoList register={register} noun={noun} />
    ) : (
      <FailureNotice
        page
        failure={failure}
        retrying={items.isFetching}
        onRetry={() => void items.refetch()}
      />
    );
  }
  const checks = items.data.pages.flatMap((page) => page.checks);
  const bad = checks.filter((check) => check.verdict.outcome === 'does-not-match').length;
  return (
    <>
      <PageHead
        title={noun === 'blob' ? 'Blobs' : 'Items'}
        note={`The data of the register, each found by its hash. ${countOf(checks.length, noun)} read and hashed here${bad > 0 ? `, ${formatNumber(bad)} do not match` : ''}.`}
      />
      <Card flush label={`List of ${noun}s`}>
        <ul className={styles['list']}>
          {checks.map((check) => (
            <ItemRow key={check.expected} register={register} check={check} />
          ))}
        </ul>
      </Card>
      {items.isFetchNextPageError && (
        <FailureNotice
          failure={describeFailure(items.error)}
          retrying={items.isFetching}
          onRetry={() => void items.fetchNextPage()}
        />
      )}
      {items.hasNextPage && !items.isFetchNextPageError && (
        <p className={styles['more']}>
          <Button onClick={() => void items.fetchNextPage()} disabled={items.isFetchingNextPage}>
            {items.isFetchingNextPage ? 'Reading …' : `Read more ${noun}s`}
          </Button>
        </p>
      )}
    </>
  );
}

function ItemRow({ register, check }: { register: RegisterId; check: ItemCheck }) {
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
            <span className={styles['name']}>{name}:</span>{' '}
            {typeof value === 'string' ? value : value?.join(', ')}
          </span>
        ))}
      </span>
      <CheckBadge state={check.verdict.outcome} label={title} />
    </li>
  );
}

function NoList({ register, noun }: { register: RegisterId; noun: string }) {
  return (
    <Notice
      page
      title={`This server does not list its ${noun}s`}
      actions={
        <Link className={buttonClass('strong')} to={pathTo({ view: 'entries', register })}>
          Open the log
        </Link>
      }
    >
      <p>They can still be read one by one: every entry of the log names the hash of its data.</p>
    </Notice>
  );
}
