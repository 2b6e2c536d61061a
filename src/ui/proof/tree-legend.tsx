import type { Verdict } from '../../core/verdict.ts';
import { toneOf } from './path-model.ts';
import styles from './proof-legend.module.css';

/** TreeLegend says what the shapes of the whole tree mean. */
export function TreeLegend({
  verdict,
  rootHolds,
  unknown,
  uneven,
}: {
  verdict: Verdict;
  rootHolds: string | undefined;
  /** Whether there are nodes whose hash is not known. */
  unknown: boolean;
  /** Whether a folded subtree is not full. */
  uneven: boolean;
}) {
  return (
    <ul className={styles.legend} data-tone={toneOf(verdict)} aria-label="Legend">
      <li>
        <span className={styles.sent} aria-hidden="true">
          S
        </span>
        sent by the server
      </li>
      <li>
        <span className={styles.computed} aria-hidden="true">
          C
        </span>
        computed here
      </li>
      {unknown && (
        <li>
          <span className={styles.unknown} aria-hidden="true">
            ?
          </span>
          not asked for yet
        </li>
      )}
      <li>
        <svg className={styles.folded} viewBox="0 0 26 18" aria-hidden="true">
          <path d="M13 1.5 25 17H1Z" />
        </svg>
        folded subtree
      </li>
      {uneven && (
        <li>
          <svg className={styles.folded} viewBox="0 0 26 18" aria-hidden="true">
            <path d="M13 1.5 21 11.8V17H1Z" />
          </svg>
          folded, not full: fewer entries than a power of two
        </li>
      )}
      <li>
        <span className={styles.root} aria-hidden="true" />
        {rootHolds === undefined ? 'published root' : 'root'}
      </li>
    </ul>
  );
}
