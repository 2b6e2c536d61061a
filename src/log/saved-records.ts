import * as v from 'valibot';
import { type Hash, isHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import type { AuditFinding, AuditResult } from '../verify/audit-result.ts';
import type { CoveredRange } from './audit-types.ts';
import { MOST_FINDINGS } from './findings.ts';
import { HASH_BYTES, type IndexedPage, LatestEntries } from './log-index.ts';
import type { LogTreeState } from './log-tree.ts';

// What comes out of storage may have been written by another version, or be damaged. These schemas look, and what is anything else is not there. A forger who
// can write to this browser's storage can do anything to the page; against damage the root is rebuilt again at the end of every run.

/** RUN_VERSION is written with everything kept; what has another is not read. */
export const RUN_VERSION = 5;

const VERSION = v.literal(RUN_VERSION);
const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const HEAD: v.GenericSchema<Checkpoint> = v.object({ logSize: WHOLE, rootHash: v.custom<Hash>(isHash) });
const VARIANT = v.picklist(['item', 'blob']);
const LEAF_RULE = v.picklist(LEAF_RULE_NAMES.map(({ id }) => id));
const BYTES = v.custom<Uint8Array>((value) => value instanceof Uint8Array);
const ENDS = v.custom<Uint32Array>((value) => value instanceof Uint32Array);
/** The tree is looked at where it is taken up. */
const TREE = v.custom<LogTreeState>(() => true);
const FINDING = v.looseObject({
  kind: v.picklist(['root', 'entry', 'item', 'item-missing', 'unreadable']),
  text: v.string(),
  sent: v.optional(v.string()),
});
const isFindings = (value: unknown): boolean => v.is(v.array(FINDING), value);

const RUN = v.pipe(
  v.object({
    version: VERSION,
    registerId: v.string(),
    /** The names of its parts bear it; they are numbered from 0. */
    runId: v.string(),
    parts: WHOLE,
    /** The head of the finished audit that the run continues; missing if it reads all. */
    base: v.optional(HEAD),
    head: HEAD,
    variant: VARIANT,
    leafRule: v.optional(LEAF_RULE),
    tree: TREE,
    phase: v.picklist(['entries', 'items', 'comparing']),
    itemStates: BYTES,
    /** Hashes of data that no entry read so far names. */
    earlyItems: v.pipe(
      BYTES,
      v.check(({ length }) => length % HASH_BYTES === 0),
    ),
    /** Looked at where the list is read on. */
    itemsAt: v.unknown(),
    listDone: v.boolean(),
    findings: v.object({ list: v.custom<AuditFinding[]>(isFindings), count: WHOLE }),
    remarks: v.array(v.string()),
    bytes: WHOLE,
    elapsedMs: v.number(),
  }),
  v.check(({ findings: { list, count } }) => list.length === Math.min(count, MOST_FINDINGS)),
  v.check(({ base }) => base?.logSize !== 0),
);

/** RunRecord is an unfinished run, without the notes of its entries, which are kept in parts beside it. */
export type RunRecord = v.InferOutput<typeof RUN>;

const BASE = v.object({
  version: VERSION,
  registerId: v.string(),
  head: HEAD,
  variant: VARIANT,
  leafRule: LEAF_RULE,
  /** Whether its verdict was "holds": what was wrong with its data must not be forgotten by an audit that reads only what came after. */
  held: v.boolean(),
  tree: TREE,
  /** Looked at where it is taken up. */
  trail: v.unknown(),
});

/**
 * BaseRecord is a finished audit whose root was the published one: what a later audit continues, if all of it held, and the newest entry of every key. Its head
 * tells it from every other: under one root there is one log.
 */
export type BaseRecord = v.InferOutput<typeof BASE>;

const RESULT_FORM = v.looseObject({
  verdict: v.looseObject({ outcome: v.string() }),
  head: HEAD,
  variant: VARIANT,
  findings: v.custom(isFindings),
  remarks: v.optional(v.array(v.string())),
  finishedAt: v.number(),
});

/** One that says it holds has to bear that out by itself: a verdict alone is soon written. */
const RESULT = v.object({
  version: VERSION,
  result: v.pipe(
    v.custom<AuditResult>((value) => v.is(RESULT_FORM, value)),
    v.check((result) => result.verdict.outcome !== 'holds' || bearsOut(result)),
  ),
});

/** ResultRecord is what an audit came to. */
export type ResultRecord = v.InferOutput<typeof RESULT>;

function bearsOut(result: AuditResult): boolean {
  return (
    result.computedRoot === result.head.rootHash &&
    result.findings.length === 0 &&
    result.findingCount === 0 &&
    result.entries === result.head.logSize &&
    result.items === result.itemsNamed
  );
}

const PART = v.array(
  v.pipe(
    v.object({ from: WHOLE, count: WHOLE, hashes: BYTES, hashEnds: ENDS, keys: BYTES, keyEnds: ENDS }),
    v.check(
      ({ count, hashes, hashEnds, keys, keyEnds }) =>
        hashEnds.length === count &&
        keyEnds.length === count &&
        HASH_BYTES * (hashEnds.at(-1) ?? 0) === hashes.length &&
        (keyEnds.at(-1) ?? 0) === keys.length,
    ),
  ),
);

const COVERED = v.pipe(
  v.object({
    first: v.pipe(WHOLE, v.minValue(1)),
    last: WHOLE,
    how: v.literal('audit'),
    head: HEAD,
    at: v.number(),
  }),
  v.check(({ first, last }) => first <= last),
);

/** readRunRecord looks at a stored RunRecord of a register. */
export function readRunRecord(value: unknown, registerId: string): RunRecord | undefined {
  return v.is(RUN, value) && value.registerId === registerId ? v.parse(RUN, value) : undefined;
}

/** readBaseRecord looks at a stored BaseRecord of a register. */
export function readBaseRecord(value: unknown, registerId: string): BaseRecord | undefined {
  return v.is(BASE, value) && value.registerId === registerId ? value : undefined;
}

/** readPart looks at the notes of a run's entries: a list of pages, each following the one before. Throws RangeError for anything else. */
export function readPart(value: unknown): readonly IndexedPage[] {
  if (!v.is(PART, value)) throw new RangeError('not a part of a saved run');
  return value;
}

/** loadTrail reads the newest entry of every key out of a finished audit. Rejects with RangeError where it is damaged, or of another number of entries. */
export async function loadTrail({ trail, head }: BaseRecord): Promise<LatestEntries> {
  const entries = await LatestEntries.from(trail);
  if (!entries.spans(head.logSize)) throw new RangeError('the trail index is of another log');
  return entries;
}

/** ifWhole is undefined for what was kept and is damaged, which is told by a RangeError. */
export async function ifWhole<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** readResult looks at a stored ResultRecord. */
export function readResult(value: unknown): AuditResult | undefined {
  return v.is(RESULT, value) ? value.result : undefined;
}

/** readCoverage looks at stored CoveredRanges, and leaves out what is none. */
export function readCoverage(value: unknown): readonly CoveredRange[] {
  return Array.isArray(value) ? value.filter((range) => v.is(COVERED, range)) : [];
}
