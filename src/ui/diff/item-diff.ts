import { diffArrays } from 'diff/lib/diff/array.js';
import type { AttributeValue, Item } from '../../core/model.ts';
import { isUnset } from '../values/value.tsx';

/** DiffPart is a run of text in both versions, or only in the earlier (`removed`) or the later one (`added`). */
export interface DiffPart {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** AttributeChange is one attribute whose value differs between two versions of a record. */
export interface AttributeChange {
  readonly attribute: string;
  readonly kind: 'set' | 'unset' | 'changed';
  readonly isList: boolean;
  /**
   * Word by word for text, member by member for lists; the whole of both if they share little, or differ too much. Computed when first read: of very
   * many changes few are shown.
   */
  readonly parts: readonly DiffPart[];
}

/** AttributePair is one attribute in two versions, and its change if they differ. */
export interface AttributePair {
  readonly attribute: string;
  readonly before: AttributeValue | undefined;
  readonly after: AttributeValue | undefined;
  readonly change: AttributeChange | undefined;
}

/** compareItems pairs every attribute of two versions, and every one in `order`. Order: as in `order`, then by name. */
export function compareItems(
  before: Item,
  after: Item,
  order: readonly string[] = [],
): readonly AttributePair[] {
  const names = [...new Set([...order, ...[...before.keys(), ...after.keys()].sort()])];
  return names.map((attribute) => {
    const [old, now] = [before.get(attribute), after.get(attribute)];
    return { attribute, before: old, after: now, change: diffValue(attribute, old, now) };
  });
}

/** diffItems lists the attributes that differ between two versions; null, `""`, `[]` and absence are the same "not set". Order: see compareItems. */
export function diffItems(
  before: Item,
  after: Item,
  order: readonly string[] = [],
): readonly AttributeChange[] {
  return compareItems(before, after, order).flatMap(({ change }) => (change === undefined ? [] : [change]));
}

/** sameValue reports whether both values look the same: diffItems lists no change then. */
export function sameValue(one: AttributeValue | undefined, other: AttributeValue | undefined): boolean {
  const [mine, its] = [members(one), members(other)];
  return mine.length === its.length && mine.every((member, index) => member === its[index]);
}

function diffValue(
  attribute: string,
  before: AttributeValue | undefined,
  after: AttributeValue | undefined,
): AttributeChange | undefined {
  if (sameValue(before, after)) return undefined;
  const isList = Array.isArray(before) || Array.isArray(after);
  const [old, now] = [members(before), members(after)];
  let parts: readonly DiffPart[] | undefined;
  return {
    attribute,
    kind: isUnset(before) ? 'set' : isUnset(after) ? 'unset' : 'changed',
    isList,
    get parts() {
      parts ??= isList ? diffLists(old, now) : diffText(old.join(''), now.join(''));
      return parts;
    },
  };
}

/** EDITS is the most changed words or members to compare: the time grows with their square. */
const EDITS = 400;

/** LETTERS is the most characters of two texts together to compare word by word. */
const LETTERS = 200_000;

/** diffLists compares member by member; if more than EDITS differ, it returns both lists whole. */
function diffLists(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const runs = diffArrays([...before], [...after], { maxEditLength: EDITS });
  if (runs === undefined) return [...before.map(partOf('removed')), ...after.map(partOf('added'))];
  return runs.flatMap((run) => run.value.map(partOf(kindOf(run))));
}

/** diffText compares word by word; texts that share little are returned whole. */
function diffText(before: string, after: string): readonly DiffPart[] {
  const isLong = before.length + after.length > LETTERS;
  const runs = isLong ? undefined : diffArrays(words(before), words(after), { maxEditLength: EDITS });
  const parts = runs?.map((run) => partOf(kindOf(run))(run.value.join(''))) ?? [];
  const shared = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  if (runs !== undefined && shared * 3 >= Math.min(before.length, after.length)) return parts;
  return [partOf('removed')(before), partOf('added')(after)].filter(({ text }) => text !== '');
}

/** words splits a text into words, spaces and single other characters, which together are the text. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|./gsu) ?? [];
}

function members(value: AttributeValue | undefined): readonly string[] {
  if (isUnset(value)) return [];
  return typeof value === 'string' ? [value] : value;
}

function partOf(kind: DiffPart['kind']) {
  return (text: string): DiffPart => ({ text, kind });
}

function kindOf({ added, removed }: { added?: boolean; removed?: boolean }): DiffPart['kind'] {
  if (added === true) return 'added';
  return removed === true ? 'removed' : 'same';
}
