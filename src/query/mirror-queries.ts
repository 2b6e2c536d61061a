import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import { isolated } from '../core/invisible.ts';
import { type Mirror, mirrorLists, type MirrorResult, unreadList } from '../trust/reader-lists.ts';
import { clientOf } from './client-query.ts';
import { copyAnswer, endCopy, HELD_AT_MOST } from './copy.ts';
import { copyForHead } from './copy-for-head.ts';
import { describeFailure } from './failure.ts';
import { noteStored } from './stored-audit.ts';
import { rootAtQuery } from './inclusion-queries.ts';
import { freshHead, registerQuery } from './register-queries.ts';
import { ensureChecked } from './report-check.ts';
import { type RegisterSession, queryKey } from './session.ts';

/**
 * mirrorListQuery lists the mirrors that the reader added to a register, with the results of comparing them.
 */
export function mirrorListQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'mirrors'),
    queryFn: () => mirrorLists.read(session.memory.id),
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** unkeptQuery has the changes to the list that storage refused, by mirror; undefined for one that was removed. */
function unkeptQuery(session: RegisterSession) {
  return queryOptions<ReadonlyMap<string, Mirror | undefined>>({
    queryKey: queryKey(session, 'unkept-mirrors'),
    queryFn: skipToken,
    gcTime: Infinity,
  });
}

/** useMirrorList returns the mirrors of a register, with what this page alone knows of them, and how they were read. */
export function useMirrorList(session: RegisterSession) {
  const { data = [], error, isLoading } = useQuery(mirrorListQuery(session));
  const { data: unkept = [] } = useQuery(unkeptQuery(session));
  const mirrors = [...unkept].reduce((list, [id, mirror]) => mirrorLists.changed(list, id, mirror), data);
  return { mirrors, error, isLoading };
}

/**
 * saveMirror adds or changes a mirror of a register; undefined removes it. If storage refuses, it rejects,
 * and the change lasts as long as the page. A list that could not be read stays unread.
 */
export async function saveMirror(
  queries: QueryClient,
  session: RegisterSession,
  id: string,
  mirror: Mirror | undefined,
): Promise<void> {
  const { change, changed } = mirrorLists;
  if (mirror !== undefined) noteStored('witnesses', session.memory.id);
  // A reading under way would restore the list without it.
  const read = await queries
    .ensureQueryData(mirrorListQuery(session))
    .catch((error: unknown) => (unreadList(error) === undefined ? [] : undefined));
  let isKept = false;
  try {
    // The page may be left at once.
    await change(session.memory.id, id, mirror);
    isKept = true;
  } finally {
    queries.setQueryData(unkeptQuery(session).queryKey, (unkept = new Map()) => {
      const others = [...unkept].filter(([one]) => one !== id);
      return new Map(isKept ? others : [...others, [id, mirror]]);
    });
    queries.setQueryData<readonly Mirror[]>(
      mirrorListQuery(session).queryKey,
      (known = read) => known && changed(known, id, mirror),
    );
  }
}

/** isOutdated reports whether a result is an agreement with another head of the register than this one. */
export function isOutdated({ outcome, own }: MirrorResult, head: Checkpoint | undefined): boolean {
  return outcome === 'holds' && !(own && head && isSameHead(own, head));
}

/** Side is one of two copies of a register, as published now. */
interface Side {
  readonly name: string;
  readonly session: RegisterSession;
  readonly variant: Variant;
  readonly head: Checkpoint;
}

type Sides = readonly [Side, Side];

/** MirrorComparison is the signal that ends a comparison, and the listener to its progress. */
export interface MirrorComparison {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MirrorProgress) => void;
  /** Reads the file of the mirror again; resolves with whether it has one that can be. */
  readonly reread?: () => Promise<boolean>;
}

/**
 * MirrorProgress is the progress of a comparison: proving both roots, reading a log whole, or halving the
 * entries that contain the first difference.
 */
export type MirrorProgress =
  | { readonly step: 'roots' | 'locating' }
  | { readonly step: 'entries' | 'data'; readonly done: number; readonly of: number };

/**
 * compareWithMirror checks that the shorter of two logs is the beginning of the longer. If both hash entries
 * alike, it compares their roots at the shorter one's size, each proved consistent with the published head;
 * else entries and data one by one. If the logs differ, it finds the first differing entry. Anything
 * unreadable or unproved is cannot-check. Not checked are an empty log, which begins every other, the register
 * itself, and one of another name that differs from its first entry on. Rejects only if the signal aborts, and
 * then makes no more requests to the mirror.
 */
