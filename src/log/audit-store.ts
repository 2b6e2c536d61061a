import { del, delMany, get, keys, set } from 'idb-keyval';
import * as v from 'valibot';
import { isSameHead } from '../core/check-result.ts';
import { type Hash, isHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import type { EntryRange } from '../core/verdict.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { browserStore } from '../verify/browser-store.ts';
import { LatestEntries, type LatestEntriesState, type TrailIndex } from './log-index.ts';
import { LogTree, type LogTreeState } from './log-tree.ts';
import type { Phase } from './read-log.ts';

/** AuditStorage is a key-value store for audits. Values are structured-cloneable; what is read is not trusted. */
export interface AuditStorage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** keys lists the names of all stored values. */
  keys(): Promise<readonly string[]>;
}

/** ANSWER_LIMIT_MS is how long storage may take to write one part: some are large, and disks are slow. */
const ANSWER_LIMIT_MS = 60_000;

/** browserAuditStorage stores audits in an IndexedDB database of their own: they are large, and may be deleted as a whole. */
export function browserAuditStorage(): AuditStorage {
  const store = browserStore('register-explorer-audits', 'audits', ANSWER_LIMIT_MS);
  return {
    get: (key) => get(key, store),
    set: (key, value) => set(key, value, store),
    remove: (names) =>
      names.length === 1 && names[0] !== undefined ? del(names[0], store) : delMany([...names], store),
    keys: async () => (await keys(store)).filter((name) => typeof name === 'string'),
  };
}

type StoredPart = 'run' | 'result' | 'base' | 'coverage';

/** auditKey is the name under which a part of a register's audits is stored. */
export function auditKey(registerId: string, what: StoredPart | `part:${string}`): string {
  return `register-explorer:audit:${registerId}:${what}`;
}

// Stored values may be from another version, or damaged: values that do not match these schemas count as missing. Whoever can write to this browser's storage can
// do anything to the page; against damage, every run ends by computing the root again.

/** VERSION is written with every stored value; other versions are not read. */
export const VERSION = 6;

const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const HASH = v.custom<Hash>(isHash);
const HEAD = v.object({ logSize: WHOLE, rootHash: HASH });
const BYTES = v.custom<Uint8Array>((value) => value instanceof Uint8Array);
const ENDS = v.pipe(
  v.custom<Uint32Array>((value) => value instanceof Uint32Array),
  v.check((ends) => ends.every((end, index) => end >= (ends[index - 1] ?? 0))),
);
const OF_LOG = {
  version: v.literal(VERSION),
  registerId: v.string(),
  head: HEAD,
  variant: v.picklist(['item', 'blob']),
  leafRule: v.picklist(LEAF_RULE_NAMES.map(({ id }) => id)),
  /** Validated when it is restored. */
  tree: v.unknown(),
};
const FINDINGS = v.array(
  v.looseObject({
    kind: v.picklist(['root', 'entry', 'item', 'item-missing', 'unreadable']),
    text: v.string(),
    sent: v.optional(v.string()),
  }),
);

/** RunRecord is an unfinished run without the names in its entries, which are stored in separate parts. */
const RUN = v.object({
  ...OF_LOG,
  /** Contained in the names of its parts, which are numbered from 0. */
  runId: v.string(),
  parts: WHOLE,
  /** The head of the finished audit that the run continues; missing if it reads all. */
  base: v.optional(HEAD),
  phase: v.picklist(['entries', 'items', 'comparing']),
  states: BYTES,
  list: v.union([v.literal('done'), v.object({ at: v.unknown() })]),
  remarks: v.array(v.string()),
  bytes: WHOLE,
  elapsedMs: v.number(),
});
export type RunRecord = v.InferOutput<typeof RUN>;

const TRAIL = v.object({
  keys: BYTES,
  ends: ENDS,
  latest: v.custom<Float64Array>((value) => value instanceof Float64Array),
  counts: v.custom<Uint32Array>((value) => value instanceof Uint32Array),
});

/** BaseRecord is a finished audit that gave the published root, with the newest entry of every key. A later audit continues it if all of it held. */
const BASE = v.object({ ...OF_LOG, held: v.boolean(), trail: TRAIL });
export type BaseRecord = v.InferOutput<typeof BASE>;

/** PART is the names in some of a run's entries. */
export const PART = v.pipe(
  v.object({ keys: BYTES, keyEnds: ENDS, hashes: BYTES, hashEnds: ENDS }),
  v.check(
    ({ keys, keyEnds, hashes, hashEnds }) =>
      keyEnds.length === hashEnds.length &&
      (keyEnds.at(-1) ?? 0) === keys.length &&
      32 * (hashEnds.at(-1) ?? 0) === hashes.length,
  ),
);

/** A result that holds must be consistent in itself: a stored verdict alone proves nothing. */
const RESULT = v.pipe(
  v.looseObject({
    verdict: v.looseObject({ outcome: v.string() }),
    head: HEAD,
    variant: OF_LOG.variant,
    findings: FINDINGS,
    remarks: v.optional(v.array(v.string())),
    finishedAt: v.number(),
  }),
  v.check(
    (result) =>
      result.verdict.outcome !== 'holds' ||
      (result['computedRoot'] === result.head.rootHash &&
        result['findingCount'] === 0 &&
        result.findings.length === 0 &&
        result['entries'] === result.head.logSize &&
        result['items'] === result['itemsNamed']),
  ),
);

