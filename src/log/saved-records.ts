import * as v from 'valibot';
import { type Hash, isHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import type { CoveredRange } from './audit-types.ts';
import { MOST_FINDINGS } from './findings.ts';
import { HASH_BYTES, type IndexedPage } from './log-index.ts';
import type { LogTreeState } from './log-tree.ts';

// What comes out of storage may have been written by another version, or be damaged. These schemas look, and what is anything else is not there. A forger who
// can write to this browser's storage can do anything to the page; against damage the root is rebuilt anew at the end of every run.

/** RUN_VERSION is written with everything kept; what has another is not read. */
export const RUN_VERSION = 4;

const VERSION = v.literal(RUN_VERSION);
const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const HEAD: v.GenericSchema<Checkpoint> = v.object({ logSize: WHOLE, rootHash: v.custom<Hash>(isHash) });
const VARIANT = v.picklist(['item', 'blob']);
const LEAF_RULE = v.custom<LeafRuleId>((value) => LEAF_RULE_NAMES.some(({ id }) => id === value));
const BYTES = v.custom<Uint8Array>((value) => value instanceof Uint8Array);
const ENDS = v.custom<Uint32Array>((value) => value instanceof Uint32Array);
const REMARKS = v.optional(v.array(v.string()));
/** The tree is looked at where it is taken up. */
const TREE = v.custom<LogTreeState>(() => true);
const FINDING = v.looseObject({
  kind: v.picklist(['root', 'entry', 'item', 'item-missing', 'unreadable']),
  text: v.string(),
  sent: v.optional(v.string()),
});
const FINDINGS = v.custom<AuditResult['findings']>((value) => v.is(v.array(FINDING), value));

/** BASE_MARK tells one finished audit from every other: two tabs may audit one register, and a server may show each another log. */
const BASE_MARK = v.object({
  runId: v.string(),
  registerId: v.string(),
  head: HEAD,
  variant: VARIANT,
  leafRule: LEAF_RULE,
});

/** BaseMark is what it marks. */
export type BaseMark = Readonly<v.InferOutput<typeof BASE_MARK>>;

/** isSameBase says whether two marks are of one audit. */
export function isSameBase(one: BaseMark, other: BaseMark): boolean {
  const text = (mark: BaseMark): string => JSON.stringify(v.parse(BASE_MARK, mark));
  return text(one) === text(other);
}

const RUN = v.pipe(
  v.object({
    version: VERSION,
    /** Of the tab that wrote the record: each has another, also where two have taken up one saved run. */
    runId: v.string(),
    registerId: v.string(),
    /** The names of its parts, in order. Each was written once, by one tab: parts of two runs cannot mix. */
    parts: v.array(v.string()),
    /** The finished audit that the run goes on from; missing where it reads all. */
    base: v.optional(BASE_MARK),
    head: HEAD,
    variant: VARIANT,
    leafRule: v.optional(LEAF_RULE),
    continuedFrom: WHOLE,
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
    findings: FINDINGS,
    findingCount: WHOLE,
    remarks: REMARKS,
    bytes: WHOLE,
    elapsedMs: v.number(),
  }),
  v.check(({ findings, findingCount }) => findings.length === Math.min(findingCount, MOST_FINDINGS)),
  v.check(({ base, ...run }) =>
    base === undefined
      ? run.continuedFrom === 0
      : base.head.logSize > 0 &&
        base.head.logSize === run.continuedFrom &&
        base.registerId === run.registerId &&
        base.variant === run.variant &&
        base.leafRule === run.leafRule,
  ),
);

/** RunRecord is an unfinished run, without the notes of its entries, which are kept in parts beside it. */
export type RunRecord = Readonly<v.InferOutput<typeof RUN>>;

const BASE = v.object({
  version: VERSION,
  ...BASE_MARK.entries,
  /** Whether its verdict was "holds": what was wrong with its data must not be forgotten by an audit that reads only what came after. */
  held: v.boolean(),
  tree: TREE,
});

/** BaseRecord is a finished audit whose root was the published one: what a later audit goes on from, if all of it held. The trail index is kept in parts beside it. */
export type BaseRecord = Readonly<v.InferOutput<typeof BASE>>;

const RESULT_FORM = v.looseObject({
  verdict: v.looseObject({ outcome: v.string() }),
  head: HEAD,
  variant: VARIANT,
  findings: FINDINGS,
  remarks: REMARKS,
  finishedAt: v.number(),
});

/** One that says it holds has to bear that out by itself: a verdict alone is soon written. */
const RESULT = v.object({
  version: VERSION,
  /** Which audit it is of: a trail index of another run does not belong to it. */
  runId: v.string(),
  result: v.pipe(
    v.custom<AuditResult>((value) => v.is(RESULT_FORM, value)),
    v.check((result) => result.verdict.outcome !== 'holds' || bearsOut(result)),
  ),
});

/** ResultRecord is what an audit came to, and which. */
export type ResultRecord = Readonly<v.InferOutput<typeof RESULT>>;

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
  return v.is(RUN, value) && value.registerId === registerId ? value : undefined;
}

/** readBaseRecord looks at a stored BaseRecord of a register. */
export function readBaseRecord(value: unknown, registerId: string): BaseRecord | undefined {
  return v.is(BASE, value) && value.registerId === registerId ? value : undefined;
}

/** readPart looks at the notes of a run's entries: a list of pages, each following the one before. */
export function readPart(value: unknown): readonly IndexedPage[] | undefined {
  return v.is(PART, value) ? value : undefined;
}

/** readResultRecord looks at a stored ResultRecord. */
export function readResultRecord(value: unknown): ResultRecord | undefined {
  return v.is(RESULT, value) ? value : undefined;
}

/** readCoverage looks at stored CoveredRanges, and leaves out what is none. */
export function readCoverage(value: unknown): readonly CoveredRange[] {
  return Array.isArray(value) ? value.filter((range) => v.is(COVERED, range)) : [];
}
