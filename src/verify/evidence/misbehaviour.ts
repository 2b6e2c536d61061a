import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Variant } from '../../core/model.ts';

/**
 * MisbehaviourKind is how two heads of one register contradict each other: two roots for one size, fewer
 * entries than before, or a larger log whose consistency proof does not connect the two roots.
 */
export type MisbehaviourKind = 'another-root' | 'shorter-log' | 'not-a-continuation';

/** SeenHead is the head of a log with the time it was seen, in milliseconds since 1970. */
export interface SeenHead extends Checkpoint {
  readonly seenAtMs: number;
  /** It was imported from a file: the browser that remembers it did not see it. */
  readonly imported?: true;
}

/**
 * Misbehaviour is the content of an alarm: two heads that one register published at different times,
 * and its proof between them.
 */
export interface Misbehaviour {
  readonly kind: MisbehaviourKind;
  /** The base address of the API, without a trailing slash. */
  readonly base: string;
  readonly variant: Variant;
  /** The first segment of the register's addresses in this site. */
  readonly registerId: string;
  /** The head that was remembered. */
  readonly old: SeenHead;
  /** The head that the server publishes now. */
  readonly new: SeenHead;
  /** The consistency proof from the smaller to the larger size, as sent; absent if the server sent none. */
  readonly path?: readonly Hash[];
  /** Where the head and the consistency proof were read. */
  readonly addresses: { readonly head: string; readonly consistency?: string };
}

/** KIND_WORDS describe the kinds in report files and are part of that format. */
export const KIND_WORDS = {
  'another-root': 'another root for the same size',
  'shorter-log': 'the log is shorter than it was',
  'not-a-continuation': 'the new log does not begin with the old one',
} as const satisfies Record<MisbehaviourKind, string>;

/** isKind reports whether a value is a kind. */
export function isKind(value: unknown): value is MisbehaviourKind {
  return typeof value === 'string' && Object.hasOwn(KIND_WORDS, value);
}
