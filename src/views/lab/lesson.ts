import type { AttributeValue } from '../../core/model.ts';
import { isRedacted } from '../../ui/value.tsx';
import { sameItems } from './changes.ts';
import { copyOf, sameCopy, type Copy, type CopyChecks, type Original } from './copy.ts';
import { applyEdit, flipDigit, type Edit } from './edits.ts';

/** LESSON is the steps of the lesson, in order; each is also a preset that an address may name. */
export const LESSON = ['value', 'hash', 'root', 'compare'] as const;

/** LessonStep is one step of the lesson: change a value, fix the hash in the entry, make up a root that fits, compare it. */
export type LessonStep = (typeof LESSON)[number];

/** TRIALS are single changes that can be tried by themselves; redacting is for blobs alone. */
export const TRIALS = ['key', 'timestamp', 'digit', 'order', 'missing', 'size', 'redact'] as const;

/** Preset is a change, or a row of them, with a name short enough for an address. */
export type Preset = LessonStep | (typeof TRIALS)[number];

/** readPreset reads the name of a preset; undefined for anything else. */
export function readPreset(text: string | null): Preset | undefined {
  return [...LESSON, ...TRIALS].find((name) => name === text);
}

/** possible tells whether a preset can be played with this original: not every entry has a value, and not every proof two hashes. */
export function possible(preset: Preset, original: Original): boolean {
  const copy = copyOf(original);
  switch (preset) {
    case 'value':
    case 'hash':
    case 'root':
    case 'compare':
      return changeOneLetter(copy) !== undefined;
    case 'key':
    case 'timestamp':
    case 'size':
      return true;
    case 'digit':
    case 'missing':
      return copy.auditPath.length > 0;
    case 'order':
      return copy.auditPath.length > 1;
    case 'redact':
      return original.variant === 'blob' && textsOf(copy).length > 0;
  }
}

/**
 * playPreset makes the copies that a preset leads through, starting from `from`; a step of the lesson first makes up for the steps before it that are
 * missing. `check` asks the verifier. Stops early where a hash that is needed cannot be computed.
 */
export async function playPreset(
  preset: Preset,
  original: Original,
  from: Copy,
  check: (copy: Copy) => Promise<CopyChecks>,
): Promise<readonly Copy[]> {
  if (!isLesson(preset)) {
    const edit = preset === 'redact' ? redactFirst(from, await check(from)) : trial(preset, from);
    return edit === undefined ? [] : [applyEdit(from, edit)];
  }
  const wanted = LESSON.indexOf(preset);
  const copies: Copy[] = [];
  const now = (): Copy => copies.at(-1) ?? from;
  const follow = (copy: Copy): void => void (sameCopy(copy, now()) || copies.push(copy));
  const edit = reached(original, from, await check(from)) === 0 ? changeOneLetter(from) : undefined;
  if (edit !== undefined) follow(applyEdit(from, edit));
  if (wanted >= 1) follow(withNamedHashes(now(), await check(now())));
  if (wanted >= 2) follow(withFittingRoot(now(), await check(now())));
  return copies;
}

/** continues tells whether a step of the lesson goes on from an earlier one, so that it comes to what it makes of the original. */
export function continues(step: Preset, before: Preset | undefined): boolean {
  return (
    before !== undefined &&
    isLesson(step) &&
    isLesson(before) &&
    LESSON.indexOf(before) <= LESSON.indexOf(step)
  );
}

/** isLesson tells the steps of the lesson, which go on from what is there, from the single changes, which begin from a clean copy. */
export function isLesson(preset: Preset): preset is LessonStep {
  return LESSON.some((step) => step === preset);
}

/** withNamedHashes puts the hashes that the data has now into the entry: what a forger does after changing data. */
export function withNamedHashes(copy: Copy, { data }: CopyChecks): Copy {
  const computed = data.items.map((item) => item.computed);
  if (data.verdict.outcome === 'holds' || computed.length !== copy.itemHashes.length) return copy;
  return {
    ...copy,
    itemHashes: copy.itemHashes.map((hash, index) => ({ ...hash, text: computed[index] ?? hash.text })),
  };
}

