import { useEffect, useEffectEvent } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { useAudit } from '../../query/audit-controller.ts';
import { READ_WITHOUT_ASKING } from '../../query/copy.ts';
import { useSummary } from '../../query/register-queries.ts';
import { countOf, formatBytes, formatNumber } from '../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';

/**
 * AuditInPlace begins an audit of this head, or resumes the current one, and shows its progress in a line;
 * for a long log it first shows the cost.
 */
export function AuditInPlace({ address, head }: { address: string; head: Checkpoint }) {
  const { controller, run } = useAudit();
  const { data: about } = useSummary();
  const isShort = head.logSize <= READ_WITHOUT_ASKING;
  // Once: the head is another object each time that it is read again.
  const begin = useEffectEvent(() => {
    if (isShort) controller.begin(head);
  });
  useEffect(() => begin(), []);
  if (!isShort && run === undefined)
    return (
      <>
        <Button kind="strong" onClick={() => controller.begin(head)}>
          Request {countOf(head.logSize, 'entry')} and their data,{' '}
          {costOf(head.logSize, (about?.totalItems ?? head.logSize) / head.logSize)}
        </Button>{' '}
        <span className="quiet">It goes on while you look at other pages.</span>
      </>
    );
  const { state = 'running', progress } = run ?? {};
  const { phase, entriesDone = 0, itemsDone = 0, itemsTotal = 0 } = progress ?? {};
  if (state === 'done') return <Link to={address}>View the result</Link>;
  return (
    <>
      <span data-announce={state === 'failed' ? '' : undefined}>
        {state === 'failed'
          ? 'The check stopped before the end.'
          : phase === 'items'
            ? `Checked ${formatNumber(itemsDone)} of ${formatNumber(itemsTotal)} items …`
            : `Read ${formatNumber(entriesDone)} of ${formatNumber(head.logSize)} entries …`}
      </span>{' '}
      <Link to={address}>View the audit</Link>
    </>
  );
}

/** About as long as an entry or an item of known registers is in JSON. */
const ENTRY_BYTES = 230;
const ITEM_BYTES = 220;

/** costOf estimates the size of so many entries, with so many items for each; undefined if negligible. */
export function costOf(entries: number, itemsEach: number): string | undefined {
  // No more digits than the precision of an estimate.
  const guess = Number((entries * (ENTRY_BYTES + ITEM_BYTES * itemsEach)).toPrecision(2));
  return guess < 1000 ? undefined : `about ${formatBytes(guess).replace(/\.0(?= )/, '')}`;
}
