import { useLocation } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { useStoredFinding } from '../../query/stored-audit.ts';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { Link, usePaths } from '../../ui/link.tsx';
import { parsePlace } from '../../ui/paths.ts';
import { Instant } from '../../ui/time.tsx';
import { MemoryAlarm } from './memory-alarm.tsx';
import { OthersAlarm } from './others-alarm.tsx';

/** RegisterAlarms are the alarms of a register, each where there may be one. */
export function RegisterAlarms({
  head,
  hasOthers,
  hasMemory,
  hasAudit,
}: {
  head: Checkpoint | undefined;
  /** Whether the reader named mirrors or witnesses of it. */
  hasOthers: boolean;
  /** Whether its root contradicts the remembered one, or an alarm of that kind is not dismissed. */
  hasMemory: boolean;
  /** Whether it was audited in this browser. */
  hasAudit: boolean;
}) {
  return (
    <>
      {hasOthers && <OthersAlarm head={head} />}
      {hasMemory && <MemoryAlarm head={head} />}
      {hasAudit && <AuditFinding head={head} />}
    </>
  );
}

/**
 * AuditFinding shows on every page of a register that an audit in this browser found a mismatch,
 * unless the page shows it.
 */
function AuditFinding({ head }: { head: Checkpoint | undefined }) {
  const { pathname } = useLocation();
  const { result, problem } = useStoredFinding(head);
  const paths = usePaths();
  if (problem !== undefined)
    return (
      <p className="boxed sand marked above">
        <CheckBadge state="cannot-check" size={16} label="" />
        <span>{problem}</span>
      </p>
    );
  if (result === undefined || SAY_IT.has(parsePlace(pathname).view)) return null;
  return (
    <p className="boxed toned marked above" data-tone="does-not-match">
      <CheckBadge state="does-not-match" size={16} label="" />
      <span>
        The audit of <Instant at={result.finishedAt} /> found what does not match in this register.{' '}
        <Link to={paths.view('audit')}>See what it found</Link>
      </span>
    </p>
  );
}

/** The views that show the findings themselves. */
const SAY_IT: ReadonlySet<string> = new Set(['overview', 'audit', 'record']);
