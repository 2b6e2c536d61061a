import * as v from 'valibot';
import { isSameHead } from '../core/check-result.ts';
import { type Hash, isHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { LatestEntries, type TrailIndex } from './log-index.ts';

/**
 * AuditStorage is a key-value store for audits. Values are structured-cloneable; what is read is not trusted.
 */
export interface AuditStorage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/**
 * auditKey is the name under which a part of a register's audits is stored: the unfinished run, the latest
 * result, and the log that the next audit continues.
 */
export function auditKey(registerId: string, what: 'run' | 'result' | 'base'): string {
  return `register-explorer:audit:${registerId}:${what}`;
}

// Stored values may be from another version, or damaged: values that do not match these schemas count as
// missing. Whoever can write to this browser's storage can do anything to the page; against damage, every run
// ends by computing the root again.

/** VERSION is written with every stored log; other versions are not read. */
const VERSION = 7;

const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const HEAD = v.object({ logSize: WHOLE, rootHash: v.custom<Hash>(isHash) });
const BYTES = v.custom<Uint8Array>((value) => value instanceof Uint8Array);
const NUMBERS = v.custom<Uint32Array>((value) => value instanceof Uint32Array);
const LATEST = v.custom<Float64Array>((value) => value instanceof Float64Array);
const VARIANT = v.picklist(['item', 'blob']);
const LOG = {
  version: v.literal(VERSION),
  registerId: v.string(),
  head: HEAD,
  variant: VARIANT,
  leafRule: v.picklist(LEAF_RULE_NAMES.map(({ id }) => id)),
  /** Validated when it is restored. */
  tree: v.unknown(),
  index: v.object({
    size: WHOLE,
    trail: v.object({ keys: BYTES, ends: NUMBERS, latest: LATEST, counts: NUMBERS }),
    data: v.optional(v.object({ hashes: BYTES, states: BYTES, named: NUMBERS, namedBy: NUMBERS })),
  }),
};

/** A run is an unfinished audit: the log as far as it was read, and where to go on. */
const RUN = v.object({
  ...LOG,
  phase: v.picklist(['entries', 'items', 'comparing']),
  list: v.union([v.literal('done'), v.object({ at: v.unknown() })]),
  remarks: v.array(v.string()),
  bytes: WHOLE,
  elapsedMs: v.number(),
  /** The last entry read by the finished audit that it continues. */
  continuedFrom: WHOLE,
});

/**
 * A base is the log of a finished audit that gave the published root. A later audit
 * continues it if all of it held.
 */
const BASE = v.object({ ...LOG, held: v.boolean(), at: v.number() });

type Run = v.InferOutput<typeof RUN>;

/** SavedLog is a log as its worker saves it. */
export type SavedLog = Pick<Run, 'leafRule' | 'tree' | 'index'>;

/** A result that holds must be consistent in itself: a stored verdict alone proves nothing. */
const RESULT = v.pipe(
  v.looseObject({
    verdict: v.looseObject({ outcome: v.string() }),
    head: HEAD,
    variant: VARIANT,
    findings: v.array(
      v.looseObject({
        kind: v.picklist(['root', 'entry', 'item', 'item-missing', 'unreadable']),
        text: v.string(),
        sent: v.optional(v.string()),
      }),
    ),
    // Those of an older build may lack them.
    remarks: v.optional(v.array(v.string()), []),
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

/** StoredAudit is what this browser has stored of the audits of a register. */
export interface StoredAudit {
  /** The latest finished audit. */
  readonly result?: AuditResult;
  /** An unfinished audit, and the number of entries it read. */
  readonly unfinished?: { readonly head: Checkpoint; readonly entriesDone: number };
}

/**
 * readStoredAudit reads what is stored of a register's audits. Never rejects: what is unreadable or
 * malformed counts as missing.
 */
export async function readStoredAudit(storage: AuditStorage, registerId: string): Promise<StoredAudit> {
  const [result, run] = await Promise.all([readResult(storage, registerId), readRun(storage, registerId)]);
  return {
    ...(result && { result }),
    ...(run && { unfinished: { head: run.head, entriesDone: run.index.size } }),
  };
}

/**
 * readTrailIndex reads the newest entry of every key in the latest audit that gave the
 * published root. Never rejects.
 */
export async function readTrailIndex(
  storage: AuditStorage,
  registerId: string,
): Promise<TrailIndex | undefined> {
  const base = await readBase(storage, registerId);
  const latest = await readResult(storage, registerId);
  // Two tabs may have stored audits of two heads at once.
  if (!base || (latest && rebuiltItsRoot(latest) && !isSameHead(latest.head, base.head))) return undefined;
  const { head: checkpoint, at: auditedAt, index } = base;
  try {
    const trail = LatestEntries.from(index.trail, checkpoint.logSize);
    return { checkpoint, auditedAt, latestOf: (key) => trail.latestOf(key) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** readRun reads the unfinished run of a register. */
export async function readRun(storage: AuditStorage, registerId: string): Promise<Run | undefined> {
  const run = await read(storage, auditKey(registerId, 'run'));
  return v.is(RUN, run) && run.registerId === registerId ? run : undefined;
}

/** readBase reads the finished audit of a register that a later one may continue. */
export async function readBase(
  storage: AuditStorage,
  registerId: string,
): Promise<v.InferOutput<typeof BASE> | undefined> {
  const base = await read(storage, auditKey(registerId, 'base'));
  return v.is(BASE, base) && base.registerId === registerId ? base : undefined;
}

async function readResult(storage: AuditStorage, registerId: string): Promise<AuditResult | undefined> {
  const stored = await read(storage, auditKey(registerId, 'result'));
  const { success, output } = v.safeParse(RESULT, stored);
  return success ? (output as unknown as AuditResult) : undefined;
}

function read(storage: AuditStorage, key: string): Promise<unknown> {
  return storage.get(key).catch(() => undefined);
}

/** rebuiltItsRoot reports whether the entries of an audit gave the published root. */
function rebuiltItsRoot({ head, computedRoot }: AuditResult): boolean {
  return head.logSize > 0 && computedRoot === head.rootHash;
}

/** saveRun stores an unfinished run in place of any other. Rejects if storage is full or refused. */
export function saveRun(
  storage: AuditStorage,
  registerId: string,
  run: Omit<Run, 'version' | 'registerId'>,
): Promise<void> {
  return storage.set(auditKey(registerId, 'run'), { version: VERSION, registerId, ...run });
}

/**
 * discardRun removes the unfinished run. Never rejects: a storage that refuses to remove is not read either.
 */
export function discardRun(storage: AuditStorage, registerId: string): Promise<void> {
  return storage.remove(auditKey(registerId, 'run')).catch(() => undefined);
}

/**
 * keepAudit stores the result of a finished run in place of the run, and the log that a later one continues.
 * Rejects if storage is full or refused.
 */
export async function keepAudit(
  storage: AuditStorage,
  registerId: string,
  result: AuditResult,
  log: () => Promise<SavedLog>,
): Promise<void> {
  const { head, variant, finishedAt: at } = result;
  await storage.set(auditKey(registerId, 'result'), result);
  if (rebuiltItsRoot(result)) {
    const held = result.verdict.outcome === 'holds';
    const base = { version: VERSION, registerId, head, variant, held, at, ...(await log()) };
    await storage.set(auditKey(registerId, 'base'), base);
  }
  await discardRun(storage, registerId);
}
