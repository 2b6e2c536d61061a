import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Checkpoint, ForeignHead } from '../core/model.ts';
import { cannotCheck, type Verdict } from '../core/verdict.ts';
import { failed } from '../query/report-check.ts';
import { rootHere, type SentFinding, sentHeadQuery } from '../query/foreign-head.ts';
import { NO_HEAD, useSession } from '../query/session.ts';
import { Button } from '../ui/button.tsx';
import { Fact, Head } from '../ui/facts.tsx';
import { capital, countOf, formatClock } from '../ui/format.ts';
import { Literal } from '../ui/literal.tsx';
import { Notice } from '../ui/notice.tsx';
import { SENT_DIGITS } from '../ui/seen-part.ts';
import { readSeen } from '../ui/sent-head.ts';
import { senderTitle } from '../views/shared/verdict-words.ts';
import styles from './alarms/alarms.module.css';

/**
 * SenderAlarm compares what the sender of the link that led to this register saw with what is shown here, and says
 * so where they differ or could not be compared. `link` is the fragment of that link.
 */
export function SenderAlarm({ link, head }: { link: string; head: Checkpoint | undefined }) {
  const session = useSession();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const sent = readSeen(link);
  const problem = 'problem' in sent ? sent.problem : undefined;
  const isDue = !('problem' in sent) && head !== undefined;
  // What holds for a log holds for each that is proved to continue it.
  const [held, setHeld] = useState<Checkpoint>();
  const isHeld = held !== undefined && session.trust.heads.includes(held);
  const query = useQuery({
    ...sentHeadQuery(session, isDue ? sent : NOTHING_SENT, head ?? NO_HEAD),
    enabled: isDue && !isHeld,
  });
  const { data, error } = query;
  if (data?.verdict.outcome === 'holds' && held !== head) setHeld(head);
  const unmade = problem === undefined ? undefined : cannotCheck('malformed', problem);
  const made = data?.verdict ?? (error === null ? undefined : failed(error));
  const verdict: Verdict | undefined = isHeld ? { outcome: 'holds' } : (unmade ?? made);
  const known = JSON.stringify(verdict);
  // By its content: a new verdict of the same content is no change.
  useEffect(
    () => session.trust.setSender(known === undefined ? 'checking' : JSON.parse(known)),
    [session, known],
  );
  if (verdict === undefined || verdict.outcome === 'holds' || verdict.outcome === 'not-checked') return null;
  const dismiss = (): void =>
    void navigate({ pathname, search }, { replace: true, state: { ...state, sent: '' } });
  const goOn = <Button onClick={dismiss}>Go on without comparing</Button>;
  if (verdict.outcome === 'does-not-match' && isDue)
    return (
      <div className="above">
        <Notice tone="alarm" live title={senderTitle(verdict)} actions={goOn}>
          <p data-announce="">
            {data && rootHere(data, sent) !== undefined
              ? 'One of you may be shown another log than everybody else, the register may have rewritten its history since, or somebody changed the link.'
              : 'The server sent it. It does not show which log the sender saw.'}
          </p>
          <p>
            Ask the sender to open this page without your link, and to read out the root hash that they see.
            Until that is explained, do not rely on this page.
          </p>
          <Differing sent={sent} found={data} head={head} />
        </Notice>
      </div>
    );
  return (
    <Notice
      tone="failed"
      live
      title="Could not compare with what the sender of this link saw"
      actions={
        <>
          {isDue && <Button onClick={() => void query.refetch()}>Try again</Button>}
          {goOn}
        </>
      }
    >
      <p>
        <Literal text={capital('reason' in verdict ? verdict.reason : '')} />
        {data && `, at ${formatClock(data.atMs)}`}.{' '}
        {problem === undefined
          ? 'This says nothing about the register.'
          : 'Ask the sender to send the whole link again.'}
      </p>
    </Notice>
  );
}

const NOTHING_SENT: ForeignHead = { logSize: 0, digits: '' };

/** Differing shows the digits of both heads, large, in groups that can be read out. */
function Differing({
  sent,
  found,
  head,
}: {
  sent: ForeignHead;
  found: SentFinding | undefined;
  head: Checkpoint;
}) {
  const { logSize, digits } = sent;
  const here = found && rootHere(found, sent);
  const inGroups = (text: string): string => text.slice(0, SENT_DIGITS).replaceAll(/(....)(?=.)/g, '$1 ');
  return (
    <details>
      <summary>Details</summary>
      <dl className="facts">
        <Fact term={`the sender saw, for ${countOf(logSize, 'entry')}`}>
          <code className={styles.digits} translate="no">
            {inGroups(digits)}
          </code>
        </Fact>
        <Fact term="here, for the same entries">
          {here ? (
            <code className={styles.digits} translate="no">
              {inGroups(here)}
            </code>
          ) : (
            'the proofs that the server sent for this size do not hold'
          )}
        </Fact>
        <Fact term="the log shown here">
          <Head of={head} name="root" />
        </Fact>
      </dl>
    </details>
  );
}