const COVERED = v.pipe(
  v.object({ first: v.pipe(WHOLE, v.minValue(1)), last: WHOLE, head: HEAD, at: v.number() }),
  v.check(({ first, last }) => first <= last),
);

/** CoveredRange is a run of entries that an audit of this browser once verified, against which head, and when (milliseconds since 1970). */
export interface CoveredRange extends EntryRange {
  readonly head: Checkpoint;
  readonly at: number;
}

/** SavedRun is what a page can show of a saved run before resuming it. */
export interface SavedRun {
  readonly head: Checkpoint;
  readonly phase: Phase;
  readonly entriesDone: number;
}

/** createAuditStore reads stored audits of all registers. Reading never rejects: missing, unreadable or malformed values are undefined, or an empty list. */
export function createAuditStore(storage: AuditStorage) {
  const result = async (registerId: string): Promise<AuditResult | undefined> => {
    const kept = await read(storage, auditKey(registerId, 'result'));
    return v.is(RESULT, kept) ? (kept as unknown as AuditResult) : undefined;
  };
  return {
    /** The latest finished audit. */
    result,
    /** The newest entry of every key in the latest audit that gave the published root. */
    async trailIndex(registerId: string): Promise<TrailIndex | undefined> {
      const base = await readBase(storage, registerId);
      const latest = await result(registerId);
      // Two tabs may have stored audits of two heads at once.
      if (!base || (latest && rebuiltItsRoot(latest) && !isSameHead(latest.head, base.head)))
        return undefined;
      const trail = ifWhole(() => LatestEntries.from(base.trail, base.head.logSize));
      return trail && { checkpoint: base.head, latestOf: (key) => trail.latestOf(key) };
    },
    /** The saved run, if there is one. */
    async savedRun(registerId: string): Promise<SavedRun | undefined> {
      const run = await readRun(storage, registerId);
      const tree = run && ifWhole(() => LogTree.from(run.tree));
      return run && tree && { head: run.head, phase: run.phase, entriesDone: tree.size };
    },
    /** All ranges ever verified here, in the order of time. */
    coverage: async (registerId: string): Promise<readonly CoveredRange[]> =>
      coveredIn(await read(storage, auditKey(registerId, 'coverage'))),
  };
}

function coveredIn(kept: unknown): readonly CoveredRange[] {
  return Array.isArray(kept) ? kept.filter((range) => v.is(COVERED, range)) : [];
}

/** read returns the value stored under a name; undefined if it cannot be read. */
export function read(storage: AuditStorage, key: string): Promise<unknown> {
  return storage.get(key).catch(() => undefined);
}

/** readRun reads the unfinished run of a register. */
export async function readRun(storage: AuditStorage, registerId: string): Promise<RunRecord | undefined> {
  const run = await read(storage, auditKey(registerId, 'run'));
  return v.is(RUN, run) && run.registerId === registerId ? run : undefined;
}

/** readBase reads the finished audit of a register that a later one may continue. */
export async function readBase(storage: AuditStorage, registerId: string): Promise<BaseRecord | undefined> {
  const base = await read(storage, auditKey(registerId, 'base'));
  return v.is(BASE, base) && base.registerId === registerId ? base : undefined;
}

/** ifWhole is undefined for a damaged value, which `work` reports by a RangeError. */
export function ifWhole<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** rebuiltItsRoot reports whether the entries of an audit gave the published root. */
function rebuiltItsRoot({ head, computedRoot }: AuditResult): boolean {
  return head.logSize > 0 && computedRoot === head.rootHash;
}

/** keepAudit stores the result of a finished run and the state that a later one continues. Rejects if storage is full or refused. */
export async function keepAudit(
  storage: AuditStorage,
  registerId: string,
  result: AuditResult,
  log: { readonly tree: LogTreeState; readonly trail: LatestEntriesState } | undefined,
): Promise<void> {
  const { head, variant, leafRule, finishedAt: at } = result;
  await storage.set(auditKey(registerId, 'result'), result);
  if (log === undefined || leafRule === undefined || !rebuiltItsRoot(result)) return;
  const held = result.verdict.outcome === 'holds';
  const base: BaseRecord = { version: VERSION, registerId, head, variant, leafRule, held, ...log };
  await storage.set(auditKey(registerId, 'base'), base);
  const first = result.continuedFrom < head.logSize ? result.continuedFrom + 1 : 1;
  await addCoverage(storage, registerId, { first, last: head.logSize, head, at });
}

/** MOST_RANGES is the most covered ranges kept of one register; the oldest are dropped. */
const MOST_RANGES = 200;

/** addCoverage adds a range and drops earlier ones within it. If the stored ones cannot be read, nothing is written, so that they are not lost. */
export async function addCoverage(
  storage: AuditStorage,
  registerId: string,
  range: CoveredRange,
): Promise<void> {
  const key = auditKey(registerId, 'coverage');
  const kept = await storage.get(key).catch(() => 'unread');
  if (kept === 'unread') return;
  const others = coveredIn(kept).filter(({ first, last }) => first < range.first || last > range.last);
  await storage.set(key, [...others, range].slice(-MOST_RANGES));
}
