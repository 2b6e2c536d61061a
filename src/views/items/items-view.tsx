import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../query/failure.ts';
import { itemCheck, itemsQuery } from '../../query/data-queries.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useMarks, usePageChecks } from '../../query/use-page-checks.ts';
import { NOT_SHOWN, useCountsAt } from '../../query/use-whole-log.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { ItemList, ItemRow, LogItems } from './log-items.tsx';
import styles from './items.module.css';

/** ITEMS is how many items are drawn at once: a page of a server's list may have thousands. */
const ITEMS = 500;

/** Noun is what the register's variant calls its data. */
type Noun = 'item' | 'blob';

/** ItemsView lists the data of the register by hash, each hashed in this browser as its page arrives; at an earlier size, what the entries up to there name. */
export function ItemsView() {
  const at = useAt();
  const { data: summary } = useQuery(registerQuery(useSession()));
  // What is listed is the server's word, and of each item only its own hash is checked.
  usePageChecks('list', { 'whole-log': NOT_SHOWN }, at);
  const noun = summary?.variant === 'blob' ? 'blob' : 'item';
  return at === undefined ? <PresentItems noun={noun} /> : <ItemsAt key={at} noun={noun} at={at} />;
}

function Head({ noun, note }: { noun: Noun; note: string }) {
  return <PageHead title={noun === 'blob' ? 'Blobs' : 'Items'} note={note} />;
}

/** ItemsAt lists what the first `at` entries name: no server has such a list. */
function ItemsAt({ noun, at }: { noun: Noun; at: number }) {
  const counts = useCountsAt(at);
  const which = counts === undefined ? `${noun}s` : countOf(counts.items, noun);
  const note = `The ${which} that the first ${countOf(at, 'entry', 'entries')} name, each hashed here as it is read.`;
  return (
    <>
      <Head noun={noun} note={note} />
      <LogItems noun={noun} />
    </>
  );
}

function PresentItems({ noun }: { noun: Noun }) {
  const items = useInfiniteQuery(itemsQuery(useSession()));
  const checks = items.data?.pages.flatMap((page) => page.checks) ?? [];
  const bad = checks.filter(({ verdict }) => verdict.outcome === 'does-not-match');
  useMarks(bad.map(itemCheck));
  const { shown, more } = useBatch(checks, ITEMS, `${noun}s`);
  if (items.isPending) return <Skeleton lines={8} label="Loading the items" />;
  if (items.data === undefined && !describeFailure(items.error).notFound)
    return <QueryFailure page query={items} />;
  if (items.data === undefined) {
    const note = `This server does not list its ${noun}s. These are the ones recorded in the log, each hashed here.`;
    return (
      <>
        <Head noun={noun} note={note} />
        <LogItems noun={noun} />
      </>
    );
  }
  const mismatches = bad.length > 0 ? `, ${formatNumber(bad.length)} do not match` : '';
  const note = `The data of the register, by hash. ${countOf(checks.length, noun)} read and hashed here${mismatches}.`;
  return (
    <>
      <Head noun={noun} note={note} />
      <ItemList label={`List of ${noun}s`}>
        {shown.map((check) => (
          <ItemRow key={check.expected} check={check} />
        ))}
      </ItemList>
      {more}
      {items.isFetchNextPageError && (
        <QueryFailure query={{ ...items, refetch: () => items.fetchNextPage() }} />
      )}
      {items.data.pages.at(-1)?.mayGoOn === true && (
        <>
          <p className={styles.more}>
            The server’s list cannot be read further and may be incomplete. The log also records these {noun}
            s.
          </p>
          <LogItems noun={noun} known={new Set(checks.map((check) => check.expected))} />
        </>
      )}
      {items.hasNextPage && !items.isFetchNextPageError && (
        <p className={styles.more}>
          <Button onClick={() => void items.fetchNextPage()} disabled={items.isFetchingNextPage}>
            {items.isFetchingNextPage ? 'Reading …' : `Read more ${noun}s`}
          </Button>
        </p>
      )}
    </>
  );
}
