import { useLocation } from 'react-router';
import { Link } from '../link.tsx';
import styles from './proof-figure.module.css';

/** ProofView is a way of showing a proof. */
export type ProofView = 'path' | 'tree' | 'steps';

const NAMES: Record<ProofView, string> = { path: 'Path', tree: 'Whole tree', steps: 'Steps' };

/** useProofView is the way that the address asks for: `?proof=tree`, `?proof=steps`, else the path. */
export function useProofView(): ProofView {
  const asked = new URLSearchParams(useLocation().search).get('proof');
  return asked === 'tree' || asked === 'steps' ? asked : 'path';
}

/** ProofTabs links to each way of showing the proof of this page; the rest of the address stays. */
export function ProofTabs({ shown }: { shown: ProofView }) {
  const { search } = useLocation();
  return (
    <nav className={styles.tabs} aria-label="Ways to show this proof">
      {(['path', 'tree', 'steps'] as const).map((view) => {
        const query = new URLSearchParams(search);
        if (view === 'path') query.delete('proof');
        else query.set('proof', view);
        return (
          <Link key={view} to={`?${query}`} aria-current={view === shown ? 'page' : undefined}>
            {NAMES[view]}
          </Link>
        );
      })}
    </nav>
  );
}
