import { READ_WITHOUT_ASKING } from '../../query/replica.ts';

/** READ_AT_ONCE is how many records are read without asking; beyond it the reader decides. */
const READ_AT_ONCE = 5_000;

/** Reach is how far a server's list was read, and how far it is wanted. */
export interface Reach {
  /** How many entries the register has; undefined until that is known. */
  readonly entries: number | undefined;
  /** How many records were read. */
  readonly read: number;
  /** How many rows the table has come to want, from the first one on. */
  readonly reached: number;
  /** The rows are all that was read, in its order: their end is the end of what was read. */
  readonly scrollable: boolean;
  /** Up to how many records the reader asked for; 0 where they did not. */
  readonly upTo: number;
}

/**
 * readsOn tells whether the next page is to be read: always at first in a register that would be read whole without asking; in a larger one when the reader has
 * scrolled to the end of what there is, or asked. A search through a part of a large register does not read on by itself: there is no end to that.
 */
export function readsOn({ entries, read, reached, scrollable, upTo }: Reach): boolean {
  if (read < upTo) return true;
  if (read >= READ_AT_ONCE || entries === undefined) return false;
  return entries <= READ_WITHOUT_ASKING || (scrollable && reached >= read);
}
