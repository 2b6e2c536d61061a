import { canonicalItemJson } from '../core/canonical-json.ts';
import { parseJson } from '../core/parse-json.ts';
import { type LaidOutMember, createLayoutReader } from './repeated-layout.ts';
import { decodeUtf8 } from './body.ts';
import { listedItem, wireOf } from './wire-item.ts';
import { hashIn, ShapeError } from './wire.ts';
import type { Hash } from '../core/hash.ts';
import type { Decoded, Entry, Item, Variant } from '../core/model.ts';
import { isolated } from '../core/invisible.ts';

/** ListedItem is data with its listed hash; as canonical JSON if it was sent so. */
interface ListedItem {
  readonly hash: Hash;
  readonly item: Item | string;
}

/**
 * bulkDecoder reads raw bodies by the client's rules, for use in a worker. Its functions
 * never throw for bad data.
 */
export const bulkDecoder = {
  /**
   * eachEntry passes on the entries of a page one by one, or returns why it refuses the page, perhaps after
   * the first entries. With `isRetained`, recurring short texts share memory.
   */
  eachEntry(
    variant: Variant,
    bytes: Uint8Array,
    take: (entry: Entry) => void,
    isRetained: boolean,
  ): { readonly problem: string } | undefined {
    const { entries: all } = wireOf(variant);
    const alike = (members: readonly LaidOutMember[]): readonly Entry[] =>
      all(members.map(({ value }) => value));
    return decodeParts(bytes, { open: '[', all, ...(!isRetained && { alike }) }, take);
  },
  /**
   * eachItem does the same with a page of the item or blob list. Without `isRetained`, an item may
   * come as its canonical JSON.
   */
  eachItem(
    variant: Variant,
    bytes: Uint8Array,
    take: (item: ListedItem) => void,
    isRetained: boolean,
  ): { readonly problem: string } | undefined {
    const { items: all } = wireOf(variant);
    if (variant === 'blob') return decodeParts(bytes, { open: '[', all }, take);
    const isCanonical = new Map<object, boolean>();
    const listed = (member: LaidOutMember): ListedItem => {
      const { layout, name, text } = member;
      if (isCanonical.get(layout) === true) return { hash: hashIn('item')(name), item: text };
      const { hash, item } = listedItem([name, member.value]);
      // All members of one layout have this in common.
      isCanonical.set(layout, canonicalItemJson(item) === text);
      return { hash, item };
    };
    const alike = (members: readonly LaidOutMember[]): readonly ListedItem[] => members.map(listed);
    return decodeParts(bytes, { open: '{', all, ...(!isRetained && { alike }) }, take);
  },
  /** records reads a page of records: their data. */
  records: (variant: Variant, bytes: Uint8Array): Decoded<readonly Item[]> =>
    decode(bytes, (body) =>
      wireOf(variant)
        .records(body)
        .flatMap(({ items }) => items),
    ),
  /** item reads the answer to a request for one item or blob. */
  item: (variant: Variant, bytes: Uint8Array, hash: Hash): Decoded<Item> =>
    decode(bytes, (body) => wireOf(variant).item(body, hash)),
};

/** ListForm is how to read the members of a list: from its parsed value, or by layout. */
interface ListForm<T> {
  readonly open: '[' | '{';
  readonly all: (body: unknown) => readonly T[];
  readonly alike?: (members: readonly LaidOutMember[]) => readonly T[];
}

/**
 * decodeParts reads a list part by part, so that decoded values are soon garbage: with megabytes at once,
 * much would outlive the young generation, and a worker's memory grow by hundreds of megabytes. If a part is
 * malformed, the list is read as a whole to find the error.
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

/** PART is the least number of bytes of a list to read at once. */
const PART = 50_000;

/**
 * partsOf reads a list or object of objects part by part. It is cut at a comma after a brace: if the text
 * before it is JSON once its bracket is closed, it is a comma between two members; otherwise, as within a
 * text, the part is made longer. @throws ShapeError
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
    if (text === undefined) throw new ShapeError('it is not UTF-8');
    if (from === 0 && /^[ \t\n\r]*(.)/.exec(text)?.[1] !== open) throw new ShapeError('it begins otherwise');
    if (from > 0 && text.trim() === close) throw new ShapeError('a member is missing');
    const part = `${from === 0 ? '' : open}${text}${isLast ? '' : close}`;
    const members = alike && readAlike(part);
    const json = members ? undefined : parseJson(part);
    if (json?.ok === false) {
      if (isLast) throw new ShapeError('not JSON');
      length *= 2;
      continue;
    }
    yield alike && members ? alike(members) : all(json?.value);
    if (isLast) return;
    from = to + 1;
    length = PART;
  }
}

/**
 * endOfMember returns the first index from `from` on at which a comma follows a brace, or
 * the length of the bytes.
 */
function endOfMember(bytes: Uint8Array, from: number): number {
  let comma = bytes.indexOf(0x2c, from);
  while (comma > 0 && bytes[comma - 1] !== 0x7d) comma = bytes.indexOf(0x2c, comma + 1);
  return comma > 0 ? comma : bytes.length;
}

function decode<T>(bytes: Uint8Array, read: (body: unknown) => T): Decoded<T> {
  const refuse = (problem: string): Decoded<T> => ({ ok: false, problem });
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse('The answer is not UTF-8, as JSON must be.');
  const json = parseJson(text);
  if (!json.ok) return refuse(`The answer is not JSON: ${json.problem}.`);
  try {
    return { ok: true, value: read(json.value) };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const { message, path } = error;
    return refuse(
      `The server's answer is not what the API document says: ${isolated(message)} (at ${isolated(path)}).`,
    );
  }
}
