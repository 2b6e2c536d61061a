import { blobHash } from '../../core/blob-hash.ts';
import { canonicalItemJson } from '../../core/canonical-json.ts';
import { dataHashIfAny } from '../../core/data-hash.ts';
import type { Hash } from '../../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../../core/hash-bytes.ts';
import type { Item, Variant } from '../../core/model.ts';
import { UnhashableError, utf8 } from '../../core/utf8.ts';
import type { BulkHasher } from './bulk-hasher.ts';
import { free } from './free.ts';
import { MOST_FINDINGS } from './findings.ts';
import type { Decoded, ItemMismatch, ItemsAnswer, ItemsJob, ListedItem, PageDecoder } from './job-types.ts';
import { scanItem, scanItems } from './scan-items.ts';

/** digestItems hashes the data of a page of the item or blob list, or of one answer, and compares. */
export function digestItems(job: ItemsJob, hasher: BulkHasher, decoder: PageDecoder): ItemsAnswer {
  const scanned = job.expected === undefined ? undefined : digestOne(job, job.expected, hasher);
  if (scanned) return withSent(scanned, job, hasher, decoder);
  if (job.expected === undefined) {
    const page = scanItems(job.bytes, job.variant, hasher);
    if (page) {
      const answer = compareAll(page.count, page.listed, page.computed);
      free(page.listed);
      free(page.computed);
      return withSent(answer, job, hasher, decoder);
    }
  }
  const decoded = decode(job, decoder);
  if (!decoded.ok) return { outcome: 'refused', problem: decoded.problem };
  return withTexts(digestDecoded(decoded.value, job.variant, hasher), decoded.value, job.variant);
}

type Digested = Extract<ItemsAnswer, { outcome: 'items' }>;

/** withSent reads a page once more, where some of its data does not match: by the ordinary rules, which know that a blob may have two hashes, and to keep what came. */
function withSent(answer: Digested, job: ItemsJob, hasher: BulkHasher, decoder: PageDecoder): Digested {
  if (answer.mismatches.length === 0) return answer;
  const decoded = decode(job, decoder);
  if (!decoded.ok) return answer;
  return withTexts(digestDecoded(decoded.value, job.variant, hasher), decoded.value, job.variant);
}

/** withTexts puts what came beside the hashes that do not match, for as many as a result names. Each text is the very one that hashes to what was computed. */
function withTexts(answer: Digested, items: readonly ListedItem[], variant: Variant): Digested {
  const mismatches = answer.mismatches.map((mismatch, index): ItemMismatch => {
    if (index >= MOST_FINDINGS) return mismatch;
    const found = items.find(
      ({ hash, item }) => hash === mismatch.listed && dataHashIfAny(variant, item) === mismatch.computed,
    );
    return found === undefined ? mismatch : { ...mismatch, sent: canonicalItemJson(found.item) };
  });
  return { ...answer, mismatches };
}

function decode(
  { bytes, variant, expected }: ItemsJob,
  decoder: PageDecoder,
): Decoded<readonly ListedItem[]> {
  if (expected === undefined) return decoder.items(variant, bytes);
  const decoded = decoder.item(variant, bytes, expected);
  return decoded.ok ? { ok: true, value: [{ hash: expected, item: decoded.value }] } : decoded;
}

function digestOne({ bytes, variant }: ItemsJob, expected: Hash, hasher: BulkHasher): Digested | undefined {
  const listed = hashToBytes(expected);
  const computed = scanItem(bytes, variant, listed, hasher);
  return computed && compareAll(1, listed, computed);
}

function digestDecoded(items: readonly ListedItem[], variant: Variant, hasher: BulkHasher): Digested {
  const listed = new Uint8Array(32 * items.length);
  const computed = new Uint8Array(32 * items.length);
  const unreadable: { listed: Hash; reason: string }[] = [];
  let count = 0;
  for (const { hash, item } of items) {
    try {
      hashItem(item, variant, hash, hasher, computed, 32 * count);
      listed.set(hashToBytes(hash), 32 * count);
      count += 1;
    } catch (error) {
      if (!(error instanceof UnhashableError)) throw error;
      unreadable.push({ listed: hash, reason: error.message });
    }
  }
  return { ...compareAll(count, listed, computed), unreadable };
}

function hashItem(
  item: Item,
  variant: Variant,
  listed: Hash,
  hasher: BulkHasher,
  out: Uint8Array,
  at: number,
): void {
  switch (variant) {
    case 'item': {
      const text = utf8(canonicalItemJson(item));
      return hasher.hash(text, 0, text.length, out, at);
    }
    case 'blob':
      return out.set(hashToBytes(blobHash(item, listed)), at);
  }
}

/** compareAll keeps the hashes that are as listed, and names the others. */
function compareAll(count: number, listed: Uint8Array, computed: Uint8Array): Digested {
  const mismatches: ItemMismatch[] = [];
  const hashes = new Uint8Array(32 * count);
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const [start, end] = [32 * index, 32 * index + 32];
    let same = true;
    for (let at = start; at < end && same; at += 1) same = listed[at] === computed[at];
    if (same) {
      for (let at = start; at < end; at += 1) hashes[kept++] = listed[at] as number;
      continue;
    }
    mismatches.push({
      listed: hashFromBytes(listed.slice(start, end)),
      computed: hashFromBytes(computed.slice(start, end)),
    });
  }
  return {
    outcome: 'items',
    hashes: kept === hashes.length ? hashes : hashes.slice(0, kept),
    mismatches,
    unreadable: [],
  };
}
