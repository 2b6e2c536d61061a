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

// What arrives here was decoded once, but it began as a server's answer and has crossed threads or storage since. The types are promises;
// these functions look. Each returns the verdict that says why a request cannot be worked on, or undefined.

/** entryRequestProblem also finds an entry that a log of that size cannot hold: the log moved on between two answers. */
export function entryRequestProblem({
  entry,
  auditPath,
  checkpoint,
}: EntryCheckRequest): CannotCheck | undefined {
  const problem = entryProblem(entry) ?? checkpointProblem(checkpoint) ?? pathProblem(auditPath);
  if (problem !== undefined || entry.entryNumber <= checkpoint.logSize) return malformed(problem);
  const reason = `entry ${entry.entryNumber} is not in a log of ${checkpoint.logSize} entries: the root is older than the entry`;
  return cannotCheck('log-moved-on', reason);
}

/** earlierEntryRequestProblem looks only at what must be there to climb to a root; the checks made on the way look at the rest. */
export function earlierEntryRequestProblem({
  variant,
  head,
}: EarlierEntryCheckRequest): CannotCheck | undefined {
  return malformed(variantProblem(variant) ?? checkpointProblem(head));
}

/** recordDataRequestProblem looks at the entry and that there are items; each item is looked at by its own check. */
export function recordDataRequestProblem({
  variant,
  items,
  entry,
}: RecordDataCheckRequest): CannotCheck | undefined {
  const problem = variantProblem(variant) ?? entryProblem(entry);
  return malformed(problem ?? (Array.isArray(items) ? undefined : 'the items are not a list'));
}

/** itemRequestProblem looks at an item and the hash expected of it. */
export function itemRequestProblem(request: ItemCheckRequest): CannotCheck | undefined {
  return malformed(itemProblem(request));
}

function itemProblem({ variant, item, expected }: ItemCheckRequest): string | undefined {
  const problem = variantProblem(variant);
  if (problem !== undefined) return problem;
  if (!isHash(expected)) return 'the expected hash is malformed';
  if (!(item instanceof Map)) return 'the data is not a set of attributes';
  for (const [name, value] of item) {
    if (typeof name !== 'string' || !isValue(value))
      return 'an attribute is neither a string nor a list of strings';
  }
  return undefined;
}

/** consistencyRequestProblem looks at both heads and the path. */
export function consistencyRequestProblem({
  from,
  to,
  path,
}: ConsistencyCheckRequest): CannotCheck | undefined {
  return malformed(checkpointProblem(from) ?? checkpointProblem(to) ?? pathProblem(path));
}

/** headConsistencyRequestProblem looks at both heads, and at the path where there is one. An empty remembered log says nothing. */
export function headConsistencyRequestProblem({
  remembered,
  head,
  path,
}: HeadConsistencyCheckRequest): CannotCheck | undefined {
  const problem = checkpointProblem(remembered) ?? checkpointProblem(head);
  if (problem !== undefined) return malformed(problem);
  if (remembered.logSize === 0) {
    const reason = 'every log begins empty: there is nothing to compare with';
    return cannotCheck('empty-log', reason);
  }
  return malformed(path === undefined ? undefined : pathProblem(path));
}

function malformed(reason: string | undefined): CannotCheck | undefined {
  return reason === undefined ? undefined : cannotCheck('malformed', reason);
}

/** rangeRequestProblem looks at every entry, the head and the leaf rule. */
export function rangeRequestProblem(request: RangeCheckRequest): CannotCheck | undefined {
  return malformed(rangeProblem(request));
}

function rangeProblem({ start, entries, to, leafRule }: RangeCheckRequest): string | undefined {
  if (!Array.isArray(entries)) return 'the entries are not a list';
  if (!LEAF_RULE_NAMES.some(({ id }) => id === leafRule))
    return 'how an entry is written as a leaf is not known';
  const problem = checkpointProblem(to) ?? (start === undefined ? undefined : startProblem(start));
  return problem ?? [...entries].map(entryProblem).find((found) => found !== undefined);
}

function startProblem(start: unknown): string | undefined {
  const { last, before } = fieldsOf(start);
  return entryProblem(last) ?? pathProblem(before);
}

function variantProblem(variant: unknown): string | undefined {
  return variant === 'item' || variant === 'blob' ? undefined : 'the data is neither an item nor a blob';
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
  return typeof value === 'object' && value !== null ? { ...value } : {};
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
