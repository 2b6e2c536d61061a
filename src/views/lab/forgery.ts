import type { AttributeValue } from '../../core/model.ts';
import { isRedacted } from '../../ui/values/value.tsx';
import {
  type Copy,
  type CopyChecks,
  copyOf,
  type Edit,
  type Original,
  sameCopy,
  sameValue,
  setValue,
} from './copy.ts';

/** FORGERY is the steps of the forgery, in order; an address may name one as `preset`. */
export const FORGERY = ['value', 'hash', 'root', 'compare'] as const;

/** ForgeryStep is one step: change a value, fix the hash in the entry, compute a root that matches, compare it. */
export type ForgeryStep = (typeof FORGERY)[number];

/** readStep reads the name of a step; undefined for anything else. */
export function readStep(text: string | null): ForgeryStep | undefined {
  return FORGERY.find((step) => step === text);
}

/** canForge tells whether there is a value to change: not every entry has one. */
export function canForge(original: Original): boolean {
  return changeOneLetter(copyOf(original)) !== undefined;
}

/**
 * forge makes the copies that lead from `from` to a step, with the steps before it that are missing. `check` asks the verifier. It stops early where a hash that is
 * needed cannot be computed.
 */
export async function forge(
  step: ForgeryStep,
  original: Original,
  from: Copy,
  check: (copy: Copy) => Promise<CopyChecks>,
): Promise<readonly Copy[]> {
  const wanted = FORGERY.indexOf(step);
  const copies: Copy[] = [];
  const now = (): Copy => copies.at(-1) ?? from;
  const follow = (copy: Copy): void => void (sameCopy(copy, now()) || copies.push(copy));
  const change = stepsDone(original, from, await check(from)) === 0 ? changeOneLetter(from) : undefined;
  if (change !== undefined) follow(change(from));
  if (wanted >= 1) follow(withComputedHashes(now(), await check(now())));
  if (wanted >= 2) follow(withComputedRoot(now(), await check(now())));
  return copies;
}

/** withComputedHashes puts the hashes that the data has now into the entry. */
function withComputedHashes(copy: Copy, { data }: CopyChecks): Copy {
  const computed = data.items.map((item) => item.computed);
  if (data.verdict.outcome === 'holds' || computed.length !== copy.itemHashes.length) return copy;
  const itemHashes = copy.itemHashes.map((hash, index) => ({ ...hash, text: computed[index] ?? hash.text }));
  return { ...copy, itemHashes };
}

function withComputedRoot(copy: Copy, { entry }: CopyChecks): Copy {
  return entry.computedRoot === undefined ? copy : { ...copy, rootHash: entry.computedRoot };
}

/** stepsDone is how many steps of the forgery the copy has behind it, 0 to 3. Data that was changed and still has its hash, as a redacted blob, counts as not changed. */
export function stepsDone(original: Original, copy: Copy, checks: CopyChecks): 0 | 1 | 2 | 3 {
  const dataHolds = checks.data.verdict.outcome === 'holds';
  const otherHashes = copyOf(original).itemHashes.some(({ text }, at) => text !== copy.itemHashes[at]?.text);
  if (sameItems(original, copy) || (dataHolds && !otherHashes)) return 0;
  if (!dataHolds) return 1;
  const leads = checks.entry.verdict.outcome === 'holds' && copy.rootHash !== original.checkpoint.rootHash;
  return leads ? 3 : 2;
}

function sameItems(original: Original, copy: Copy): boolean {
  return copy.items.every((item, index) => {
    const was = original.items[index];
    return was?.size === item.size && [...item].every(([name, value]) => sameValue(was.get(name), value));
  });
}

/** changeOneLetter changes a value that is plain text, `name` first of all: a change of one of its letters is easily seen. */
function changeOneLetter(copy: Copy): Edit | undefined {
  const texts = copy.items.flatMap((item, index) =>
    [...item].flatMap(([name, value]) => (isPlainText(value) ? [{ index, name, value }] : [])),
  );
  const first = texts.find(({ name }) => name === 'name') ?? texts[0];
  return first && setValue(first.index, first.name, nextLetter(first.value));
}

function isPlainText(value: AttributeValue): value is string {
  return typeof value === 'string' && value !== '' && !isRedacted(value);
}

/** nextLetter turns the last letter or digit into the next one: Uranus becomes Uranut. A text without any gets an x. */
function nextLetter(text: string): string {
  const at = text.search(/[a-yA-Y0-8](?=[^a-yA-Y0-8]*$)/);
  if (at < 0) return `${text}x`;
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) + 1) + text.slice(at + 1);
}
