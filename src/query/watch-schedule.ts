/** Looked is what came of one look at the head of a log. */
export type Looked =
  /** It is the head at hand. */
  | 'same'
  /** It goes on from the head at hand, by a consistency proof, and is now the page's. */
  | 'grown'
  /** It does not fit what was seen before; the alarm says so. */
  | 'contradicted'
  /** It could not be read or compared; nothing follows from that. */
  | 'failed';

/** FIRST_MS is how long is waited after something happened, LONGEST_MS after a long time in which nothing did. */
export const FIRST_MS = 30_000;
export const LONGEST_MS = 300_000;

const SLOWER = 1.5;
const AFTER_FAILURE = 2;
/** SPREAD is by how much of itself a wait is shortened or lengthened, so that pages opened together do not ask together. */
const SPREAD = 0.2;

/** nextWaitMs is how long to wait after a look, in milliseconds, before it is spread: the wait before it was `waitedMs`. */
export function nextWaitMs(waitedMs: number, looked: Looked): number {
  if (looked === 'grown') return FIRST_MS;
  if (looked === 'contradicted') return LONGEST_MS;
  return Math.min(LONGEST_MS, waitedMs * (looked === 'failed' ? AFTER_FAILURE : SLOWER));
}

/** spread shortens or lengthens a wait by up to a fifth; `chance` is from 0 to 1. */
export function spread(waitMs: number, chance: number): number {
  return Math.round(waitMs * (1 + SPREAD * (2 * chance - 1)));
}
