import * as v from 'valibot';
import { isSameHead } from '../core/check-result.ts';
import { fieldsOf } from '../core/guards.ts';
import { type Hash, isHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import { isWellFormed } from '../core/utf8.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { type SavedBytes, savedParts } from '../rsf/byte-table.ts';
import type { LatestEntry } from './log-copy.ts';

/**
 * AuditStorage is a key-value store for audits. Values are structured-cloneable; what is read is not trusted.
 */
export interface AuditStorage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
}

/**
 * auditKey is the name under which a part of a register's audits is stored: the result of the latest one,
 * or the base that the next one continues.
 */
export function auditKey(registerId: string, what: 'result' | 'base'): string {
  return `register-explorer:audit:${registerId}:${what}`;
}

// Stored values may be damaged: values that do not match these schemas count as missing. Whoever can write to
// this browser's storage can do anything to the page; against damage, every audit ends by computing the root
// again.

/** BASE_VERSION is written with every base. One of another version is not read: the next audit reads all. */
const BASE_VERSION = 9;

/** RESULT_VERSION is written with every result. */
const RESULT_VERSION = 8;

type Stored = Readonly<Record<string, unknown>>;

/** STEPS make of a result stored by the earlier versions, up to the given one, that of the next form. */
const STEPS: readonly (readonly [last: number, step: (stored: Stored) => Stored])[] = [
  // It was beside the id of its run.
  [5, ({ result }) => fieldsOf(result)],
  // It had no version.
  [7, (result) => ({ ...result, version: RESULT_VERSION })],
];

const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const HEAD = v.object({ logSize: WHOLE, rootHash: v.custom<Hash>(isHash) });
const BYTES = v.custom<Uint8Array>((value) => value instanceof Uint8Array);
const NUMBERS = v.custom<Uint32Array>((value) => value instanceof Uint32Array);
const VARIANT = v.picklist(['item', 'blob']);

/**
 * A base is what is kept of the log of a finished audit that gave the published root: the entries of each key, and
 * the right edge of the tree. A later audit continues it if all of it held.
 */
const BASE = v.object({
  version: v.literal(BASE_VERSION),
  registerId: v.string(),
  head: HEAD,
  held: v.boolean(),
  at: v.number(),
  variant: VARIANT,
  leafRule: v.picklist(LEAF_RULE_NAMES.map(({ id }) => id)),
  /** Validated when it is restored. */
  tree: v.unknown(),
  trails: v.object({ keys: v.object({ bytes: BYTES, ends: NUMBERS }), newest: NUMBERS, previous: NUMBERS }),
});

type Base = v.InferOutput<typeof BASE>;

/** SavedLog is a log as its worker saves it. */
export type SavedLog = Pick<Base, 'leafRule' | 'tree' | 'trails'>;

/** A result that holds must be consistent in itself: a stored verdict alone proves nothing. */
const RESULT = v.pipe(
  v.looseObject({
    version: v.literal(RESULT_VERSION),
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

/**
 * TrailIndex has the newest entry of every key up to a head whose root the entries gave, so that "latest
 * version" can be claimed at that head.
 */
export interface TrailIndex {
  readonly checkpoint: Checkpoint;
  /** When the audit that read them ended, in milliseconds since 1970. */
  readonly auditedAt: number;
  latestOf(key: string): LatestEntry | undefined;
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
  const latest = await readResult(storage, registerId).catch(() => 'unread' as const);
  if (!base || latest === 'unread') return undefined;
  // Two tabs may have stored audits of two heads at once.
  if (latest && rebuiltItsRoot(latest) && !isSameHead(latest.head, base.head)) return undefined;
  const { head: checkpoint, at: auditedAt, trails } = base;
  return { checkpoint, auditedAt, latestOf: (key) => latestIn(trails, placeOf(key, trails.keys)) };
}

/** placeOf returns the place of a key among saved ones; -1 if it is not one of them. */
function placeOf(key: string, keys: SavedBytes): number {
  if (!isWellFormed(key)) return -1;
  const wanted = new TextEncoder().encode(key);
  let place = 0;
  for (const bytes of savedParts(keys)) {
    if (bytes.length === wanted.length && bytes.every((byte, at) => byte === wanted[at])) return place;
    place += 1;
  }
  return -1;
}

/** latestIn finds the newest entry of the key at an index; undefined if there is none. */
function latestIn({ newest, previous }: Base['trails'], index: number): LatestEntry | undefined {
  const entryNumber = newest[index];
  if (entryNumber === undefined) return undefined;
  let count = 0;
  for (let at = entryNumber; at > 0; at = previous[at] ?? 0) count += 1;
  return { entryNumber, count };
}

/** readBase reads the finished audit of a register that a later one may continue. */
export async function readBase(storage: AuditStorage, registerId: string): Promise<Base | undefined> {
  const base = await storage.get(auditKey(registerId, 'base')).catch(() => undefined);
  return v.is(BASE, base) && base.registerId === registerId && isWhole(base) ? base : undefined;
}

/** isWhole reports whether the numbers of saved entries are those of a log of this size. */
function isWhole({ head, trails: { keys, newest, previous } }: Base): boolean {
  return (
    keys.ends.length === newest.length &&
    newest.every((entryNumber) => entryNumber > 0 && entryNumber <= head.logSize) &&
    previous.length === head.logSize + 1 &&
    previous.every((before, entryNumber) => before < Math.max(1, entryNumber))
  );
}

/**
 * readResult reads the result of the latest finished audit of a register. What is malformed counts as missing;
 * rejects if storage does not give it, or if a later version of this page stored it.
 */
export async function readResult(
  storage: AuditStorage,
  registerId: string,
): Promise<AuditResult | undefined> {
  const stored = fieldsOf(await storage.get(auditKey(registerId, 'result')));
  const from = Number(stored['version'] ?? STEPS.at(-1)?.[0]);
  if (from > RESULT_VERSION) throw new LaterAuditError();
  const steps = STEPS.filter(([last]) => last >= from);
  const { success, output } = v.safeParse(
    RESULT,
    steps.reduce((result, [, step]) => step(result), stored),
  );
  if (!success) return undefined;
  const { version: _, ...result } = output;
  return result as unknown as AuditResult;
}

/** LaterAuditError reports an audit that a later version of this page stored. It is never written over. */
class LaterAuditError extends Error {
  override readonly name = 'LaterAuditError';

  constructor() {
    super('A later version of this page audited this register. Load that version to see what it found.');
  }
}

/** rebuiltItsRoot reports whether the entries of an audit gave the published root. */
function rebuiltItsRoot({ head, computedRoot }: AuditResult): boolean {
  return head.logSize > 0 && computedRoot === head.rootHash;
}

/**
 * keepAudit stores the result of a finished audit, and the base that a later one continues. Rejects if storage
 * is full or refused, or has an audit of a later version of this page.
 */
export async function keepAudit(
  storage: AuditStorage,
  registerId: string,
  result: AuditResult,
  log: () => Promise<SavedLog>,
): Promise<void> {
  const { head, variant, finishedAt: at } = result;
  await readResult(storage, registerId).catch((error: unknown) => {
    if (error instanceof LaterAuditError) throw error;
  });
  await storage.set(auditKey(registerId, 'result'), { ...result, version: RESULT_VERSION });
  if (rebuiltItsRoot(result)) {
    const held = result.verdict.outcome === 'holds';
    const base = { version: BASE_VERSION, registerId, head, variant, held, at, ...(await log()) };
    await storage.set(auditKey(registerId, 'base'), base);
  }
}
