import { isHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import type { AuditFinding, AuditResult } from '../verify/audit-result.ts';
import type { AuditPhase, CoveredRange } from './audit-types.ts';
import { MOST_FINDINGS } from './findings.ts';
import { HASH_BYTES, type IndexedPage } from './log-index.ts';
import type { LogTreeState } from './log-tree.ts';

// What comes out of storage may have been written by another version, or be damaged. These functions look, and return undefined for anything else. A forger who
// can write to this browser's storage can do anything to the page; against damage the root is rebuilt anew at the end of every run.

/** RUN_VERSION is written with everything kept; what has another is not read. */
export const RUN_VERSION = 4;

/** BaseMark tells one finished audit from every other: two tabs may audit one register, and a server may show each another log. */
export interface BaseMark {
  readonly runId: string;
  readonly registerId: string;
  readonly head: Checkpoint;
  readonly variant: Variant;
  readonly leafRule: LeafRuleId;
}

/** isSameBase says whether two marks are of one audit. */
export function isSameBase(one: BaseMark, other: BaseMark): boolean {
  return (
    one.runId === other.runId &&
    one.registerId === other.registerId &&
    one.head.logSize === other.head.logSize &&
    one.head.rootHash === other.head.rootHash &&
    one.variant === other.variant &&
    one.leafRule === other.leafRule
  );
}

/** RunRecord is an unfinished run, without the notes of its entries, which are kept in parts beside it. */
export interface RunRecord {
  readonly version: typeof RUN_VERSION;
  /** Of the tab that wrote the record: each has another, also where two have taken up one saved run. */
  readonly runId: string;
  readonly registerId: string;
  /** The names of its parts, in order. Each was written once, by one tab: parts of two runs cannot mix. */
  readonly parts: readonly string[];
  /** The finished audit that the run goes on from; missing where it reads all. */
  readonly base?: BaseMark | undefined;
  readonly head: Checkpoint;
  readonly variant: Variant;
  readonly leafRule?: LeafRuleId | undefined;
  readonly continuedFrom: number;
  readonly tree: LogTreeState;
  readonly phase: AuditPhase;
  readonly itemStates: Uint8Array;
  /** Hashes of data that no entry read so far names. */
  readonly earlyItems: Uint8Array;
  readonly itemsAt: unknown;
  readonly listDone: boolean;
  readonly findings: AuditResult['findings'];
  readonly findingCount: number;
  readonly remarks?: readonly string[];
  readonly bytes: number;
  readonly elapsedMs: number;
}

/** BaseRecord is a finished audit whose root was the published one: what a later audit goes on from, if all of it held. The trail index is kept in parts beside it. */
export interface BaseRecord extends BaseMark {
  readonly version: typeof RUN_VERSION;
  /** Whether its verdict was "holds": what was wrong with its data must not be forgotten by an audit that reads only what came after. */
  readonly held: boolean;
  readonly tree: LogTreeState;
}

/** ResultRecord is what an audit came to, and which: a trail index of another run does not belong to it. */
export interface ResultRecord {
  readonly version: typeof RUN_VERSION;
  readonly runId: string;
  readonly result: AuditResult;
}

/** readRunRecord looks at a stored RunRecord of a register. The tree, the item states and the place in the item list are looked at where they are taken up. */
export function readRunRecord(value: unknown, registerId: string): RunRecord | undefined {
  const record = fieldsOf(value);
  const ok =
    record['version'] === RUN_VERSION &&
    typeof record['runId'] === 'string' &&
    record['registerId'] === registerId &&
    Array.isArray(record['parts']) &&
    record['parts'].every((part) => typeof part === 'string') &&
    isCheckpoint(record['head']) &&
    isVariant(record['variant']) &&
    (record['leafRule'] === undefined || isLeafRule(record['leafRule'])) &&
    isWhole(record['continuedFrom']) &&
    isBaseOf(record, record['base']) &&
    isPhase(record['phase']) &&
    record['itemStates'] instanceof Uint8Array &&
    record['earlyItems'] instanceof Uint8Array &&
    record['earlyItems'].length % HASH_BYTES === 0 &&
    typeof record['listDone'] === 'boolean' &&
    Array.isArray(record['findings']) &&
    record['findings'].every(isFinding) &&
    isWhole(record['findingCount']) &&
    record['findings'].length === Math.min(record['findingCount'], MOST_FINDINGS) &&
    areRemarks(record['remarks']) &&
    isWhole(record['bytes']) &&
    typeof record['elapsedMs'] === 'number';
  return ok ? (value as RunRecord) : undefined;
}

/** readBaseRecord looks at a stored BaseRecord of a register; the tree is looked at where it is taken up. */
export function readBaseRecord(value: unknown, registerId: string): BaseRecord | undefined {
  const record = fieldsOf(value);
  const ok =
    record['version'] === RUN_VERSION &&
    isBaseMark(value) &&
    value.registerId === registerId &&
    typeof record['held'] === 'boolean';
  return ok ? (value as BaseRecord) : undefined;
}

/** readPart looks at the notes of a run's entries: a list of pages, each following the one before. */
export function readPart(value: unknown): readonly IndexedPage[] | undefined {
  return Array.isArray(value) && value.every(isIndexedPage) ? value : undefined;
}

/** readResultRecord looks at a stored ResultRecord. One that says it holds has to bear that out by itself: a verdict alone is soon written. */
export function readResultRecord(value: unknown): ResultRecord | undefined {
  const { version, runId, result } = fieldsOf(value);
  const { verdict, head, variant, findings, remarks, finishedAt } = fieldsOf(result);
  const { outcome } = fieldsOf(verdict);
  const ok =
    version === RUN_VERSION &&
    typeof runId === 'string' &&
    typeof outcome === 'string' &&
    isCheckpoint(head) &&
    isVariant(variant) &&
    Array.isArray(findings) &&
    findings.every(isFinding) &&
    areRemarks(remarks) &&
    typeof finishedAt === 'number' &&
    (outcome !== 'holds' || bearsOut(result as AuditResult));
  return ok ? (value as ResultRecord) : undefined;
}

function bearsOut({
  head,
  computedRoot,
  findings,
  findingCount,
  entries,
  items,
  itemsNamed,
}: AuditResult): boolean {
  return (
    computedRoot === head.rootHash &&
    findings.length === 0 &&
    findingCount === 0 &&
    entries === head.logSize &&
    items === itemsNamed
  );
}

/** readCoverage looks at stored CoveredRanges, and leaves out what is none. */
export function readCoverage(value: unknown): readonly CoveredRange[] {
  return Array.isArray(value) ? value.filter(isCovered) : [];
}

function isBaseOf(record: Readonly<Record<string, unknown>>, base: unknown): boolean {
  if (base === undefined) return record['continuedFrom'] === 0;
  return (
    isBaseMark(base) &&
    base.head.logSize > 0 &&
    base.head.logSize === record['continuedFrom'] &&
    base.registerId === record['registerId'] &&
    base.variant === record['variant'] &&
    base.leafRule === record['leafRule']
  );
}

function isBaseMark(value: unknown): value is BaseMark {
  const { runId, registerId, head, variant, leafRule } = fieldsOf(value);
  return (
    typeof runId === 'string' &&
    typeof registerId === 'string' &&
    isCheckpoint(head) &&
    isVariant(variant) &&
    isLeafRule(leafRule)
  );
}

function isFinding(value: unknown): value is AuditFinding {
  const { kind, text, sent = '' } = fieldsOf(value);
  return (
    FINDING_KINDS.some((known) => known === kind) && typeof text === 'string' && typeof sent === 'string'
  );
}

function areRemarks(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((remark) => typeof remark === 'string'));
}

