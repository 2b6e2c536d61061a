import { parseHash } from '../core/hash.ts';
import type { AttributeValue, Checkpoint, Entry } from '../core/model.ts';
import type { ConsistencyCheckRequest, EntryCheckRequest, ItemCheckRequest } from './protocol.ts';

// What arrives here was decoded once, but it began as a server's answer and has crossed threads or storage since. The types are promises;
// these functions look. Each returns why a request cannot be worked on, or undefined.

/** entryRequestProblem also finds an entry that the log of that size cannot hold: the log moved on between two answers. */
export function entryRequestProblem({ entry, auditPath, checkpoint }: EntryCheckRequest): string | undefined {
  const problem = entryProblem(entry) ?? checkpointProblem(checkpoint) ?? pathProblem(auditPath);
  if (problem !== undefined || entry.entryNumber <= checkpoint.logSize) return problem;
  return `entry ${entry.entryNumber} is not in a log of ${checkpoint.logSize} entries: the root is older than the entry`;
}

/** itemRequestProblem looks at an item and the hash expected of it. */
export function itemRequestProblem({ item, expected }: ItemCheckRequest): string | undefined {
  if (!isHash(expected)) return 'the expected hash is malformed';
  if (!(item instanceof Map)) return 'the data is not a set of attributes';
  for (const [name, value] of item) {
    if (typeof name !== 'string' || !isValue(value))
      return 'an attribute is neither a string nor a list of strings';
  }
  return undefined;
}

/** consistencyRequestProblem looks at both heads and the path. */
export function consistencyRequestProblem({ from, to, path }: ConsistencyCheckRequest): string | undefined {
  return checkpointProblem(from) ?? checkpointProblem(to) ?? pathProblem(path);
}

function entryProblem(entry: Entry): string | undefined {
  if (!isPosition(entry.entryNumber) || !isPosition(entry.indexEntryNumber)) {
    return 'the entry number is not a whole number from 1 to 2^53-1';
  }
  if (typeof entry.key !== 'string' || typeof entry.timestamp !== 'string') {
    return 'the key or the timestamp is not text';
  }
  return Array.isArray(entry.itemHashes) && entry.itemHashes.every(isHash)
    ? undefined
    : 'an item hash is malformed';
}

function checkpointProblem({ logSize, rootHash }: Checkpoint): string | undefined {
  if (!Number.isSafeInteger(logSize) || logSize < 0)
    return 'the log size is not a whole number from 0 to 2^53-1';
  return isHash(rootHash) ? undefined : 'the root hash is malformed';
}

function pathProblem(path: unknown): string | undefined {
  return Array.isArray(path) && path.every(isHash) ? undefined : 'a hash of the proof is malformed';
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && parseHash(value, 'bare') !== undefined;
}

function isValue(value: AttributeValue): boolean {
  if (value === null || typeof value === 'string') return true;
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}
