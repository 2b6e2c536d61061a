import type { PathTone } from './path-model.ts';
import styles from './proof-legend.module.css';

/** ProofLegend says what the three shapes of a proof picture mean. */
export function ProofLegend({ tone, root = 'published root' }: { tone: PathTone; root?: string }) {
  return (
    <ul className={styles.legend} data-tone={tone} aria-label="Legend">
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
      <li>
        <span className={styles.root} aria-hidden="true" />
        {root}
      </li>
    </ul>
  );
}
