import { type BlobHashStep, explainBlobHash } from '../core/blob-hash.ts';
import { canonicalItemJson, parseCanonicalItem } from '../core/canonical-json.ts';
import type { Hash } from '../core/hash.ts';
import { compare } from '../core/inclusion.ts';
import { itemTextHash } from '../core/data-hash.ts';
import type { AttributeValue, Item } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import { type CannotCheck, cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import type { ItemCheck, ItemCheckRequest, RecordDataCheck, RecordDataCheckRequest } from './protocol.ts';
import { malformed } from './request-problem.ts';

/**
 * checkRecordData hashes every item of a record and compares it with the hashes that its entry names: as many
 * items as hashes, each item with its own hash, in any order (API document, "Record": the record inlines its
 * items). Never throws for bad data.
 */
export function checkRecordData(request: RecordDataCheckRequest): RecordDataCheck {
  const problem = malformed('checkRecordData', request);
  if (problem !== undefined) return { verdict: problem, items: [] };
  const { variant, items, entry } = request;
  const left: Hash[] = [...entry.itemHashes];
  const checks: ItemCheck[] = [];
  for (const item of items) {
    const expected = left[0];
    if (expected === undefined) break;
    // The first try gives the item's own hash; if the entry names that hash at a later place, the item
    // is compared with that one.
    const check = checkItem({ variant, item, expected });
    const at = check.computed === undefined ? -1 : left.indexOf(check.computed);
    checks.push(at > 0 ? checkItem({ variant, item, expected: left[at] ?? expected }) : check);
    left.splice(Math.max(at, 0), 1);
  }
  return { verdict: overall(checks, items.length, entry.itemHashes.length), items: checks };
}

function overall(checks: readonly ItemCheck[], items: number, hashes: number): Verdict {
  if (items !== hashes) {
    return doesNotMatch('item-count', `the entry names ${hashes} hashes, and the record has ${items} items`);
  }
  if (items === 0) return cannotCheck('no-data', 'there is no data to hash');
  const bad =
    checks.find((check) => check.verdict.outcome === 'does-not-match') ??
    checks.find((check) => check.verdict.outcome !== 'holds');
  return bad?.verdict ?? { outcome: 'holds' };
}

/**
 * checkItem reports whether the data has the hash that an entry names. Never throws for
 * bad data: see ItemCheck.
 */
export function checkItem(request: ItemCheckRequest): ItemCheck {
  const problem = malformed('checkItem', request);
  if (problem !== undefined) return unchecked(request, problem);
  const { variant, item, expected } = request;
  try {
    const start = performance.now();
    const hashed = variant === 'item' ? hashItem(item) : hashBlob(item, expected);
    const computedInMs = performance.now() - start;
    return { verdict: compare(expected, hashed.computed), variant, expected, ...hashed, computedInMs };
  } catch (error) {
    if (!(error instanceof UnhashableError)) throw error;
    return unchecked(request, cannotCheck('unhashable', error.message));
  }
}

/** checkItems makes many item checks in one message between threads. */
export function checkItems(requests: readonly ItemCheckRequest[]): ItemCheck[] {
  return requests.map(checkItem);
}

function hashItem(item: Item) {
  const hashedText = canonicalItemJson(item);
  return { item: parseCanonicalItem(hashedText), computed: itemTextHash(hashedText), hashedText };
}

function hashBlob(item: Item, expected: Hash) {
  const blobSteps = explainBlobHash(item, expected);
  const last = blobSteps.find((step) => step.kind === 'dict');
  if (!last) throw new Error('the account of a blob hash has no last step');
  return { item: hashedItem(item, blobSteps), computed: last.hash, hashedText: '', blobSteps };
}

/** hashedItem reads the blob back from the steps, with its attributes in the order sent. */
function hashedItem(sent: Item, blobSteps: readonly BlobHashStep[]): Item {
  const hashed = new Map<string, AttributeValue>();
  for (const name of sent.keys()) hashed.set(name, null);
  for (const step of blobSteps) {
    if (step.kind === 'attribute') hashed.set(step.name, step.value);
  }
  for (const [name, value] of hashed) {
    if (value === null) hashed.delete(name);
  }
  return hashed;
}

function unchecked({ variant, item, expected }: ItemCheckRequest, verdict: CannotCheck): ItemCheck {
  return { verdict, variant, item, expected, hashedText: '', computedInMs: 0 };
}
