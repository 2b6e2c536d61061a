import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../query/failure.ts';
import { itemCheck, itemsQuery } from '../../query/data-queries.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useMarks, usePageChecks } from '../../query/use-page-checks.ts';
import { NOT_SHOWN, useCountsAt } from '../../query/use-whole-log.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/format.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { PageHead } from '../../ui/page-head.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { useBatch } from '../../ui/show-more.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CheckEveryEntry } from '../shared/check-every-entry.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
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
  const { register } = usePaths();
  const items = useInfiniteQuery(itemsQuery(useSession()));
  const checks = items.data?.pages.flatMap((page) => page.checks) ?? [];
  const bad = checks.filter(({ verdict }) => verdict.outcome === 'does-not-match');
  useMarks(bad.map(itemCheck));
  const { shown, more } = useBatch(checks, ITEMS, `${noun}s`);
  if (items.isPending) return <Skeleton lines={8} label="Loading the items" />;
  if (items.data === undefined && !describeFailure(items.error).notFound)
    return <QueryFailure page query={items} />;
  if (items.data === undefined) {
    const note = `This register does not list its ${noun}s. These are the ones recorded in the log, each hashed here.`;
    return (
      <>
        <Head noun={noun} note={note} />
        <LogItems noun={noun} />
      </>
    );
  }
  const note = `The data of the register, by hash. ${countOf(checks.length, noun)} read and hashed here.`;
  return (
    <>
      <Head noun={noun} note={note} />
      {checks.length > 0 && (
        <div className={styles.verdict}>
          <PageVerdict checks={[matchingLine(checks, noun), inLogLine(noun, register)]} />
        </div>
      )}
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
            The list cannot be read further and may be incomplete. The log also records these {noun}
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

/** matchingLine says what the marks in the list come to: of each item its own hash alone is checked. */
function matchingLine(checks: readonly ItemCheck[], noun: Noun): NamedCheck {
  const outcomes = checks.map(({ verdict }) => verdict.outcome);
  const isBad = outcomes.includes('does-not-match');
  const state = isBad ? 'does-not-match' : (outcomes.find((outcome) => outcome !== 'holds') ?? 'holds');
  const amiss = countOf(outcomes.filter((outcome) => outcome === state).length, noun);
  const titles: Partial<Record<NamedCheck['state'], string>> = {
    holds: `Each ${noun} matches its hash`,
    'does-not-match': `${amiss} with other data than the hash says`,
  };
  return {
    id: 'data',
    kind: 'data',
    state,
    title: titles[state] ?? `${amiss} without a hash to compare`,
    detail: `This page hashed the data of every ${noun} in this list.`,
  };
}

function inLogLine(noun: Noun, register: RegisterId): NamedCheck {
  return {
    id: 'whole-log',
    kind: 'whole-log',
    state: 'not-checked',
    title: `Whether an entry records each ${noun} is not checked`,
    detail: `Open ${noun === 'item' ? 'an item' : 'a blob'} to see the entries that name it, or check every entry of the log.`,
    link: <CheckEveryEntry register={register}>Check every entry</CheckEveryEntry>,
  };
}
