import { type Hash, parseHash } from '../../core/hash.ts';
import { LEAF_RULES, type LeafRuleId } from '../../core/leaf-rules.ts';
import type { Checkpoint, Variant } from '../../core/model.ts';
import type { AuditPhase, AuditResult, CoveredRange } from './audit-types.ts';
import { type LogRebuildState } from './log-rebuild.ts';
import type { Noted } from './books.ts';

// What comes out of storage may have been written by another version, or be damaged. These functions look, and return undefined for anything else. A forger who
// can write to this browser's storage can do anything to the page; against damage the root is rebuilt anew at the end of every run.

/** RUN_VERSION is written with everything kept; what has another is not read. */
export const RUN_VERSION = 1;

/** RunRecord is an unfinished run, without the notes of its entries, which are kept in parts beside it. */
export interface RunRecord {
  readonly version: typeof RUN_VERSION;
  /** Names the parts that belong to this run. */
  readonly runId: string;
  readonly parts: number;
  readonly head: Checkpoint;
  readonly variant: Variant;
  readonly leafRule?: LeafRuleId | undefined;
  readonly continuedFrom: number;
  readonly tree: LogRebuildState;
  readonly phase: AuditPhase;
  readonly itemStates: Uint8Array;
  readonly itemsAt: unknown;
  readonly listDone: boolean;
  readonly findings: AuditResult['findings'];
  readonly findingCount: number;
  readonly bytes: number;
  readonly elapsedMs: number;
}

/** BaseRecord is a finished audit whose root was the published one: what a later audit goes on from, if all of it held. The trail index is kept in parts beside it. */
export interface BaseRecord {
  readonly version: typeof RUN_VERSION;
  readonly runId: string;
  readonly head: Checkpoint;
  readonly variant: Variant;
  readonly leafRule: LeafRuleId;
  /** Whether its verdict was "holds": what was wrong with its data must not be forgotten by an audit that reads only what came after. */
  readonly held: boolean;
  readonly tree: LogRebuildState;
}

/** readRunRecord looks at a stored RunRecord. The tree, the item states and the place in the item list are looked at where they are taken up. */
export function readRunRecord(value: unknown): RunRecord | undefined {
  const record = fieldsOf(value);
  const ok =
    record['version'] === RUN_VERSION &&
    typeof record['runId'] === 'string' &&
    isWhole(record['parts']) &&
    isCheckpoint(record['head']) &&
    isVariant(record['variant']) &&
    (record['leafRule'] === undefined || isLeafRule(record['leafRule'])) &&
    isWhole(record['continuedFrom']) &&
    isPhase(record['phase']) &&
    record['itemStates'] instanceof Uint8Array &&
    typeof record['listDone'] === 'boolean' &&
    Array.isArray(record['findings']) &&
    isWhole(record['findingCount']) &&
    isWhole(record['bytes']) &&
    typeof record['elapsedMs'] === 'number';
  return ok ? (value as RunRecord) : undefined;
}

/** readBaseRecord looks at a stored BaseRecord; the tree is looked at where it is taken up. */
export function readBaseRecord(value: unknown): BaseRecord | undefined {
  const record = fieldsOf(value);
  const ok =
    record['version'] === RUN_VERSION &&
    typeof record['runId'] === 'string' &&
    isCheckpoint(record['head']) &&
    isVariant(record['variant']) &&
    typeof record['held'] === 'boolean' &&
    isLeafRule(record['leafRule']);
  return ok ? (value as BaseRecord) : undefined;
}

/** readPart looks at the notes of a run's entries: a list of pages, each following the one before. */
export function readPart(value: unknown): readonly Noted[] | undefined {
  return Array.isArray(value) && value.every(isNoted) ? value : undefined;
}

/** readResult looks at a stored AuditResult. */
export function readResult(value: unknown): AuditResult | undefined {
  const { version, result } = fieldsOf(value);
  const { verdict, head, variant, findings, finishedAt } = fieldsOf(result);
  const { outcome } = fieldsOf(verdict);
  const ok =
    version === RUN_VERSION &&
    typeof outcome === 'string' &&
    isCheckpoint(head) &&
    isVariant(variant) &&
    Array.isArray(findings) &&
    typeof finishedAt === 'number';
  return ok ? (result as AuditResult) : undefined;
}

/** readCoverage looks at stored CoveredRanges, and leaves out what is none. */
export function readCoverage(value: unknown): readonly CoveredRange[] {
  return Array.isArray(value) ? value.filter(isCovered) : [];
}

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

function isNoted(value: unknown): value is Noted {
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
    32 * (hashEnds.at(-1) ?? 0) === hashes.length &&
    (keyEnds.at(-1) ?? 0) === keys.length
  );
}

function isCheckpoint(value: unknown): value is Checkpoint {
  const { logSize, rootHash } = fieldsOf(value);
  return isWhole(logSize) && isHash(rootHash);
}

function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && parseHash(value, 'bare') !== undefined;
}

function isVariant(value: unknown): value is Variant {
  return value === 'item' || value === 'blob';
}

function isLeafRule(value: unknown): value is LeafRuleId {
  return LEAF_RULES.some(({ id }) => id === value);
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
