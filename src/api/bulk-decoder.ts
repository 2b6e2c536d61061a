import { parseJson } from '../core/parse-json.ts';
import { decodeUtf8, stoppedAt } from './body.ts';
import type { HashedItem } from './client.ts';
import { wireOf } from './wire-item.ts';
import { ShapeError } from './wire.ts';
import type { Hash } from '../core/hash.ts';
import type { Entry, Item, Variant } from '../core/model.ts';
import { isolated } from '../core/unseen.ts';

/** BulkDecoded is what a body holds, or in words why it is not what the API document describes. */
export type BulkDecoded<T> = { readonly ok: true; readonly value: T } | BulkRefused;

interface BulkRefused {
  readonly ok: false;
  readonly problem: string;
}

/** bulkDecoder reads raw bodies by the rules by which the client reads every answer, for use in a worker. Its functions never throw for bad data. */
export const bulkDecoder = {
  /** eachEntry hands over one entry of a page after another; or returns why it refuses the page, of which some may then have been handed over. */
  eachEntry: (variant: Variant, bytes: Uint8Array, take: (entry: Entry) => void): BulkRefused | undefined =>
    decodeParts(bytes, wireOf(variant).entries, take),
  /** eachItem does the same with a page of the item or blob list. */
  eachItem: (
    variant: Variant,
    bytes: Uint8Array,
    take: (item: HashedItem) => void,
  ): BulkRefused | undefined => decodeParts(bytes, wireOf(variant).items, take),
  /** records reads a page of records: their data. */
  records: (variant: Variant, bytes: Uint8Array): BulkDecoded<readonly Item[]> =>
    decode(bytes, (body) =>
      wireOf(variant)
        .records(body)
        .flatMap(({ items }) => items),
    ),
  /** item reads the answer to a question for one item or blob. */
  item: (variant: Variant, bytes: Uint8Array, hash: Hash): BulkDecoded<Item> =>
    decode(bytes, (body) => wireOf(variant).item(body, hash)),
};

/**
 * decodeParts reads a list part by part, so that what is decoded and parsed is soon garbage: of a list of megabytes at once, much would outlive the young generation,
 * and a worker's memory grow by hundreds of megabytes. Where a part is not as it should be the list is read as a whole, for what is wrong with it.
 */
function decodeParts<T>(
  bytes: Uint8Array,
  read: (body: unknown) => readonly T[],
  take: (member: T) => void,
): BulkRefused | undefined {
  try {
    for (const part of partsOf(bytes)) for (const member of read(part)) take(member);
    return undefined;
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const whole = decode(bytes, read);
    return whole.ok
      ? { ok: false, problem: `The server's answer is not what the API document says: ${error.message}.` }
      : whole;
  }
}

/** PART is how many bytes of a list are read at once, at least. */
const PART = 50_000;

const BRACKETS: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/**
 * partsOf parses a list or object of objects part by part. It is cut at a comma after a brace: where what stands before it is JSON once its bracket is closed, it is a
 * comma between two members; elsewhere, as within a text, the part is made longer. @throws ShapeError
 */
function* partsOf(bytes: Uint8Array): Generator<unknown, undefined> {
  let open = '';
  let from = 0;
  for (let length = PART; ;) {
    const to = endOfMember(bytes, from + length);
    const isLast = to === bytes.length;
    const text = decodeUtf8(bytes.subarray(from, to));
    if (text === undefined) throw new ShapeError('', 'it is not UTF-8');
    if (from === 0) open = text.trimStart().charAt(0);
    const close = BRACKETS[open] ?? '';
    const json = parseJson(`${from === 0 ? '' : open}${text}${isLast ? '' : close}`);
    if (json.ok) {
      if (from > 0 && text.trim() === close) throw new ShapeError('', 'a member is missing');
      yield json.value;
      if (isLast) return;
      from = to + 1;
      length = PART;
    } else if (isLast) throw new ShapeError('', 'not JSON');
    else length *= 2;
  }
}

/** endOfMember is the first place from `from` on where a comma follows a brace; the end of the bytes where there is none. */
function endOfMember(bytes: Uint8Array, from: number): number {
  let comma = bytes.indexOf(0x2c, from);
  while (comma > 0 && bytes[comma - 1] !== 0x7d) comma = bytes.indexOf(0x2c, comma + 1);
  return comma > 0 ? comma : bytes.length;
}

function decode<T>(bytes: Uint8Array, read: (body: unknown) => T): BulkDecoded<T> {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { ok: false, problem: 'The answer is not UTF-8, as JSON must be.' };
  const json = parseJson(text);
  if (!json.ok)
    return { ok: false, problem: `The answer is not JSON: reading stops ${stoppedAt(json.error, text)}.` };
  try {
    return { ok: true, value: read(json.value) };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const where = error.path === '' ? '' : ` (at ${isolated(error.path)})`;
    return {
      ok: false,
      problem: `The server's answer is not what the API document says: ${isolated(error.message)}${where}.`,
    };
  }
}
