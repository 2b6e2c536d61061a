import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Hash } from '../../core/hash.ts';
import { ENTRIES_PER_PAGE, entriesPageQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { checkedItemQuery } from '../../query/data-queries.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge, type CheckState } from '../../ui/check-badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { openRows } from '../../ui/open-row.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { NAME } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isUnset } from '../../ui/values/value.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';
import { QueryFailure } from '../shared/page-failure.tsx';
import styles from './items.module.css';

const NONE: ReadonlySet<Hash> = new Set();

/** LogItems finds items by the entries on view that name them, where the server does not list them, or not to the end; a page of the log at a time. */
export function LogItems({
  known = NONE,
  noun,
}: {
  /** Those that are listed already. */
  known?: ReadonlySet<Hash>;
  noun: string;
}) {
  const session = useSession();
  const at = useAt();
  const head = useQuery(headQuery(session));
  const summary = useQuery(registerQuery(session));
  const logSize = at ?? head.data?.logSize ?? summary.data?.totalEntries;
  const [count, setCount] = useState(1);
  const pages = useQueries({
    queries: Array.from({ length: logSize === undefined ? 0 : count }, (_, page) =>
      entriesPageQuery(session, page, logSize ?? 0),
    ),
  });
  if (logSize === undefined)
    return head.isError && !summary.isPending ? (
      <FailureNotice failure={describeFailure(head.error)} />
    ) : (
      <Skeleton lines={4} label="Reading the log" />
    );
  const failed = pages.find((page) => page.isError);
  const named = pages.flatMap((page) => page.data ?? []).flatMap((entry) => entry.itemHashes);
  const hashes = [...new Set(named)].filter((hash) => !known.has(hash));
  const read = Math.min(count * ENTRIES_PER_PAGE, logSize);
  return (
    <>
      {hashes.length > 0 && (
        <ItemList label={`${noun}s recorded in the log`}>
          {hashes.map((hash) => (
            <FoundItem key={hash} hash={hash} />
          ))}
        </ItemList>
      )}
      {pages.some((page) => page.isPending) && <Skeleton lines={4} label="Reading the log" />}
      {failed && <QueryFailure query={failed} />}
      <p className={styles.more}>
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

/** ItemList is a list of such rows. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card flush label={label}>
      <ul ref={openRows}>{children}</ul>
    </Card>
  );
}

function FoundItem({ hash }: { hash: Hash }) {
  const { data, error } = useQuery(checkedItemQuery(useSession(), hash));
  if (data !== undefined) return <ItemRow check={data} />;
  return <Row hash={hash}>{error === null ? 'reading …' : describeFailure(error).title}</Row>;
}

/** ItemRow is one item in a list: its hash, its first values read back out of the hashed bytes, and whether it matches. */
export function ItemRow({ check }: { check: ItemCheck }) {
  const values = [...check.item].filter(([, value]) => !isUnset(value)).slice(0, 4);
  return (
    <Row hash={check.expected} state={check.verdict.outcome}>
      {values.map(([name, value]) => (
        <span key={name}>
          <span className={styles.name}>
            <Literal text={name} most={NAME} />:
          </span>{' '}
          <Literal text={[value ?? ''].flat().join(', ')} most={300} />
        </span>
      ))}
    </Row>
  );
}

const STATES: Readonly<Record<CheckState, string>> = {
  holds: 'matches its hash',
  'does-not-match': 'does not match its hash',
  'cannot-check': 'could not be checked',
  'not-checked': 'could not be checked',
  checking: 'reading …',
};

function Row({ hash, state, children }: { hash: Hash; state?: CheckState; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <Link className={styles.hash} to={usePaths().item(hash)}>
        {abbreviate(hash)}
      </Link>
      <span className={styles.values}>{children}</span>
      {state && <CheckBadge state={state} label={STATES[state]} />}
    </li>
  );
}
