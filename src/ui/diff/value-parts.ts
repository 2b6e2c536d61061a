import { diffArrays } from 'diff/lib/diff/array.js';
import { type AttributePair, members } from '../values/compare-items.ts';

/**
 * DiffPart is a run of text in both versions, or only in the earlier (`removed`) or the later one (`added`).
 */
export interface DiffPart {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
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

function kindOf({ added, removed }: { added?: boolean; removed?: boolean }): DiffPart['kind'] {
  return added ? 'added' : removed ? 'removed' : 'same';
}
