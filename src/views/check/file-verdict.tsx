import type { FileOutcome } from '../../verify/evidence/recheck-bundle.ts';
import { CheckBadge, type CheckState } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import styles from './check.module.css';

/**
 * FileVerdict sums up the checks of a file in one line. The best that a file can show is that it is consistent with the root hash in it, which is nothing green:
 * only a root that the register showed this browser makes it so.
 */
export function FileVerdict({
  outcome,
  checks,
  root,
}: {
  outcome: FileOutcome;
  /** The checks of the file, without that of its root. */
  checks: readonly NamedCheck[];
  /** Whether its root is the register's. */
  root: NamedCheck;
}) {
  const state = outcome === 'not-checked' ? root.state : outcome;
  const named = [...checks, root].find((check) => check.state === state)?.title ?? '';
  const { title, detail } = words(state, named);
  return (
    <p className={styles['verdict']} data-outcome={state}>
      <CheckBadge state={state} label="" size={28} />
      <span>
        <b>{title}</b>
        <br />
        {detail}
      </span>
    </p>
  );
}

function words(state: CheckState, named: string): { title: string; detail: string } {
  switch (state) {
    case 'holds':
      return {
        title: 'Consistent with the root hash that the register showed this browser',
        detail: `${named}.`,
      };
    case 'does-not-match':
      return { title: 'Does not match', detail: `${named}.` };
    case 'cannot-check':
      return { title: 'Could not check', detail: `${named}.` };
    case 'not-checked':
    case 'checking':
      return {
        title: 'Consistent with the root hash stated in the file',
        detail: 'Compare that root hash with one you trust.',
      };
  }
}
