import { useLocation } from 'react-router';
import type { Checkpoint } from '../core/model.ts';
import { useKeptFinding } from '../query/kept-audit.ts';
import { CheckBadge } from '../ui/check-badge.tsx';
import { Instant } from '../ui/time.tsx';
import { Link } from '../ui/link.tsx';
import { parsePlace } from '../ui/paths.ts';
import { usePaths } from '../ui/register-paths.ts';
import styles from './alarms.module.css';

/** AuditFinding says on every page of a register that an audit in this browser found what does not match, where the page itself does not say so. */
export function AuditFinding({ head }: { head: Checkpoint | undefined }) {
  const { pathname } = useLocation();
  const result = useKeptFinding(head);
  const paths = usePaths();
  if (result === undefined || SAY_IT.has(parsePlace(pathname).view)) return null;
  return (
    <p className={styles.finding}>
      <CheckBadge state="does-not-match" size={16} label="" />
      <span>
        The audit of <Instant at={result.finishedAt} /> found what does not match in this register.{' '}
        <Link to={paths.view('audit')}>See what it found</Link>
      </span>
    </p>
  );
}

/** The views that show what the audit found. */
const SAY_IT: ReadonlySet<string> = new Set(['overview', 'audit', 'record']);
