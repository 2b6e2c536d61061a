import { NO_HEAD } from '../../query/keys.ts';
import { type QueryState, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useMemo, useState } from 'react';
import type { AttributeValue, Checkpoint, Entry, Item } from '../../core/model.ts';
import { entryCheckQuery, inclusionCheck } from '../../query/inclusion-queries.ts';
import { checkedItemQuery, itemCheck } from '../../query/data-queries.ts';
import { trailQuery } from '../../query/record-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useEntryCheck } from '../../query/use-entry-check.ts';
import { useMarks, useVerdict, useWorstVerdict } from '../../query/use-page-checks.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import type { ItemCheck } from '../../verify/protocol.ts';
import { CheckBadge, withJudgedVerdict, rowState, type RowCheck } from '../../ui/check-badge.tsx';
import { diffItems } from '../../ui/diff/item-diff.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Time } from '../../ui/time.tsx';
import { TWO_LINES } from './use-log-position.ts';
import styles from './entries.module.css';

interface LogRowProps {
  readonly entryNumber: number;
  readonly entry: Entry | undefined;
  /** It was asked for in vain, and is not being asked for now. */
  readonly unread: boolean;
  readonly head: Checkpoint | undefined;
  readonly top: number;
  readonly height: number;
  /** Ask for the data, the change and the proof of this entry; false while the log is being scrolled. */
  readonly curious: boolean;
  readonly marked: boolean;
}

/** LogRow is one entry in the log. Its name, change and proof are fetched when the log stands still; a row that only flies past asks for nothing and waits for nothing. */
export const LogRow = memo(function LogRow({
  entryNumber,
  entry,
  unread,
  head,
  top,
  height,
  curious,
  marked,
}: LogRowProps) {
  const [looked, setLooked] = useState(curious);
  if (curious && !looked) setLooked(true);
  const Cells = looked ? LookedUp : FromCache;
  return (
    <div
      role="row"
      aria-rowindex={entryNumber + 1}
      className={styles.row}
      data-marked={marked || undefined}
      style={{ insetBlockStart: top, blockSize: height }}
    >
      <span role="cell" className={styles.number}>
        <Link to={usePaths().entry(entryNumber)}>{formatNumber(entryNumber)}</Link>
      </span>
      {entry === undefined ? (
        <Absent unread={unread} />
      ) : (
        <Cells entry={entry} head={head} curious={curious} brief={height === TWO_LINES} />
      )}
    </div>
  );
});

function Absent({ unread }: { unread: boolean }) {
  if (unread)
    return (
      <span role="cell" className={styles.unread}>
        not read
      </span>
    );
  return (
    <span role="cell" className={styles.waiting}>
      <span className="visually-hidden">loading</span>
    </span>
  );
}

interface CellsProps {
  readonly entry: Entry;
  readonly head: Checkpoint | undefined;
  readonly curious: boolean;
  /** The day stands for the whole timestamp. */
  readonly brief: boolean;
}

function LookedUp({ entry, head, curious, brief }: CellsProps) {
  const session = useSession();
  const items = useQueries({
    queries: entry.itemHashes.map((one) => ({ ...checkedItemQuery(session, one), enabled: curious })),
  });
  const check = useQuery({
    ...entryCheckQuery(session, entry, head ?? NO_HEAD),
    enabled: curious && head !== undefined,
  });
  const verdict = useVerdict(head && inclusionCheck(entry, head));
  const itemChecks = items.flatMap(({ data }) => (data === undefined ? [] : [itemCheck(data)]));
  useMarks(itemChecks);
  // Followed, so that the row is drawn again when the store changes its mind.
  useWorstVerdict(itemChecks);
  const item = items[0]?.data;
  const trusted = item?.verdict.outcome === 'holds' ? item.item : undefined;
  return (
    <Cells
      entry={entry}
      brief={brief}
      name={item?.item.get('name')}
      change={
        item?.verdict.outcome === 'does-not-match' ? (
          <strong className={styles.bad}>data does not match</strong>
        ) : (
          <Change entry={entry} item={trusted} curious={curious} />
        )
      }
      found={rowState(
        withJudgedVerdict(check, verdict),
        items.map((one) => judgedItem(session, one)),
      )}
    />
  );
}

