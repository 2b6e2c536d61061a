import { isHash, malformedHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import { type CannotCheck, cannotCheck } from '../core/verdict.ts';
import type {
  ConsistencyCheckRequest,
  EarlierEntryCheckRequest,
  EntryCheckRequest,
  HeadConsistencyCheckRequest,
  ItemCheckRequest,
  RangeCheckRequest,
  RecordDataCheckRequest,
} from './protocol.ts';

// Requests were decoded once, but have crossed threads or storage since, so their types may be wrong. Each function
// returns the verdict that says why a request cannot be checked, or undefined.

type Problem = CannotCheck | undefined;

/** malformed returns the verdict for the first malformed part. */
function malformed(...reasons: readonly (string | undefined)[]): Problem {
  const reason = reasons.find((one) => one !== undefined);
  return reason === undefined ? undefined : cannotCheck('malformed', reason);
}

/** entryRequestProblem also reports an entry beyond the log size: the log grew between two answers. */
export function entryRequestProblem({ entry, auditPath, checkpoint }: EntryCheckRequest): Problem {
  const problem = malformed(entryProblem(entry), checkpointProblem(checkpoint), pathProblem(auditPath));
  if (problem !== undefined || entry.entryNumber <= checkpoint.logSize) return problem;
  const reason = `entry ${entry.entryNumber} is not in a log of ${checkpoint.logSize} entries: the root is older than the entry`;
  return cannotCheck('log-moved-on', reason);
}

/** earlierEntryRequestProblem examines only the parts needed to climb to a root; the checks on the way examine the rest. */
export function earlierEntryRequestProblem({ variant, head }: EarlierEntryCheckRequest): Problem {
  return malformed(variantProblem(variant), checkpointProblem(head));
}

/** recordDataRequestProblem examines the entry and whether there are items; each item has its own check. */
export function recordDataRequestProblem({ variant, items, entry }: RecordDataCheckRequest): Problem {
  return malformed(
    variantProblem(variant),
    entryProblem(entry),
    Array.isArray(items) ? undefined : 'the items are not a list',
  );
}

/** itemRequestProblem examines an item and its expected hash. */
export function itemRequestProblem({ variant, item, expected }: ItemCheckRequest): Problem {
  return malformed(
    variantProblem(variant),
    isHash(expected) ? undefined : 'the expected hash is malformed',
    itemProblem(item),
  );
}

/** consistencyRequestProblem examines both heads and the path. */
export function consistencyRequestProblem({ from, to, path }: ConsistencyCheckRequest): Problem {
  return malformed(checkpointProblem(from), checkpointProblem(to), pathProblem(path));
}

/** headConsistencyRequestProblem examines both heads, and the path if there is one. An empty remembered log says nothing. */
export function headConsistencyRequestProblem({
  remembered,
  head,
  path,
}: HeadConsistencyCheckRequest): Problem {
  const problem = malformed(checkpointProblem(remembered), checkpointProblem(head));
  if (problem !== undefined) return problem;
  if (remembered.logSize === 0)
    return cannotCheck('empty-log', 'every log begins empty: there is nothing to compare with');
  return path === undefined ? undefined : malformed(pathProblem(path));
}

/** rangeRequestProblem examines every entry, the head and the leaf rule. */
export function rangeRequestProblem({ start, entries, to, leafRule }: RangeCheckRequest): Problem {
  if (!Array.isArray(entries)) return malformed('the entries are not a list');
  const { last, before } = fieldsOf(start);
  return malformed(
    LEAF_RULE_NAMES.some(({ id }) => id === leafRule)
      ? undefined
      : 'how an entry is written as a leaf is not known',
    checkpointProblem(to),
    ...(start === undefined ? [] : [entryProblem(last), pathProblem(before)]),
    // Spread first: `map` alone would pass over holes.
    [...entries].map(entryProblem).find((found) => found !== undefined),
  );
}

function variantProblem(variant: unknown): string | undefined {
  return variant === 'item' || variant === 'blob' ? undefined : 'the data is neither an item nor a blob';
}

function itemProblem(item: unknown): string | undefined {
  if (!(item instanceof Map)) return 'the data is not a set of attributes';
  return [...item].every(([name, value]) => isText(name) && isValue(value))
    ? undefined
    : 'an attribute is neither a string nor a list of strings';
}
function entryProblem(entry: unknown): string | undefined {
  const { entryNumber, indexEntryNumber, key, timestamp, itemHashes } = fieldsOf(entry);
  if (!isWhole(entryNumber, 1) || !isWhole(indexEntryNumber, 1)) {
    return 'the entry number is not a whole number from 1 to 2^53-1';
  }
  if (typeof key !== 'string' || typeof timestamp !== 'string') return 'the key or the timestamp is not text';
  return isListOf(itemHashes, isHash) ? undefined : 'an item hash is malformed';
}

function checkpointProblem(checkpoint: unknown): string | undefined {
  const { logSize, rootHash } = fieldsOf(checkpoint);
  if (!isWhole(logSize, 0)) return 'the log size is not a whole number from 0 to 2^53-1';
  return malformedHash({ 'root hash': rootHash }, []);
}

function pathProblem(path: unknown): string | undefined {
  return malformedHash({}, Array.isArray(path) ? path : [undefined]);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

function isValue(value: unknown): boolean {
  return value === null || isText(value) || isListOf(value, isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** isListOf spreads the list first: `every` alone would pass over holes. */
function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && [...value].every(isMember);
}
