import { diffArrays } from 'diff/lib/diff/array.js';
import type { AttributeValue, Item } from '../../core/model.ts';
import { isUnset } from '../values/value.tsx';

/**
 * DiffPart is a run of text in both versions, or only in the earlier (`removed`) or the later one (`added`).
 */
export interface DiffPart {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** AttributePair is one attribute in two versions. Null, `""`, `[]` and absence are the same "not set". */
export interface AttributePair {
  readonly attribute: string;
  readonly before: AttributeValue | undefined;
  readonly after: AttributeValue | undefined;
  /** Whether both values look the same. */
  readonly isSame: boolean;
}

/**
 * compareItems pairs every attribute of two versions, and every one in `order`. Order: as
 * in `order`, then by name.
 */
export function compareItems(
  before: Item,
  after: Item,
  order: readonly string[] = [],
): readonly AttributePair[] {
  const names = [...new Set([...order, ...[...before.keys(), ...after.keys()].sort()])];
  return names.map((attribute) => {
    const [old, now] = [before.get(attribute), after.get(attribute)];
    return { attribute, before: old, after: now, isSame: sameValue(old, now) };
  });
}

/** diffItems lists the attributes that differ between two versions. Order: see compareItems. */
export function diffItems(...versions: Parameters<typeof compareItems>): readonly AttributePair[] {
  return compareItems(...versions).filter(({ isSame }) => !isSame);
}

/** sameValue reports whether both values look the same. */
export function sameValue(one: AttributeValue | undefined, other: AttributeValue | undefined): boolean {
  const [mine, its] = [members(one), members(other)];
  return mine.length === its.length && mine.every((member, index) => member === its[index]);
}

/** isList reports whether a value is compared member by member. */
export function isList({ before, after }: Pick<AttributePair, 'before' | 'after'>): boolean {
  return Array.isArray(before) || Array.isArray(after);
}

/**
 * partsOf compares two values: word by word for text, member by member for lists; it returns the whole of
 * both if they share little, or differ too much.
 */
export function partsOf(pair: Pick<AttributePair, 'before' | 'after'>): readonly DiffPart[] {
  const [before, after] = [members(pair.before), members(pair.after)];
  return isList(pair) ? diffLists(before, after) : diffText(before.join(''), after.join(''));
}

/** EDITS is the most changed words or members to compare: the time grows with their square. */
const EDITS = 400;

/** LETTERS is the most characters of two texts together to compare word by word. */
const LETTERS = 200_000;

/** diffLists compares member by member; if more than EDITS differ, it returns both lists whole. */
function diffLists(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const runs = diffArrays([...before], [...after], { maxEditLength: EDITS }) ?? [
    { value: [...before], removed: true },
    { value: [...after], added: true },
  ];
  return runs.flatMap((run) => run.value.map((text) => ({ text, kind: kindOf(run) })));
}

/** diffText compares word by word; texts that share little are returned whole. */
function diffText(before: string, after: string): readonly DiffPart[] {
  const isLong = before.length + after.length > LETTERS;
  const runs = isLong ? undefined : diffArrays(words(before), words(after), { maxEditLength: EDITS });
  const parts = runs?.map((run): DiffPart => ({ text: run.value.join(''), kind: kindOf(run) })) ?? [];
  const shared = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  if (runs !== undefined && shared * 3 >= Math.min(before.length, after.length)) return parts;
  const whole: readonly DiffPart[] = [
    { text: before, kind: 'removed' },
    { text: after, kind: 'added' },
  ];
  return whole.filter(({ text }) => text !== '');
}

/** words splits a text into words, spaces and single other characters, which together are the text. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|./gsu) ?? [];
}

function members(value: AttributeValue | undefined): readonly string[] {
  if (isUnset(value)) return [];
  return typeof value === 'string' ? [value] : value;
}

function kindOf({ added, removed }: { added?: boolean; removed?: boolean }): DiffPart['kind'] {
  return added ? 'added' : removed ? 'removed' : 'same';
}