const FINDING_KINDS: readonly AuditFinding['kind'][] = [
  'root',
  'entry',
  'item',
  'item-missing',
  'unreadable',
];

function isCovered(value: unknown): value is CoveredRange {
  const { first, last, how, head, at } = fieldsOf(value);
  return (
    isWhole(first) &&
    isWhole(last) &&
    first >= 1 &&
    first <= last &&
    how === 'audit' &&
    isCheckpoint(head) &&
    typeof at === 'number'
  );
}

function isIndexedPage(value: unknown): value is IndexedPage {
  const { from, count, hashes, hashEnds, keys, keyEnds } = fieldsOf(value);
  return (
    isWhole(from) &&
    isWhole(count) &&
    hashes instanceof Uint8Array &&
    hashEnds instanceof Uint32Array &&
    keys instanceof Uint8Array &&
    keyEnds instanceof Uint32Array &&
    hashEnds.length === count &&
    keyEnds.length === count &&
    HASH_BYTES * (hashEnds.at(-1) ?? 0) === hashes.length &&
    (keyEnds.at(-1) ?? 0) === keys.length
  );
}

function isCheckpoint(value: unknown): value is Checkpoint {
  const { logSize, rootHash } = fieldsOf(value);
  return isWhole(logSize) && isHash(rootHash);
}

function isVariant(value: unknown): value is Variant {
  return value === 'item' || value === 'blob';
}

function isLeafRule(value: unknown): value is LeafRuleId {
  return LEAF_RULE_NAMES.some(({ id }) => id === value);
}

function isPhase(value: unknown): value is AuditPhase {
  return value === 'entries' || value === 'items' || value === 'comparing';
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
