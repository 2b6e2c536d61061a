import { canonicalItemJson } from '../core/canonical-json.ts';
import { parseJson } from '../core/parse-json.ts';
import { type LaidOutMember, createLayoutReader } from './repeated-layout.ts';
import { decodeUtf8, stoppedAt } from './body.ts';
import { blobLists } from './wire-blob.ts';
import { itemLists, listedItem } from './wire-item.ts';
import { asHash, at, ShapeError, type WireLists } from './wire.ts';
import type { Hash } from '../core/hash.ts';
import type { Decoded, Entry, Item, Variant } from '../core/model.ts';
import { isolated } from '../core/invisible.ts';

/** ListedItem is data with the hash under which it is listed; as canonical JSON where that is how it came. */
interface ListedItem {
  readonly hash: Hash;
  readonly item: Item | string;
}

/** bulkDecoder reads raw bodies by the rules by which the client reads every answer, for use in a worker. Its functions never throw for bad data. */
export const bulkDecoder = {
  /**
   * eachEntry hands over one entry of a page after another; or returns why it refuses the page, of which some may then have been handed over. With `isKept`, short
   * texts that recur are one in memory.
   */
  eachEntry(
    variant: Variant,
    bytes: Uint8Array,
    take: (entry: Entry) => void,
    isKept: boolean,
  ): { readonly problem: string } | undefined {
    const { entries: all } = listsOf(variant);
    const alike = (members: readonly LaidOutMember[]): readonly Entry[] =>
      all(members.map(({ value }) => value));
    return decodeParts(bytes, { open: '[', all, ...(!isKept && { alike }) }, take);
  },
  /** eachItem does the same with a page of the item or blob list. Without `isKept`, an item may come as its canonical JSON. */
  eachItem(
    variant: Variant,
    bytes: Uint8Array,
    take: (item: ListedItem) => void,
    isKept: boolean,
  ): { readonly problem: string } | undefined {
    const { items: all } = listsOf(variant);
    if (variant === 'blob') return decodeParts(bytes, { open: '[', all }, take);
    const isCanonical = new Map<object, boolean>();
    const listed = (member: LaidOutMember): ListedItem => {
      const { layout, name, text } = member;
      if (isCanonical.get(layout) === true) return { hash: asHash(name, 'item', at('$', name)), item: text };
      const { hash, item } = listedItem([name, member.value]);
      // What is so of one member is so of all that are written alike.
      isCanonical.set(layout, canonicalItemJson(item) === text);
      return { hash, item };
    };
    const alike = (members: readonly LaidOutMember[]): readonly ListedItem[] => members.map(listed);
    return decodeParts(bytes, { open: '{', all, ...(!isKept && { alike }) }, take);
  },
  /** records reads a page of records: their data. */
  records: (variant: Variant, bytes: Uint8Array): Decoded<readonly Item[]> =>
    decode(bytes, (body) =>
      listsOf(variant)
        .records(body)
        .flatMap(({ items }) => items),
    ),
  /** item reads the answer to a question for one item or blob. */
  item: (variant: Variant, bytes: Uint8Array, hash: Hash): Decoded<Item> =>
    decode(bytes, (body) => listsOf(variant).item(body, hash)),
};

function listsOf(variant: Variant): WireLists {
  return variant === 'item' ? itemLists : blobLists;
}

/** ListForm is how the members of a list are read: out of its value, or where they are written alike. */
interface ListForm<T> {
  readonly open: '[' | '{';
  readonly all: (body: unknown) => readonly T[];
  readonly alike?: (members: readonly LaidOutMember[]) => readonly T[];
}

/**
 * decodeParts reads a list part by part, so that what is decoded and parsed is soon garbage: of a list of megabytes at once, much would outlive the young generation,
 * and a worker's memory grow by hundreds of megabytes. Where a part is not as it should be the list is read as a whole, for what is wrong with it.
 */
function decodeParts<T>(
  bytes: Uint8Array,
  form: ListForm<T>,
  take: (member: T) => void,
): { readonly problem: string } | undefined {
  try {
    for (const part of partsOf(bytes, form)) for (const member of part) take(member);
    return undefined;
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const whole = decode(bytes, form.all);
    return whole.ok
      ? { problem: `The server's answer is not what the API document says: ${error.message}.` }
      : whole;
  }
}

/** PART is how many bytes of a list are read at once, at least. */
const PART = 50_000;

/**
 * partsOf reads a list or object of objects part by part. It is cut at a comma after a brace: where what stands before it is JSON once its bracket is closed, it is a
 * comma between two members; elsewhere, as within a text, the part is made longer. @throws ShapeError
 */
function* partsOf<T>(
  bytes: Uint8Array,
  { open, all, alike }: ListForm<T>,
): Generator<readonly T[], undefined> {
  const close = open === '[' ? ']' : '}';
  const readAlike = createLayoutReader(open);
  let from = 0;
  for (let length = PART; ;) {
    const to = endOfMember(bytes, from + length);
    const isLast = to === bytes.length;
    const text = decodeUtf8(bytes.subarray(from, to));
    if (text === undefined) throw new ShapeError('', 'it is not UTF-8');
    if (from === 0 && /^[ \t\n\r]*(.)/.exec(text)?.[1] !== open)
      throw new ShapeError('', 'it begins otherwise');
    if (from > 0 && text.trim() === close) throw new ShapeError('', 'a member is missing');
    const part = `${from === 0 ? '' : open}${text}${isLast ? '' : close}`;
    const members = alike && readAlike(part);
    const json = members ? undefined : parseJson(part);
    if (json?.ok === false) {
      if (isLast) throw new ShapeError('', 'not JSON');
      length *= 2;
      continue;
    }
    yield alike && members ? alike(members) : all(json?.value);
    if (isLast) return;
    from = to + 1;
    length = PART;
  }
}

/** endOfMember is the first place from `from` on where a comma follows a brace; the end of the bytes where there is none. */
function endOfMember(bytes: Uint8Array, from: number): number {
  let comma = bytes.indexOf(0x2c, from);
  while (comma > 0 && bytes[comma - 1] !== 0x7d) comma = bytes.indexOf(0x2c, comma + 1);
  return comma > 0 ? comma : bytes.length;
}

function decode<T>(bytes: Uint8Array, read: (body: unknown) => T): Decoded<T> {
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
