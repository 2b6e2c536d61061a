import { useEffect } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { useAudit } from '../../query/audit-desk.ts';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';

/** AuditInPlace begins an audit of this head, or goes on with the one that is under way, and says in a line how far it is. */
export default function AuditInPlace({ address, head }: { address: string; head: Checkpoint }) {
  const { desk, run } = useAudit();
  useEffect(() => desk.begin(head), [desk, head]);
  const { state = 'running', progress } = run ?? {};
  if (state === 'failed')
    return (
      <span role="status">
        The check stopped before the end. <Link to={address}>View what stopped it</Link>
      </span>
    );
  if (state !== 'running')
    return <Link to={address}>{state === 'done' ? 'View the result' : 'View the audit'}</Link>;
  const { phase, entriesDone = 0, itemsDone = 0, itemsTotal = 0 } = progress ?? {};
  return (
    <>
      <span role="status">
        {phase === 'items'
          ? `Checked ${formatNumber(itemsDone)} of ${formatNumber(itemsTotal)} items …`
          : `Read ${formatNumber(entriesDone)} of ${formatNumber(head.logSize)} entries …`}
      </span>{' '}
      <Link to={address}>View progress</Link>
    </>
  );
}
