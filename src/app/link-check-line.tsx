import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../query/failure.ts';
import { linkedCheckQuery, type LinkedCheck } from '../query/link-check.ts';
import type { Linked } from '../query/link-query.ts';
import type { RegisterSession } from '../query/session.ts';
import { CheckBadge, type CheckState } from '../ui/check-badge.tsx';
import { countOf, formatNumber } from '../ui/format.ts';
import styles from './link-card.module.css';

/** LinkCheckLine says whether what a card shows of a record was proved here: its data hashed, and its entry led to the published root of its register. */
export function LinkCheckLine({
  session,
  recordKey,
  linked,
}: {
  session: RegisterSession;
  recordKey: string;
  linked: Extract<Linked, { state: 'found' }>;
}) {
  const { data, error } = useQuery(linkedCheckQuery(session, recordKey, linked));
  const state: CheckState = data?.verdict.outcome ?? (error === null ? 'checking' : 'cannot-check');
  return (
    <span className={styles['check']} data-state={state}>
      <CheckBadge state={state} size={16} label="" />
      <span>{checkLineWords(state, data, error)}</span>
    </span>
  );
}

/** checkLineWords are the words beside the sign of such a check. */
function checkLineWords(state: CheckState, check: LinkedCheck | undefined, error: Error | null): string {
  if (error !== null) return `As its server says. It could not be proved: ${describeFailure(error).message}`;
  if (check === undefined) return 'Proving it …';
  const { verdict, entryNumber, logSize } = check;
  const entry = `entry ${formatNumber(entryNumber)}`;
  const log = `its log of ${countOf(logSize, 'entry', 'entries')}`;
  const reason = 'reason' in verdict ? verdict.reason : '';
  switch (state) {
    case 'holds':
      return `Proved here: this is the data of ${entry}, and that is in ${log}. That none is newer is its server’s word.`;
    case 'does-not-match':
      return `Does not match: the data or ${entry} does not lead to the root of ${log}. ${reason}`.trim();
    case 'cannot-check':
    case 'not-checked':
    case 'checking':
      return `As its server says. It could not be proved: ${reason}`;
  }
}
