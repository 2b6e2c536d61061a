import type { QueryClient } from '@tanstack/react-query';
import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import { EMPTY_ROOT } from '../core/merkle.ts';
import type { Checkpoint, Entry, Item } from '../core/model.ts';
import { cannotCheck, type Verdict } from '../core/verdict.ts';
import { changes, type ChangesAnswer, type ChangesAsk } from '../log/changes.ts';
import { type LogCopy, sliceCopy } from '../log/log-copy.ts';
import { workThrough } from '../log/run.ts';
import type { EarlierEntryCheck, ItemCheck } from '../verify/protocol.ts';
import { readQuery } from './client-query.ts';
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
  return readQuery(
    session,
    ['between', from, to],
    async (api, signal, queries): Promise<Between> => {
      const entries = await api.entries(from + 1, to - from, signal);
      if (entries.length < to - from) throw new IncompleteListError(from + entries.length, to, session.base);
      const each = inTurns(signal, (reading) =>
        queries.setQueryData<ReadingBetween>(readingBetweenKey(session, from, to), reading),
      );
      const keys = new Set(entries.map(({ key }) => key));
      // Before its first entry nothing can have been.
      const trails = await each(from === 0 ? [] : [...keys], async (key) => {
        await queries.fetchQuery(trailReachingQuery(session, key, from));
        return queries.fetchQuery(trailQuery(session, key));
      });
      const before = trails.flatMap((trail) => trail.findLast((one) => one.entryNumber <= from) ?? []);
      const after = new Map(entries.map((entry) => [entry.key, entry])).values();
      const hashes = new Set([...before, ...after].flatMap(({ itemHashes }) => itemHashes));
      const items = new Map<Hash, Item>();
      const refused: Check[] = [];
      await each([...hashes], async (hash) => {
        const checked = await checkedItem(session, queries, hash);
        if (checked?.verdict.outcome === 'holds') items.set(hash, checked.item);
        if (checked?.verdict.outcome === 'does-not-match') refused.push(itemCheck(checked));
      });
      const missing = hashes.size - items.size - refused.length;
      const log = sliceCopy({ variant: api.variant, entries, before, items });
      return { entries, log, refused, missing };
    },
    { gcTime: 5 * 60_000, structuralSharing: false },
  );
}

/** checkedItem is data with what its hash came to; undefined where the server does not have it. Any other failure is one of the whole. */
async function checkedItem(
  session: RegisterSession,
  queries: QueryClient,
  hash: Hash,
): Promise<ItemCheck | undefined> {
  try {
    return await queries.ensureQueryData(checkedItemQuery(session, hash));
  } catch (error) {
    if (describeFailure(error).notFound) return undefined;
    throw error;
  }
}

/** inTurns returns what asks for one after another, a few at once, keeps the order, and notes how far it is. */
function inTurns(signal: AbortSignal, note: (reading: ReadingBetween) => void) {
  return async <One, Answer>(list: readonly One[], ask: (one: One) => Promise<Answer>) => {
    const answers: Answer[] = [];
    const left = [...list.entries()];
    const { length: of } = left;
    let done = 0;
    await workThrough(
      () => left.shift(),
      REQUESTS_AT_ONCE,
      async ([index, one]) => {
        signal.throwIfAborted();
        answers[index] = await ask(one);
        done += 1;
        note({ done, of });
      },
    );
    return answers;
  };
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
    if (leafRule !== undefined) {
      const proved = start && { last: start.entry, before: start.steps.map(({ left }) => left).reverse() };
      return session.verifier.checkRange({ start: proved, entries, to, leafRule }, signal);
    }
    const reason = 'how an entry is written as a leaf is not known';
    return { verdict: cannotCheck('unknown-leaf-rule', reason) };
  });
}
