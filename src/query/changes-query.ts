import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import { EMPTY_ROOT } from '../core/merkle.ts';
import type { Checkpoint, Entry, Item } from '../core/model.ts';
import { cannotCheck, type Verdict } from '../core/verdict.ts';
import { changes, type ChangesAnswer, type ChangesAsk } from '../log/changes.ts';
import { type LogCopy, sliceCopy } from '../log/log-copy.ts';
import type { EarlierEntryCheck } from '../verify/protocol.ts';
import { clientOf } from './client-query.ts';
import { describeFailure, IncompleteListError } from './failure.ts';
import { checkedItemQuery, itemCheck } from './data-queries.ts';
import { queryKey } from './keys.ts';
import { trailQuery, trailReachingQuery } from './record-queries.ts';
import { checkQuery } from './report-check.ts';
import type { RegisterSession } from './session.ts';

/** READ_BETWEEN is how many entries between two sizes are read one by one, without a copy of the whole register. */
export const READ_BETWEEN = 2_000;

const REQUESTS_AT_ONCE = 6;

/** Between is what was read of the entries between two sizes. */
export interface Between {
  readonly entries: readonly Entry[];
  readonly log: LogCopy;
  /** The checks of data that does not hash to its name. It is left out, as is data that could not be had or hashed, which is counted. */
  readonly refused: readonly Check[];
  readonly missing: number;
}

/** ReadingBetween is how far that reading is: records looked at, of how many. */
export interface ReadingBetween {
  readonly done: number;
  readonly of: number;
}

/** readingBetweenKey is where the progress of betweenQuery is noted. */
export function readingBetweenKey(session: RegisterSession, from: number, to: number) {
  return queryKey(session, 'reading-between', from, to);
}

/**
 * betweenQuery reads the entries from+1..to, and of each of their keys the version before, which its trail names: the server's word. All data is hashed in the
 * worker. At most READ_BETWEEN entries.
 */
export function betweenQuery(session: RegisterSession, from: number, to: number) {
  return queryOptions({
    queryKey: queryKey(session, 'between', from, to),
    queryFn: async ({ client: queries, signal }): Promise<Between> => {
      const api = await clientOf(queries, session);
      const entries = await api.entries(from + 1, to - from, signal);
      if (entries.length < to - from) throw new IncompleteListError(from + entries.length, to, session.base);
      const note = (done: number, of: number): void =>
        void queries.setQueryData<ReadingBetween>(readingBetweenKey(session, from, to), { done, of });
      const keys = [...new Set(entries.map(({ key }) => key))];
      // Before its first entry nothing can have been.
      const trails = await inTurns(from === 0 ? [] : keys, signal, note, async (key) => {
        await queries.fetchQuery(trailReachingQuery(session, key, from));
        return queries.fetchQuery(trailQuery(session, key));
      });
      const before = trails.flatMap(
        (trail) => trail.findLast(({ entryNumber }) => entryNumber <= from) ?? [],
      );
      const ends = [...before, ...latestOf(entries)];
      const data = await readData(session, queries, ends, signal, note);
      const { variant } = api;
      return { ...data, entries, log: sliceCopy({ variant, entries, before, items: data.items }) };
    },
    staleTime: Infinity,
    gcTime: 5 * 60_000,
    structuralSharing: false,
  });
}

/** changesBetween answers as the copy would, out of what was read between two sizes. */
export function changesBetween({ log }: Between, ask: ChangesAsk): ChangesAnswer {
  return changes(log, ask);
}

/**
 * rangeCheckQuery says whether exactly the entries of betweenQuery stand between two logs. Both are given by the proofs of their last entries, which must hold;
 * `start` is undefined for the empty log.
 */
export function rangeCheckQuery(
  session: RegisterSession,
  start: EarlierEntryCheck | undefined,
  end: EarlierEntryCheck,
) {
  const from: Checkpoint = start?.checkpoint ?? { logSize: 0, rootHash: EMPTY_ROOT };
  const to = end.checkpoint;
  const check: Check = {
    kind: 'consistency',
    subject: JSON.stringify(['range', from.logSize, from.rootHash, to.logSize, to.rootHash]),
  };
  return checkQuery(session, check, async (queries, signal): Promise<{ readonly verdict: Verdict }> => {
    const { entries } = await queries.ensureQueryData(betweenQuery(session, from.logSize, to.logSize));
    const { leafRule } = end;
    if (leafRule === undefined)
      return {
        verdict: cannotCheck('unknown-leaf-rule', 'how an entry is written as a leaf is not known'),
      };
    const proved = start && { last: start.entry, before: start.steps.map(({ left }) => left).reverse() };
    return session.verifier.checkRange({ start: proved, entries, to, leafRule }, signal);
  });
}

function latestOf(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

async function readData(
  session: RegisterSession,
  queries: QueryClient,
  entries: readonly Entry[],
  signal: AbortSignal,
  note: (done: number, of: number) => void,
): Promise<{
  readonly items: Map<Hash, Item>;
  readonly refused: readonly Check[];
  readonly missing: number;
}> {
  const hashes = [...new Set(entries.flatMap(({ itemHashes }) => itemHashes))];
  const items = new Map<Hash, Item>();
  const refused: Check[] = [];
  let missing = 0;
  await inTurns(hashes, signal, note, async (hash) => {
    try {
      const checked = await queries.ensureQueryData(checkedItemQuery(session, hash));
      const { outcome } = checked.verdict;
      if (outcome === 'holds') items.set(hash, checked.item);
      else if (outcome === 'does-not-match') refused.push(itemCheck(checked));
      else missing += 1;
    } catch (error) {
      signal.throwIfAborted();
      // Data that the server does not have is said to be missing; any other failure is one of the whole.
      if (!(error instanceof Error) || !describeFailure(error).notFound) throw error;
      missing += 1;
    }
  });
  return { items, refused, missing };
}

/** inTurns asks for one after another, a few at once, and keeps the order. */
async function inTurns<One, Answer>(
  list: readonly One[],
  signal: AbortSignal,
  note: (done: number, of: number) => void,
  ask: (one: One) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (next < list.length) {
      signal.throwIfAborted();
      const index = next;
      next += 1;
      answers[index] = await ask(list[index] as One);
      done += 1;
      note(done, list.length);
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, worker));
  return answers;
}