export async function compareWithMirror(
  queries: QueryClient,
  own: RegisterSession,
  mirror: RegisterSession,
  comparing: MirrorComparison,
): Promise<MirrorResult> {
  const { signal, onProgress } = comparing;
  const result = { comparedAtMs: Date.now() };
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
      void queries.cancelQueries({ queryKey: [mirror.id] });
    });
  });
  const find = async (): Promise<MirrorResult> => {
    onProgress({ step: 'roots' });
    if (await onSide('the mirror', comparing.reread?.() ?? Promise.resolve(false))) {
      queries.removeQueries({ queryKey: [mirror.id] });
      endCopy(mirror);
      mirror.trust.restart();
      mirror.trust.heads.drop();
    }
    const sides = await Promise.all([
      readSide(queries, own, 'this register'),
      readSide(queries, mirror, 'the mirror'),
    ]);
    const [ownSize, mirrorSize] = [sides[0].head.logSize, sides[1].head.logSize];
    const shared = Math.min(ownSize, mirrorSize);
    const notChecked = (reason: string) => ({ ...result, outcome: 'not-checked', reason }) as const;
    if (shared === 0) return notChecked(`the log of ${sides[mirrorSize === 0 ? 1 : 0].name} is empty`);
    if (headAddress(sides[0]) === headAddress(sides[1])) return notChecked('it is the register itself');
    // A proof of each side finds its leaf rule.
    const isSame = await haveOneRoot(queries, sides, shared, comparing);
    const by: MirrorResult['by'] = hashAlike(sides) ? 'roots' : 'entries';
    const first = await (by === 'entries'
      ? compareEntries(queries, sides, shared, comparing)
      : isSame
        ? undefined
        : locateByRoots(queries, sides, shared, comparing));
    const [ownName, name] = await Promise.all([nameOf(queries, own), nameOf(queries, mirror)]);
    if (first === 1 && name !== ownName && name !== undefined && ownName !== undefined)
      return notChecked(`it is the register ${isolated(name)}, not ${isolated(ownName)}`);
    const found = { ...result, own: sides[0].head, mirror: sides[1].head, by };
    return first === undefined
      ? { ...found, outcome: 'holds' }
      : { ...found, outcome: 'does-not-match', first };
  };
  try {
    return await Promise.race([find(), ended]);
  } catch (error) {
    signal.throwIfAborted();
    return { ...result, outcome: 'cannot-check', reason: describeFailure(error).message.replace(/\.$/, '') };
  }
}

/** headAddress returns the address that published the head of a side. */
function headAddress({ session, head }: Side): string {
  return new URL(session.trust.heads.addressOf(head) ?? session.base).href;
}

/** nameOf returns the name that a register gives itself; undefined if it does not, or does not answer. */
async function nameOf(queries: QueryClient, session: RegisterSession): Promise<string | undefined> {
  const summary = await queries.ensureQueryData(registerQuery(session)).catch(() => undefined);
  return summary?.name;
}

async function readSide(queries: QueryClient, session: RegisterSession, name: string): Promise<Side> {
  const [{ variant }, head] = await onSide(
    name,
    Promise.all([clientOf(queries, session), freshHead({ queries, session })]),
  );
  return { name, session, variant, head };
}

/** onSide rejects with the name of the side whose reading failed. */
async function onSide<T>(name: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new Error(`${name} could not be read: ${describeFailure(error).message}`, { cause: error });
  }
}

/**
 * hashAlike reports whether equal entries give equal roots: in one variant, under one leaf rule, which a
 * proof of each side has found.
 */
function hashAlike([one, other]: Sides): boolean {
  return one.variant === other.variant && one.session.trust.leafRule() === other.session.trust.leafRule();
}

/**
 * haveOneRoot compares the roots of both logs at a size, each by the proof of its last entry and the
 * consistency with its published head. Throws if a proof does not hold.
 */
async function haveOneRoot(
  queries: QueryClient,
  sides: Sides,
  size: number,
  { signal }: MirrorComparison,
): Promise<boolean> {
  const [one, other] = await Promise.all(
    sides.map(async ({ name, session, head }) => {
      const reading = ensureChecked(queries, rootAtQuery(session, size, head), signal);
      const { verdict, checkpoint } = await onSide(name, reading);
      if (verdict.outcome === 'holds') return checkpoint.rootHash;
      const reason = 'reason' in verdict ? `: ${verdict.reason}` : '';
      const found = verdict.outcome === 'does-not-match' ? 'do not match' : 'could not be checked';
      throw new Error(`the proofs of the first ${size} entries of ${name} ${found}${reason}`);
    }),
  );
  return one === other;
}

/**
 * locateByRoots finds the first entry in which two logs with different roots at `size` differ, by bisection:
 * equal roots mean equal logs.
 */
async function locateByRoots(
  queries: QueryClient,
  sides: Sides,
  size: number,
  comparing: MirrorComparison,
): Promise<number> {
  let [same, differs] = [0, size];
  while (differs - same > 1) {
    comparing.signal.throwIfAborted();
    comparing.onProgress({ step: 'locating' });
    const middle = Math.floor((same + differs) / 2);
    if (await haveOneRoot(queries, sides, middle, comparing)) same = middle;
    else differs = middle;
  }
  return differs;
}

/**
 * compareEntries reads both logs whole, each verified against its own root, and finds the first of `size`
 * entries that differs in key, time or data.
 */
async function compareEntries(
  queries: QueryClient,
  sides: Sides,
  size: number,
  { signal, onProgress }: MirrorComparison,
): Promise<number | undefined> {
  const [one, other] = await Promise.all(
    sides.map(async ({ name, session, head }) => {
      if (head.logSize > HELD_AT_MOST)
        throw new Error(
          `${name} hashes entries by other rules, and is too long to be compared entry by entry`,
        );
      const reading = copyForHead(queries, session, head, {
        signal,
        isRequested: true,
        onPhase(phase) {
          if (phase.phase !== 'reading') return;
          const { what, done, of } = phase;
          onProgress({ step: what, done, of });
        },
      });
      const copy = await onSide(name, reading);
      const { outcome } = copy.own ?? copy.verdict;
      if (outcome === 'does-not-match')
        throw new Error(`all entries and data of ${name} together do not give its published root`);
      if (outcome !== 'holds') throw new Error(`the entries and data of ${name} could not be verified`);
      return onSide(name, queries.fetchQuery(copyAnswer(session, copy, 'fingerprints', { at: size })));
    }),
  );
  if (one === undefined || other === undefined) throw new Error('a comparison without two sides');
  return firstDifference(one, other);
}

/**
 * firstDifference returns the number of the first entry whose fingerprints (log/questions.ts, 32 bytes each)
 * differ; undefined if none does.
 */
export function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 ? undefined : Math.floor(at / 32) + 1;
}
