import type { RootState } from './tree-words.ts';

/** Drawn is what the picture of an audit shows. */
export interface Drawn {
  readonly logSize: number;
  /** How many entries, from the first, have been read. */
  readonly entriesDone: number;
  readonly root: RootState;
  readonly badEntries: readonly number[];
}

/** ROOT_LETTERS is what is written into the root: a sign first, as colour comes second. */
export const ROOT_LETTERS: Record<RootState, string> = {
  waiting: 'root',
  computed: 'root',
  equal: '✓ root',
  different: '✗ root',
  unknown: '? root',
};

/** crossAt is the path of a small cross whose top middle is at x, y. */
export function crossAt(x: number, y: number): string {
  return `M${x - 3} ${y}l6 6m0 -6l-6 6`;
}
