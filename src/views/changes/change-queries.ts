import { keepPreviousData, type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { isUnanswered } from '../../api/retry.ts';
import type { Check } from '../../core/check-result.ts';
import { EMPTY_ROOT } from '../../core/merkle.ts';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { cannotCheck } from '../../core/verdict.ts';
import { changes, type ChangesAnswer, type ChangesQuestion } from '../../log/changes.ts';
import { LogCopy } from '../../log/log-copy.ts';
import { workThrough } from '../../log/work-through.ts';
import type { EntryCheck } from '../../verify/protocol.ts';
import { IncompleteListError } from '../../log/log-pages.ts';
import { UNANSWERED_MS } from '../../query/ask-again.ts';
import { readQuery } from '../../query/client-query.ts';
import { copyIn, type RegisterCopy } from '../../query/copy-controller.ts';
import { copyAnswer, NO_COPY, READ_WITHOUT_ASKING, useCopy, type WholeLogCopy } from '../../query/copy.ts';
import { checkedItemQuery, itemCheck } from '../../query/data-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { trailQuery, trailReachingQuery } from '../../query/record-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { checkQuery, ensureChecked } from '../../query/report-check.ts';
import { queryKey, type RegisterSession, useSession } from '../../query/session.ts';
import { entryCheckQuery, inclusionCheck } from '../../query/inclusion-queries.ts';

/**
 * READ_BETWEEN is the most entries between two sizes that are compared without a copy of the whole register.
 */
const READ_BETWEEN = 2_000;

const REQUESTS_AT_ONCE = 6;

/** EntriesBetween is the entries between two sizes with their data. */
interface EntriesBetween {
  readonly entries: readonly Entry[];
  readonly log: LogCopy;
  /**
   * The checks of data with a wrong hash, which is left out. `missing` counts data that
   * could not be read or hashed.
   */
  readonly refused: readonly Check[];
  readonly missing: number;
  /** A previous version was not proved, for want of an answer. */
  readonly isUnproved: boolean;
  /** The checks of the data that is compared, and of the entries of the previous versions. */
  readonly data: readonly Check[];
  readonly before: readonly Check[];
}

/** BetweenProgress is the progress of that reading: requests made, of how many. */
interface BetweenProgress {
  readonly done: number;
  readonly of: number;
}

/** readingBetweenQuery has the progress of betweenQuery. It makes no requests. */
function readingBetweenQuery(session: RegisterSession, from: number, to: number) {
  return queryOptions<BetweenProgress>({
    queryKey: queryKey(session, 'reading-between', from, to),
    queryFn: skipToken,
  });
}

/**
 * betweenQuery reads the entries from+1..to, at most READ_BETWEEN, and for each of their keys the previous
 * version, found by the server's trail, which is proved to be in the log. The worker hashes all data.
 */
export function betweenQuery(session: RegisterSession, from: number, to: number) {
  return readQuery(
    session,
    ['between', from, to],
    async (api, signal, queries): Promise<EntriesBetween> => {
      const entries = await api.entries(from + 1, to - from, signal);
      if (entries.length < to - from)
        throw new IncompleteListError(from + entries.length, to, `${session.base}/entries`);
      /** Makes a request for each member of a list, a few at a time, and reports the progress. */
      const each = async <One>(list: Iterable<One>, read: (one: One) => Promise<unknown>): Promise<void> => {
        const left = [...list];
        const { length: of } = left;
        let done = 0;
        await workThrough(
          () => left.shift(),
          REQUESTS_AT_ONCE,
          async (one) => {
            signal.throwIfAborted();
            await read(one);
            done += 1;
            queries.setQueryData(readingBetweenQuery(session, from, to).queryKey, { done, of });
          },
        );
      };
      const keys = new Set(entries.map(({ key }) => key));
      const before: Entry[] = [];
      // The empty log has no versions.
      await each(from === 0 ? [] : keys, async (key) => {
        await queries.fetchQuery(trailReachingQuery(session, key, from));
        const trail = await queries.fetchQuery(trailQuery(session, key));
        before.push(...trail.filter((one) => one.entryNumber <= from).slice(-1));
      });
      const after = new Map(entries.map((entry) => [entry.key, entry])).values();
      const hashes = new Set([...before, ...after].flatMap(({ itemHashes }) => itemHashes));
      const log = new LogCopy(api.variant);
      for (const entry of [...before, ...entries]) log.add(entry);
      const head = await queries.ensureQueryData(headQuery(session));
      let isUnproved = false;
      // A version that could not be proved is declared, too, and then the page is not verified.
      await each(before, async (entry) => {
        await ensureChecked(queries, entryCheckQuery(session, entry, head), signal).catch(
          (error: unknown) => {
            signal.throwIfAborted();
            if (!(error instanceof ApiError)) throw error;
            isUnproved ||= isUnanswered(error);
          },
        );
      });
      const refused: Check[] = [];
      const data: Check[] = [];
      await each(hashes, async (hash) => {
        const checked = await queries
          .ensureQueryData(checkedItemQuery(session, hash))
          .catch((error: unknown) => {
            if (!describeFailure(error).notFound) throw error;
            return undefined;
          });
        if (checked?.verdict.outcome === 'holds') log.keep(hash, checked.item);
        if (checked !== undefined) data.push(itemCheck(checked));
        if (checked?.verdict.outcome === 'does-not-match') refused.push(itemCheck(checked));
      });
      const missing = hashes.size - log.seen - refused.length;
      return {
        entries,
        log,
        refused,
        missing,
        isUnproved,
        data,
        before: before.map((entry) => inclusionCheck(entry, head)),
      };
    },
    {
      gcTime: 5 * 60_000,
      refetchInterval: ({ state: { data } }) => data?.isUnproved === true && UNANSWERED_MS,
    },
  );
}

/**
 * rangeCheckQuery checks that exactly the entries of betweenQuery lie between two logs. These are given by
 * the proofs of their last entries, which must hold; `start` is undefined for the empty log.
 */
export function rangeCheckQuery(session: RegisterSession, start: EntryCheck | undefined, end: EntryCheck) {
  const from: Checkpoint = start?.checkpoint ?? { logSize: 0, rootHash: EMPTY_ROOT };
  const to = end.checkpoint;
  const check: Check = {
    kind: 'consistency',
    subject: JSON.stringify(['range', from.logSize, from.rootHash, to.logSize, to.rootHash]),
  };
  const make = async (queries: QueryClient, signal: AbortSignal) => {
    const { entries } = await queries.ensureQueryData(betweenQuery(session, from.logSize, to.logSize));
    const { leafRule } = end;
    if (leafRule !== undefined) {
      const proved = start && { last: start.entry, before: start.steps.map(({ left }) => left).reverse() };
      return {
        ...(await session.verifier.checkRange({ start: proved, entries, to, leafRule }, signal)),
        entries,
      };
    }
    const reason = 'how an entry is written as a leaf is not known';
    return { verdict: cannotCheck('unknown-leaf-rule', reason), entries };
  };
  return checkQuery(session, check, make, {
    facts: ({ entries }) => ({ proves: { entries, head: end.head ?? to } }),
  });
}

/** FEW_BETWEEN is the number of entries up to which even a small register is not read whole. */
const FEW_BETWEEN = 30;

/**
 * isReadAlone reports whether the entries between two sizes are read without the rest of the register. Reading a
 * small register whole is as fast as reading its trails one by one. A server that is in trouble is not asked for
 * trails in place of a list; one that refuses the list is.
 */
export function isReadAlone(whole: WholeLogCopy, apart: number): boolean {
  if (whole.entries === undefined || apart > READ_BETWEEN) return false;
  const isRefused = whole.phase === 'failed' && whole.failure.isUnanswered !== true;
  return apart <= FEW_BETWEEN || isRefused || whole.entries > READ_WITHOUT_ASKING;
}

/** ChangesState is what changed between two sizes, as far as it is known, and its source. */
export interface ChangesState {
  readonly answer: ChangesAnswer | undefined;
  /** Whether the answer is to the previous question. */
  readonly earlier: boolean;
  /** The source of the answer: the copy of the whole register, or the entries between. */
  readonly copy: RegisterCopy | undefined;
  readonly between: EntriesBetween | undefined;
  readonly reading: BetweenProgress | undefined;
  readonly error: Error | null;
  readonly fetching: boolean;
  /** The reading of the whole register, and whether it is not needed. */
  readonly whole: WholeLogCopy;
  readonly direct: boolean;
}

/**
 * useChanges finds what changed between two sizes, which are the same for the life of its component: from the
 * copy if there is one, from the entries between if they are few, else from a copy that is read for it.
 */
export function useChanges(question: ChangesQuestion): ChangesState {
  const session = useSession();
  const { from, to } = question;
  const apart = to - from;
  const whole = useCopy(session, apart > FEW_BETWEEN);
  const available = copyIn(whole);
  const copy = available !== undefined && available.size >= to ? available : undefined;
  const direct = copy === undefined && isReadAlone(whole, apart);
  const read = useQuery({ ...betweenQuery(session, from, to), enabled: direct });
  const { data: reading } = useQuery(readingBetweenQuery(session, from, to));
  const copied = useQuery({
    ...copyAnswer(session, copy ?? NO_COPY, 'changes', question),
    enabled: copy !== undefined,
    placeholderData: keepPreviousData,
  });
  const between = direct ? read.data : undefined;
  return {
    answer: copy === undefined ? between && changes(between.log, question) : copied.data,
    earlier: copy !== undefined && copied.isPlaceholderData,
    copy,
    between,
    reading,
    error: copy === undefined ? read.error : copied.error,
    fetching: read.isFetching || copied.isFetching,
    whole,
    direct,
  };
}
