import type { MisbehaviourKind } from './misbehaviour.ts';

/** KIND_WORDS are the kinds of misbehaviour in the words of report files, which are part of their format. Roots that were kept up to version 3 have them, too. */
export const KIND_WORDS = {
  'another-root': 'another root for the same size',
  'shorter-log': 'the log is shorter than it was',
  'not-a-continuation': 'the new log does not begin with the old one',
} as const satisfies Record<MisbehaviourKind, string>;

/** KindWords is a kind as a report file has it. */
export type KindWords = (typeof KIND_WORDS)[MisbehaviourKind];

/** MISBEHAVIOUR_KINDS are all kinds. */
export const MISBEHAVIOUR_KINDS: readonly MisbehaviourKind[] = [
  'another-root',
  'shorter-log',
  'not-a-continuation',
];

const KINDS: Record<KindWords, MisbehaviourKind> = {
  [KIND_WORDS['another-root']]: 'another-root',
  [KIND_WORDS['shorter-log']]: 'shorter-log',
  [KIND_WORDS['not-a-continuation']]: 'not-a-continuation',
};

/** isKind is whether a value is a kind. */
export function isKind(value: unknown): value is MisbehaviourKind {
  return MISBEHAVIOUR_KINDS.some((kind) => kind === value);
}

/** isKindWords is whether a value is what a report file calls a kind. */
export function isKindWords(value: unknown): value is KindWords {
  return MISBEHAVIOUR_KINDS.some((kind) => KIND_WORDS[kind] === value);
}

/** kindOfWords is the kind that a report file names. */
export function kindOfWords(words: KindWords): MisbehaviourKind {
  return KINDS[words];
}
