import { asItem, field, isObject } from '../../api/decode.ts';
import { dataHashesIfAny } from '../../core/data-hash.ts';
import { type Hash, parseHash } from '../../core/hash.ts';
import type { Item, Variant } from '../../core/model.ts';
import { wholeNumber } from './whole-number.ts';

/** MOST is how many entries and how many data of a pasted text are looked up; more than are shown of any. */
const MOST = 24;
/** DEEPEST is how far down an answer of the API has data: a list of records with their items. */
const DEEPEST = 4;

/** Pasted is what a pasted text names: entries by their numbers, data by the hash it says or the hash computed of it. */
export interface Pasted {
  readonly entryNumbers: readonly number[];
  readonly hashes: readonly Hash[];
}

/** pastedIn finds the entries and the data in a text that is JSON; undefined where there are none. */
export function pastedIn(text: string, variant: Variant): Pasted | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const entryNumbers = new Set<number>();
  const hashes = new Set<Hash>();
  gather(value, variant, { entryNumbers, hashes }, 0);
  if (entryNumbers.size + hashes.size === 0) return undefined;
  return { entryNumbers: [...entryNumbers].slice(0, MOST), hashes: [...hashes].slice(0, MOST) };
}

function gather(
  value: unknown,
  variant: Variant,
  into: { readonly entryNumbers: Set<number>; readonly hashes: Set<Hash> },
  depth: number,
): void {
  if (depth > DEEPEST || into.entryNumbers.size + into.hashes.size > 2 * MOST) return;
  if (Array.isArray(value)) {
    for (const member of value) gather(member, variant, into, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const entryNumber = wholeNumber(field(value, 'entry-number'));
  if (entryNumber !== undefined) into.entryNumbers.add(entryNumber);
  for (const named of [field(value, 'item-hash'), field(value, 'blob-hash')].flat()) {
    const hash =
      typeof named === 'string' ? (parseHash(named, 'item') ?? parseHash(named, 'blob')) : undefined;
    if (hash !== undefined) into.hashes.add(hash);
  }
  for (const own of hashesOf(value, variant)) into.hashes.add(own);
  for (const member of Object.values(value)) gather(member, variant, into, depth + 1);
}

/** The hashes that a flat object has as data; none for other objects. */
function hashesOf(value: unknown, variant: Variant): readonly Hash[] {
  try {
    const item: Item = asItem(value, '$', '_id');
    return item.size === 0 ? [] : dataHashesIfAny(variant, item);
  } catch {
    return [];
  }
}
