import type { Verdict } from '../../core/verdict.ts';
import { Legend, LegendItem } from './legend.tsx';
import { toneOf } from './path-model.ts';
import styles from './tree-legend.module.css';

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
    <Legend tone={toneOf(verdict)}>
      <LegendItem mark="sent" letter="S">
        sent by the server
      </LegendItem>
      <LegendItem mark="computed" letter="C">
        computed here
      </LegendItem>
      {unknown && (
        <LegendItem mark="unknown" letter="?">
          not asked for yet
        </LegendItem>
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
      <LegendItem mark="root">{rootHolds === undefined ? 'published root' : 'root'}</LegendItem>
    </Legend>
  );
}
