import { type BlobHashStep, explainBlobHash } from '../core/blob-hash.ts';
import { canonicalItemJson, parseCanonicalItem } from '../core/canonical-json.ts';
import { itemTextHash } from '../core/item-hash.ts';
import type { AttributeValue, Item } from '../core/model.ts';
import { compare } from '../core/inclusion.ts';
import { UnhashableError } from '../core/utf8.ts';
import type { CannotCheck } from '../core/verdict.ts';
import type { ItemCheck, ItemCheckRequest } from './protocol.ts';
import { itemRequestProblem } from './request-problem.ts';

/** checkItem says whether the data has the hash by which an entry names it. Never throws for bad data: see ItemCheck. */
export function checkItem(request: ItemCheckRequest): ItemCheck {
  const problem = itemRequestProblem(request);
  if (problem !== undefined) return unchecked(request, problem);
  try {
    return request.variant === 'item' ? checkAsItem(request) : checkAsBlob(request);
  } catch (error) {
    if (!(error instanceof UnhashableError)) throw error;
    return unchecked(request, { outcome: 'cannot-check', code: 'unhashable', reason: error.message });
  }
}

/** checkItems makes many item checks at once, to save messages between threads. */
export function checkItems(requests: readonly ItemCheckRequest[]): ItemCheck[] {
  return requests.map(checkItem);
}

function checkAsItem({ variant, item, expected }: ItemCheckRequest): ItemCheck {
  const start = performance.now();
  const hashedText = canonicalItemJson(item);
  const computed = itemTextHash(hashedText);
  const computedInMs = performance.now() - start;
  const verdict = compare(expected, computed);
  return {
    verdict,
    variant,
    item: parseCanonicalItem(hashedText),
    expected,
    computed,
    hashedText,
    computedInMs,
  };
}

function checkAsBlob({ variant, item, expected }: ItemCheckRequest): ItemCheck {
  const start = performance.now();
  const blobSteps = explainBlobHash(item, expected);
  const computedInMs = performance.now() - start;
  const last = blobSteps.find((step) => step.kind === 'dict');
  if (!last) throw new Error('the account of a blob hash has no last step');
  const computed = last.hash;
  const verdict = compare(expected, computed);
  return {
    verdict,
    variant,
    item: hashedItem(item, blobSteps),
    expected,
    computed,
    hashedText: '',
    blobSteps,
    computedInMs,
  };
}

/** hashedItem reads the blob back out of the steps, in the order of attributes in which it was sent. */
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
