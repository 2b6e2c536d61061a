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
    for (const part of partsOf(bytes)) {
      const json = parseJson(part);
      if (!json.ok) throw new ShapeError('', 'not JSON');
      for (const member of read(json.value)) take(member);
    }
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

/** partsOf cuts a JSON list or object between its members into shorter ones: in UTF-8 an ASCII byte is that character. @throws ShapeError where it cannot be cut so */
function* partsOf(bytes: Uint8Array): Generator<string> {
  const textOf = (from: number, to: number): string => {
    const text = decodeUtf8(bytes.subarray(from, to));
    if (text === undefined) throw new ShapeError('', 'it is not UTF-8');
    return text;
  };
  const begin = bytes.findIndex((byte) => byte === 0x5b || byte === 0x7b) + 1;
  if (bytes.length < 2 * PART || begin === 0) return yield textOf(0, bytes.length);
  const open = textOf(0, begin).trimStart();
  if (open.length > 1) throw new ShapeError('', 'it does not begin as it should');
  const close = open === '[' ? ']' : '}';
  let from = begin;
  let depth = 1;
  for (let index = begin; index < bytes.length; index += 1) {
    const code = bytes[index] ?? 0;
    if (code === 0x22) index = closingQuote(bytes, index);
    // [ and {, then ] and }, differ by one bit each.
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    const ends = depth === 0;
    if (!ends && (depth > 1 || code !== 0x2c || index - from < PART)) continue;
    const members = textOf(from, index);
    if (members.trim() === '') throw new ShapeError('', 'a member is missing');
    yield open + members + close;
    from = index + 1;
    if (!ends) continue;
    if (code !== close.charCodeAt(0) || textOf(from, bytes.length).trim() !== '')
      throw new ShapeError('', 'it does not end where it should');
    return;
  }
  throw new ShapeError('', 'it does not end');
}

/** closingQuote is where the string ends that begins at bytes[open]; the end of the bytes where it does not. */
function closingQuote(bytes: Uint8Array, open: number): number {
  for (let index = open + 1; index < bytes.length; index += 1) {
    if (bytes[index] === 0x5c) index += 1;
    else if (bytes[index] === 0x22) return index;
  }
  return bytes.length;
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
