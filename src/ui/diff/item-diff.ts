import type { AttributeValue, Item } from '../../core/model.ts';
import { isUnset } from '../values/value.tsx';

/** DiffPart is a run of text that both versions have, or only the one before (`removed`) or only this one (`added`). */
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
   * Word by word for text, member by member for lists; the whole of both where hardly anything is shared, or too much differs. Compared when it is first read: of very
   * many changes few are shown.
   */
  readonly parts: readonly DiffPart[];
}

/** AttributePair is one attribute in two versions, and its change where they differ. */
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

/** sameValue tells whether a reader sees the same value in both: what diffItems lists no change of. */
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
  const wasUnset = isUnset(before);
  const nowUnset = isUnset(after);
  const isList = Array.isArray(before) || Array.isArray(after);
  let parts: readonly DiffPart[] | undefined;
  return {
    attribute,
    kind: changeKind(wasUnset, nowUnset),
    isList,
    get parts() {
      parts ??= isList ? diffLists(members(before), members(after)) : diffText(textOf(before), textOf(after));
      return parts;
    },
  };
}

function textOf(value: AttributeValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** EDITS is after how many words or members that came or went a comparison is given up: its time grows with the square of them. */
const EDITS = 400;

/** LETTERS is how long two texts may be together to be compared word by word. */
const LETTERS = 200_000;

/** WORDS are the parts in which texts are compared: words, runs of spaces, and single other signs. */
const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu;

/** diffLists compares member by member; where more than EDITS differ it shows the whole list before and the whole list after. */
function diffLists(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const runs = compare(before, after) ?? [
    { kind: 'removed', members: before },
    { kind: 'added', members: after },
  ];
  return runs.flatMap(({ kind, members: texts }) => texts.map((text) => ({ text, kind })));
}

/** diffText compares word by word; where hardly anything is shared it shows the whole before and the whole after instead of confetti. */
function diffText(before: string, after: string): readonly DiffPart[] {
  const words = (text: string): readonly string[] => text.match(WORDS) ?? [];
  const runs = before.length + after.length > LETTERS ? undefined : compare(words(before), words(after));
  const parts = runs?.map(({ kind, members: texts }) => ({ text: texts.join(''), kind })) ?? [];
  const shared = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  if (runs !== undefined && shared * 3 >= Math.min(before.length, after.length)) return parts;
  return [
    { text: before, kind: 'removed' as const },
    { text: after, kind: 'added' as const },
  ].filter((part) => part.text !== '');
}

/** Run is a run of words or members that came, went or stayed together. */
interface Run {
  readonly kind: DiffPart['kind'];
  readonly members: readonly string[];
}

/** Reach is how far the best path of some number of edits comes: `x` members of the list before, and `x - diagonal` of the one after. */
interface Reach {
  readonly x: number;
  readonly diagonal: number;
  readonly from: Reach | undefined;
}

/** compare finds the fewest members that came or went (Myers, An O(ND) Difference Algorithm, 1986); undefined where they are more than EDITS. */
function compare(before: readonly string[], after: readonly string[]): readonly Run[] | undefined {
  let reached = new Map<number, Reach>();
  for (let edits = 0; edits <= EDITS; edits += 1) {
    const next = new Map<number, Reach>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const added = reached.get(diagonal + 1);
      const removed = reached.get(diagonal - 1);
      const from = removed === undefined || (added?.x ?? -1) > removed.x ? added : removed;
      let x = from === undefined ? 0 : from.x + (from === removed ? 1 : 0);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      const reach = { x, diagonal, from };
      if (x >= before.length && x - diagonal >= after.length) return runsTo(reach, before, after);
      next.set(diagonal, reach);
    }
    reached = next;
  }
  return undefined;
}

/** runsTo reads the path to the end of both lists: between runs that stayed, what went and then what came. */
function runsTo(end: Reach, before: readonly string[], after: readonly string[]): readonly Run[] {
  const path: Reach[] = [];
  for (let reach: Reach | undefined = end; reach !== undefined; reach = reach.from) path.unshift(reach);
  const runs: Run[] = [];
  let [x, y] = [0, 0];
  for (const reach of path) {
    const { from, diagonal } = reach;
    const begin = from === undefined ? 0 : from.x + (diagonal > from.diagonal ? 1 : 0);
    // What stays after this edit; after the last one, the end of both.
    if (begin === reach.x && reach !== end) continue;
    runs.push(
      { kind: 'removed', members: before.slice(x, begin) },
      { kind: 'added', members: after.slice(y, begin - diagonal) },
      { kind: 'same', members: before.slice(begin, reach.x) },
    );
    [x, y] = [reach.x, reach.x - diagonal];
  }
  return runs.filter((run) => run.members.length > 0);
}

function members(value: AttributeValue | undefined): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  return typeof value === 'string' ? [value] : value;
}

function changeKind(wasUnset: boolean, nowUnset: boolean): AttributeChange['kind'] {
  if (wasUnset) return 'set';
  return nowUnset ? 'unset' : 'changed';
}
