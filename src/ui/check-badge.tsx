import { type CheckState, worstOf } from '../core/check-result.ts';
import styles from './check-badge.module.css';
import type { Verdict } from '../core/verdict.ts';

export { type CheckState, worstOf };

const WORDS: Record<CheckState, string> = {
  holds: 'Verified',
  'does-not-match': 'Does not match',
  'cannot-check': 'Could not check',
  'not-checked': 'Not checked',
  checking: 'Checking',
};

/** GLYPHS are drawn in a disc: tick, cross, question mark, dash, and an arc that turns. */
const GLYPHS: Record<CheckState, string> = {
  holds: 'm6.3 10.4 2.5 2.5 5-5.6',
  'does-not-match': 'm7 7 6 6m0-6-6 6',
  'cannot-check': 'M7.9 8c0-1.3.9-2.1 2.2-2.1s2.1.8 2.1 1.9c0 1.5-2.1 1.8-2.1 3.4m0 2.6v.2',
  'not-checked': 'M7 10h6',
  checking: 'M10 5.5a4.5 4.5 0 1 1-4.5 4.5',
};

/** stateInWords returns the name of a state. */
export function stateInWords(state: CheckState): string {
  return WORDS[state];
}

/**
 * CheckBadge draws the state of a check as a shape first and a colour second. The label may be empty if the
 * text next to it states the outcome.
 */
export function CheckBadge({
  state,
  label = WORDS[state],
  size = 20,
}: {
  state: CheckState;
  label?: string;
  size?: 16 | 20 | 28;
}) {
  return (
    <svg
      className={`${styles.badge} ${styles[state]}`}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <circle cx="10" cy="10" r="9.25" className={styles.disc} />
      <path d={GLYPHS[state]} />
    </svg>
  );
}

/** RowCheck is the progress of one check of a row. */
export interface RowCheck {
  readonly data?: { readonly verdict: Verdict } | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/**
 * withStoredVerdict returns the progress of a check with the trust store's verdict. A result that is not
 * judged yet is under way.
 */
export function withStoredVerdict(
  { data, isError, isFetching }: RowCheck,
  verdict: Verdict | undefined,
): RowCheck {
  return { data: verdict && { verdict }, isError, isFetching: isFetching || data !== undefined };
}

function stateOf({ data, isError, isFetching }: RowCheck): CheckState {
  if (data !== undefined) return data.verdict.outcome;
  if (isError) return 'cannot-check';
  return isFetching ? 'checking' : 'not-checked';
}

/** rowState combines the proof of an entry and the checks of its data: it holds only if all of them do. */
export function rowState(
  entry: RowCheck,
  items: readonly RowCheck[],
): { readonly state: CheckState; readonly label: string } {
  const [proof, data] = [stateOf(entry), items.map(stateOf)];
  const state = worstOf([proof, ...data]);
  if (state === 'checking' || state === 'not-checked') return { state, label: WORDS[state] };
  const parts = [proof === state && 'entry proof', data.includes(state) && 'data'].filter(Boolean);
  return { state, label: `${WORDS[state]} (${parts.join(' and ')})` };
}
