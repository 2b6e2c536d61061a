import { type CheckState, worstOf } from '../core/check-result.ts';
import styles from './check-badge.module.css';

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
