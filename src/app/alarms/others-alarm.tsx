import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Check } from '../../core/check-result.ts';
import type { Checkpoint } from '../../core/model.ts';
import { cannotCheck } from '../../core/verdict.ts';
import { type Contradiction, dismissContradiction } from '../../query/contradictions.ts';
import { publishOthersLine } from '../../query/others-summary.ts';
import { useSession } from '../../query/session.ts';
import { signaturesOf } from '../../query/witness-queries.ts';
import { AlarmFold } from './alarm-fold.tsx';
import { MirrorAlarm } from './mirror-alarm.tsx';
import { alarmTitle, SignedAlarm } from './signed-alarm.tsx';
import { useOthers } from './use-others.ts';

/** LISTS_CHECK is whether the lists of mirrors and witnesses that are stored here could be read. */
const LISTS_CHECK: Check = { kind: 'others', subject: 'lists stored here' };

/**
 * OthersAlarm is shown on every page of a register whose reader named mirrors or witnesses, if somebody was shown a
 * log that contradicts the published one: a mirror until it is compared again, a witness until the reader dismisses it.
 */
export function OthersAlarm({ head }: { head: Checkpoint | undefined }) {
  const queries = useQueryClient();
  const session = useSession();
  const { known, line, alarms, isDismissed, differing, findings, unreadable } = useOthers(head);
  const [readHere, setReadHere] = useState<readonly Contradiction[]>([]);
  useEffect(() => publishOthersLine(queries, session, line ?? null));
  useEffect(() => session.trust.setOthers(known), [session, known]);
  // It may hold what contradicts this register.
  useLayoutEffect(() => {
    if (unreadable === undefined) return undefined;
    const verdict = cannotCheck('storage-unread', unreadable);
    session.trust.report({ ...LISTS_CHECK, verdict, checkedAt: Date.now() });
    return session.trust.require(LISTS_CHECK);
  }, [session, unreadable]);
  const unread = alarms.find(({ bad }) => !isDismissed(bad) && !readHere.includes(bad));
  const alarm = unread ?? alarms.find((one) => one.standing === 'now');
  if (head === undefined) return null;
  if (unread === undefined && differing.length > 0) return <MirrorAlarm mirrors={differing} head={head} />;
  if (alarm === undefined) return null;
  const { signed: published } = signaturesOf(findings, alarm.bad.comparison.own);
  const dismiss = (): void => {
    setReadHere([...readHere, alarm.bad]);
    void dismissContradiction(queries, session, alarm.bad).catch(() => undefined);
  };
  return (
    <AlarmFold title={alarmTitle(alarm)} isRead={unread === undefined}>
      <SignedAlarm {...{ ...alarm, published }} {...(unread && { onDismiss: dismiss })} />
    </AlarmFold>
  );
}
