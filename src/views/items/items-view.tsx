import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Hash } from '../../core/hash.ts';
import { checkedItemQuery, itemCheck } from '../../query/data-queries.ts';
import { ENTRIES_PER_PAGE, entriesPageQuery } from '../../query/log-page-queries.ts';
import { itemsQuery } from './items-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { useSummary } from '../../query/register-queries.ts';
import { useMarks, usePageChecks } from '../../query/use-page-checks.ts';
import { NOT_SHOWN } from '../../query/use-whole-log.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge, worstOf } from '../../ui/check-badge.tsx';
import { capital, countOf, formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash.tsx';
import { Link, usePaths, useAt } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { openRows } from '../../ui/open-row.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { NAME, useBatch } from '../../ui/show-more.tsx';
import { nameOf } from '../../ui/values/value.tsx';
import { Skeleton } from '../../ui/notice.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';
import { CheckEveryEntry } from '../shared/check-every-entry.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { FirstValues } from '../shared/first-values.tsx';
import { useLogSize } from '../shared/register-facts.ts';
import styles from './items.module.css';

/** ITEMS is the most items drawn at once: a page of a server's list may have thousands. */
const ITEMS = 500;

/** Noun is the variant's name for its data. */
type Noun = 'item' | 'blob';

/**
 * ItemsView lists the data of the register by hash, each hashed in this browser: from the server's list, or,
 * without one or at an earlier size, by the entries that name it.
 */
export function ItemsView() {
  const at = useAt();
  const { data: summary } = useSummary();
  // The server states the list; only the hash of each item is checked.
  usePageChecks('list', { 'whole-log': NOT_SHOWN }, at);
  const noun = summary?.variant === 'blob' ? 'blob' : 'item';
  if (at === undefined) return <ListedItems noun={noun} />;
  return (
    <NamedItems key={at} noun={noun} note={`The ${noun}s that the first ${countOf(at, 'entry')} name.`} />
  );
}

/** ListedItems are the items of the server's list. */
function ListedItems({ noun }: { noun: Noun }) {
  const items = useInfiniteQuery(itemsQuery(useSession()));
  if (items.isPending)
    return <Skeleton title={`${capital(noun)}s`} lines={8} label={`Loading the ${noun}s`} />;
  if (items.data === undefined)
    return describeFailure(items.error).notFound ? (
      <NamedItems noun={noun} note={`This register does not list its ${noun}s. The log records these.`} />
    ) : (
      <QueryFailure page query={items} />
    );
  const rows = items.data.pages
    .flatMap((page) => page.checks)
    .map((check) => ({ hash: check.expected, check }));
  const note = `The data of the register, by hash: ${countOf(rows.length, noun)} so far.`;
  return (
    <Items noun={noun} note={note} rows={rows}>
      {items.isFetchNextPageError && (
        <QueryFailure query={{ ...items, refetch: () => items.fetchNextPage() }} />
      )}
      {items.data.pages.at(-1)?.unread !== undefined && (
        <p className={styles.more}>
          The list cannot be read further and may be incomplete: the log may record other {noun}s.
        </p>
      )}
      {items.hasNextPage && !items.isFetchNextPageError && (
        <p className={styles.more}>
          <Button onClick={() => void items.fetchNextPage()} disabled={items.isFetchingNextPage}>
            {items.isFetchingNextPage ? 'Reading …' : `Read more ${noun}s`}
          </Button>
        </p>
      )}
    </Items>
  );
}

/** NamedItems finds items by the entries that name them, a page of the log at a time. */
function NamedItems({ noun, note }: { noun: Noun; note: string }) {
  const session = useSession();
  const { logSize, failed: headless } = useLogSize();
  const [count, setCount] = useState(1);
  const pages = useQueries({
    queries: Array.from({ length: logSize === undefined ? 0 : count }, (_, page) =>
      entriesPageQuery(session, page, logSize ?? 0),
    ),
  });
  const named = pages.flatMap((page) => page.data ?? []).flatMap((entry) => entry.itemHashes);
  const hashes = [...new Set(named)];
  const items = useQueries({ queries: hashes.map((hash) => checkedItemQuery(session, hash)) });
  if (headless !== undefined) return <QueryFailure query={headless} />;
  if (logSize === undefined) return <Skeleton lines={4} label="Reading the log" />;
  const failed = pages.find((page) => page.isError);
  const read = Math.min(count * ENTRIES_PER_PAGE, logSize);
  return (
    <Items
      noun={noun}
      note={note}
      rows={hashes.map((hash, index) => ({ hash, check: items[index]?.data, error: items[index]?.error }))}
    >
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
    </Items>
  );
}

/** ItemRow is one item in a list: its hash, and its check or why it could not be read. */
interface ItemRow {
  readonly hash: Hash;
  readonly check: ItemCheck | undefined;
  readonly error?: Error | null | undefined;
}

/**
 * Items is the page around a list: its title, the result of the checks in the list, what was
 * not checked, and the list.
 */
function Items({
  noun,
  note,
  rows,
  children,
}: {
  noun: Noun;
  note: string;
  rows: readonly ItemRow[];
  children: ReactNode;
}) {
  const { shown, more } = useBatch(rows, ITEMS, `${noun}s`);
  const checks = rows.flatMap(({ check }) => check ?? []);
  useMarks(checks.filter(({ verdict }) => verdict.outcome === 'does-not-match').map(itemCheck));
  const outcomes = checks.map(({ verdict }) => verdict.outcome);
  const state = worstOf(outcomes);
  const amiss = countOf(outcomes.filter((outcome) => outcome === state).length, noun);
  return (
    <>
      <PageHead title={noun === 'blob' ? 'Blobs' : 'Items'} note={note} />
      {checks.length > 0 && (
        <div className="above">
          <PageVerdict
            checks={[
              {
                id: 'data',
                kind: 'data',
                state,
                title:
                  state === 'holds'
                    ? `Each ${noun} matches its hash`
                    : state === 'does-not-match'
                      ? `${amiss} with other data than the hash says`
                      : `${amiss} without a hash to compare`,
                // Only the hash of each item is checked.
                detail: `This page hashed the data of every ${noun} in this list.`,
              },
              {
                id: 'whole-log',
                kind: 'whole-log',
                state: 'not-checked',
                title: `Whether an entry records each ${noun}`,
                detail: `Not checked. Open one ${noun} to see the entries that use it, or check every entry of the log.`,
                link: <CheckEveryEntry />,
              },
            ]}
          />
        </div>
      )}
      {rows.length > 0 && (
        <Card flush label={`List of ${noun}s`}>
          <ul ref={openRows} className="rows inset">
            {shown.map((row) => (
              <Row key={row.hash} {...row} />
            ))}
          </ul>
        </Card>
      )}
      {more}
      {children}
    </>
  );
}

/** Row shows one item: its name, its hash, its first values read back from the hashed bytes, and whether it matches. */
function Row({ hash, check, error }: ItemRow) {
  const state = check?.verdict.outcome;
  const name = nameOf(check?.item);
  return (
    <li className="bar">
      <span className={styles.values}>
        {!check && (error ? describeFailure(error).title : 'reading …')}
        {name !== undefined && (
          <strong>
            <Literal text={name} most={NAME} />
          </strong>
        )}
        {check?.item && <FirstValues item={check.item} except={name} />}
      </span>
      <Link className={styles.hash} to={usePaths().item(hash)} translate="no">
        {abbreviate(hash)}
      </Link>
      {state && <CheckBadge state={state} {...(state === 'holds' && { label: 'Matches its hash' })} />}
    </li>
  );
}