/** withFittingRoot makes the root the one to which the path leads: what a forger does last. */
export function withFittingRoot(copy: Copy, { entry }: CopyChecks): Copy {
  return entry.computedRoot === undefined ? copy : { ...copy, rootHash: entry.computedRoot };
}

/**
 * reached is how many steps of the lesson the copy has behind it, 0 to 3. Data that was changed and still has its hash, as a redacted blob, counts as not
 * changed.
 */
export function reached(original: Original, copy: Copy, checks: CopyChecks): 0 | 1 | 2 | 3 {
  const held = checks.data.verdict.outcome === 'holds';
  const named = copyOf(original).itemHashes.some((hash, index) => hash.text !== copy.itemHashes[index]?.text);
  if (sameItems(original, copy) || (held && !named)) return 0;
  if (!held) return 1;
  const led = checks.entry.verdict.outcome === 'holds' && copy.rootHash !== original.checkpoint.rootHash;
  return led ? 3 : 2;
}

/** redact replaces a value of a blob by the hash that stands for it, as the verifier computed it; undefined where there is none. */
export function redact(item: number, name: string, { data }: CopyChecks): Edit | undefined {
  const step = data.items[item]?.blobSteps?.find((step) => step.kind === 'attribute' && step.name === name);
  if (step?.kind !== 'attribute') return undefined;
  return { kind: 'value', item, name, value: `**REDACTED**${step.valueHash}` };
}

function redactFirst(copy: Copy, checks: CopyChecks): Edit | undefined {
  const [first] = textsOf(copy);
  return first === undefined ? undefined : redact(first.item, first.name, checks);
}

function trial(preset: Exclude<Preset, LessonStep | 'redact'>, copy: Copy): Edit | undefined {
  const [first] = copy.auditPath;
  switch (preset) {
    case 'key':
      return { kind: 'field', field: 'key', text: oneLetterOn(copy.key) };
    case 'timestamp':
      return { kind: 'field', field: 'timestamp', text: anotherSecond(copy.timestamp) };
    case 'size':
      return { kind: 'field', field: 'logSize', text: String(Number(copy.logSize) + 1) };
    case 'digit':
      return first && { kind: 'hash', list: 'auditPath', id: first.id, text: flipDigit(first.text) };
    case 'order':
      return first && { kind: 'move-hash', id: first.id, by: 1 };
    case 'missing':
      return first && { kind: 'drop-hash', id: first.id };
  }
}

function changeOneLetter(copy: Copy): Edit | undefined {
  const [first] = textsOf(copy);
  return first && { kind: 'value', item: first.item, name: first.name, value: oneLetterOn(first.value) };
}

/** textsOf lists the values that are plain text, `name` first of all: a change of one of its letters is easily seen. */
function textsOf(copy: Copy): { item: number; name: string; value: string }[] {
  const texts = copy.items.flatMap((item, index) =>
    [...item].flatMap(([name, value]) => (isPlainText(value) ? [{ item: index, name, value }] : [])),
  );
  return texts.toSorted((one, other) => Number(other.name === 'name') - Number(one.name === 'name'));
}

function isPlainText(value: AttributeValue): value is string {
  return typeof value === 'string' && value !== '' && !isRedacted(value);
}

/** oneLetterOn turns the last letter or digit into the next one: Uranus becomes Uranut. A text without any gets an x. */
function oneLetterOn(text: string): string {
  const at = text.search(/[a-yA-Y0-8](?=[^a-yA-Y0-8]*$)/);
  if (at < 0) return `${text}x`;
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) + 1) + text.slice(at + 1);
}

function anotherSecond(timestamp: string): string {
  return /\d(?=\D*$)/.test(timestamp) ? oneLetterOn(timestamp) : `${timestamp}0`;
}
