import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Hash } from '../../core/hash.ts';
import { describeFailure } from '../../query/failure.ts';
import { itemCheck, itemsQuery } from '../../query/data-queries.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useMarks, usePageChecks } from '../../query/use-page-checks.ts';
import { NOT_SHOWN, useCountsAt } from '../../query/use-whole-log.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { openRows } from '../../ui/open-row.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';
import { ItemRow, LogItems } from './log-items.tsx';
import styles from './items.module.css';

/** ItemsView lists the data of the register by hash, each hashed in this browser as its page arrives; at an earlier size, what the entries up to there name. */
export function ItemsView({ register }: { register: RegisterId }) {
  const at = useAt();
  // What is listed is the server's word, and of each item only its own hash is checked.
  usePageChecks('list', { 'whole-log': NOT_SHOWN }, at);
  return at === undefined ? (
    <PresentItems register={register} />
  ) : (
    <ItemsAt key={at} register={register} at={at} />
  );
}

/** ItemsAt lists what the first `at` entries name: no server has such a list. */
function ItemsAt({ register, at }: { register: RegisterId; at: number }) {
  const { data: summary } = useQuery(registerQuery(useSession()));
  const counts = useCountsAt(at);
  const noun = summary?.variant === 'blob' ? 'blob' : 'item';
  return (
    <>
      <PageHead
        title={noun === 'blob' ? 'Blobs' : 'Items'}
        note={`${counts === undefined ? `The ${noun}s` : `The ${countOf(counts.items, noun)}`} that the first ${countOf(at, 'entry', 'entries')} name, each hashed here as it is read.`}
      />
      <LogItems register={register} noun={noun} known={NONE} logSize={at} />
    </>
  );
}

function PresentItems({ register }: { register: RegisterId }) {
  const session = useSession();
  const { data: summary } = useQuery(registerQuery(session));
  const items = useInfiniteQuery(itemsQuery(session));
  const bad =
    items.data?.pages.flatMap(({ checks }) =>
      checks.filter(({ verdict }) => verdict.outcome === 'does-not-match'),
    ) ?? [];
  useMarks(bad.map(itemCheck));
  const noun = summary?.variant === 'blob' ? 'blob' : 'item';
  if (items.isPending) return <Skeleton lines={8} label="Loading the items" />;
  if (items.isError && items.data === undefined) {
    const failure = describeFailure(items.error);
    return failure.notFound ? (
      <Unlisted register={register} noun={noun} />
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
  return (
    <>
      <PageHead
        title={noun === 'blob' ? 'Blobs' : 'Items'}
        note={`The data of the register, by hash. ${countOf(checks.length, noun)} read and hashed here${bad.length > 0 ? `, ${formatNumber(bad.length)} do not match` : ''}.`}
      />
      <ItemList register={register} noun={noun} checks={checks} />
      {items.isFetchNextPageError && (
        <FailureNotice
          failure={describeFailure(items.error)}
          retrying={items.isFetching}
          onRetry={() => void items.fetchNextPage()}
        />
      )}
      {items.data.pages.at(-1)?.mayGoOn === true && (
        <>
          <p className={styles['more']}>
            The server’s list cannot be read further and may be incomplete. The log also names these {noun}s.
          </p>
          <FromLog register={register} noun={noun} known={new Set(checks.map((check) => check.expected))} />
        </>
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

/** ITEMS is how many items are drawn at once: a page of a server's list may have thousands. */
const ITEMS = 500;

function ItemList({
  register,
  noun,
  checks,
}: {
  register: RegisterId;
  noun: string;
  checks: readonly ItemCheck[];
}) {
  const { shown, more } = useBatch(checks, ITEMS, `${noun}s`);
  return (
    <>
      <Card flush label={`List of ${noun}s`}>
        <ul ref={openRows}>
          {shown.map((check) => (
            <ItemRow key={check.expected} register={register} check={check} />
          ))}
        </ul>
      </Card>
      {more}
    </>
  );
}

function Unlisted({ register, noun }: { register: RegisterId; noun: string }) {
  return (
    <>
      <PageHead
        title={noun === 'blob' ? 'Blobs' : 'Items'}
        note={`This server does not list its ${noun}s. These are the ones that the log names, each hashed here.`}
      />
      <FromLog register={register} noun={noun} known={NONE} />
    </>
  );
}

const NONE: ReadonlySet<Hash> = new Set();

function FromLog({
  register,
  noun,
  known,
}: {
  register: RegisterId;
  noun: string;
  known: ReadonlySet<Hash>;
}) {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const summary = useQuery(registerQuery(session));
  const logSize = head.data?.logSize ?? summary.data?.totalEntries;
  if (logSize !== undefined)
    return <LogItems register={register} noun={noun} known={known} logSize={logSize} />;
  return head.isError && !summary.isPending ? (
    <FailureNotice failure={describeFailure(head.error)} />
  ) : (
    <Skeleton lines={4} label="Reading the log" />
  );
}
