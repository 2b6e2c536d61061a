import type { CheckState } from '../core/check-result.ts';
import styles from './check-badge.module.css';

export type { CheckState };

const WORDS: Record<CheckState, string> = {
  holds: 'Holds',
  'does-not-match': 'Does not match',
  'cannot-check': 'Cannot check',
  'not-checked': 'Not checked',
  checking: 'Checking',
};

/** stateInWords names a state in plain English. */
export function stateInWords(state: CheckState): string {
  return WORDS[state];
}

/** CheckBadge draws the state of a check as a shape first (tick, cross, question mark, dash) and a colour second. An empty label: the words beside it say it. */
export function CheckBadge({
  state,
  label,
  size = 20,
}: {
  state: CheckState;
  label?: string;
  size?: 16 | 20 | 28;
}) {
  return (
    <svg
      className={`${styles['badge']} ${styles[state]}`}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      {...(label === ''
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': label ?? stateInWords(state) })}
    >
      <circle cx="10" cy="10" r="9.25" className={styles['disc']} />
      {glyph(state)}
    </svg>
  );
}

function glyph(state: CheckState) {
  switch (state) {
    case 'holds':
      return <path d="m6.3 10.4 2.5 2.5 5-5.6" />;
    case 'does-not-match':
      return <path d="m7 7 6 6m0-6-6 6" />;
    case 'cannot-check':
      return <path d="M7.9 8c0-1.3.9-2.1 2.2-2.1s2.1.8 2.1 1.9c0 1.5-2.1 1.8-2.1 3.4m0 2.6v.2" />;
    case 'not-checked':
      return <path d="M7 10h6" />;
    case 'checking':
      return <path d="M10 5.5a4.5 4.5 0 1 1-4.5 4.5" className={styles['spin']} />;
  }
}