/** What was found out of this row before, without waiting for more: following a query costs a row that flies past more than drawing it. */
function FromCache({ entry, head, brief }: CellsProps) {
  const session = useSession();
  const queries = useQueryClient();
  const items = entry.itemHashes.map((one) => queries.getQueryState(checkedItemQuery(session, one).queryKey));
  const check = queries.getQueryState(entryCheckQuery(session, entry, head ?? NO_HEAD).queryKey);
  const verdict = head && session.trust.verdictOf(inclusionCheck(entry, head));
  return (
    <Cells
      entry={entry}
      brief={brief}
      name={items[0]?.data?.item.get('name')}
      change={null}
      found={rowState(
        withJudgedVerdict(seenOf(check), verdict),
        items.map((one) => judgedItem(session, seenOf(one))),
      )}
    />
  );
}

/** judgedItem is how far the check of an item has come, with the verdict of the trust store. */
function judgedItem({ trust }: RegisterSession, one: Seen<ItemCheck>): RowCheck {
  return withJudgedVerdict(one, one.data && trust.verdictOf(itemCheck(one.data)));
}

/** Seen is what the cache has of a check. */
type Seen<Found> = ReturnType<typeof seenOf<Found>>;

function seenOf<Found>(state: QueryState<Found> | undefined) {
  const { data, status, fetchStatus } = state ?? {};
  return { data, isError: status === 'error', isFetching: fetchStatus === 'fetching' };
}

function Cells({
  entry,
  brief,
  name,
  change,
  found: { state, label },
}: {
  entry: Entry;
  brief: boolean;
  name: AttributeValue | undefined;
  change: ReactNode;
  found: ReturnType<typeof rowState>;
}) {
  const paths = usePaths();
  const hash = entry.itemHashes[0];
  return (
    <>
      <span role="cell" className={styles.when}>
        <Time at={entry.timestamp} {...(brief && { only: 'day' })} />
      </span>
      <span role="cell" className={styles.key}>
        <Link to={paths.record(entry.key)}>
          <Literal text={entry.key} most={300} />
        </Link>
      </span>
      <span role="cell" className={styles.name}>
        {typeof name === 'string' && <Literal text={name} most={300} />}
      </span>
      <span role="cell" className={styles.change}>
        {change}
      </span>
      <span role="cell" className={styles.hash}>
        {hash !== undefined && (
          <Link to={paths.item(hash)} aria-label={`Item ${abbreviate(hash)}`}>
            {abbreviate(hash)}
          </Link>
        )}
      </span>
      <span role="cell" className={styles.proof} title={label}>
        <CheckBadge state={state} label={label} size={20} />
      </span>
    </>
  );
}

/** Change says what an entry changed: the trail of its key names the version before, and the two are compared. */
function Change({ entry, item, curious }: { entry: Entry; item: Item | undefined; curious: boolean }) {
  const session = useSession();
  const trail = useQuery({ ...trailQuery(session, entry.key), enabled: curious });
  const at = trail.data?.findIndex((version) => version.entryNumber === entry.entryNumber) ?? -1;
  const before = at > 0 ? trail.data?.[at - 1] : undefined;
  const was = useQuery({
    ...checkedItemQuery(session, before?.itemHashes[0] ?? NO_HASH),
    enabled: curious && before?.itemHashes[0] !== undefined,
  });
  // The trail is the server's word: what is compared with has to be in the log.
  const { data: head } = useQuery(headQuery(session));
  useEntryCheck(curious ? before : undefined, head, undefined);
  const proved = useVerdict(head && before && inclusionCheck(before, head));
  const old = was.data?.verdict.outcome === 'holds' ? was.data.item : undefined;
  const changed = useMemo(() => (old && item ? changedWords(old, item) : undefined), [old, item]);
  if (at < 0) return trail.isError ? 'unknown' : null;
  if (at === 0) return 'first reported';
  if (entry.itemHashes.length > 1 || before?.itemHashes.length !== 1)
    return countOf(entry.itemHashes.length, 'item');
  if (item === undefined || was.data === undefined || proved === undefined) return null;
  if (was.data.verdict.outcome !== 'holds' || proved.outcome !== 'holds') return 'not compared';
  return changed === undefined ? 'the same data again' : <span className={styles.tag}>{changed}</span>;
}

/** NAMED is how many changed attributes a row names: it has room for few. */
const NAMED = 12;

/** changedWords names what differs between two versions, of very many attributes the first; undefined if nothing does. */
export function changedWords(before: Item, after: Item): string | undefined {
  const names = diffItems(before, after).map(({ attribute }) => attribute);
  if (names.length === 0) return undefined;
  const left = names.length - NAMED;
  const words = names.slice(0, NAMED).map(isolated).join(', ');
  return left > 0 ? `${words} and ${formatNumber(left)} more of ${formatNumber(names.length)}` : words;
}

const NO_HASH = '' as never;
