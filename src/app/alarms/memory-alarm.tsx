import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { memoryQuery, useMemory } from '../../query/memory-queries.ts';
import { useSession, CHECK } from '../../query/session.ts';
import type { MemoryFinding } from '../../trust/head-verdicts.ts';
import { focusPage } from '../../ui/focus-page.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Link, usePaths } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { showContradiction } from '../../ui/proof/inclusion-check.ts';
import { simulatesAttacks } from '../../ui/paths.ts';
import { Instant } from '../../ui/time.tsx';
import type { Misbehaviour, SeenHead } from '../../verify/evidence/misbehaviour.ts';
import { AlarmFold, TwoHeads } from './alarm-parts.tsx';
import styles from './alarms.module.css';
import { isSameMisbehaviour } from '../../trust/root-memory.ts';
import { refusalWords } from '../../trust/refusal-words.ts';
import { misbehaviourFile } from '../../query/save-proof.ts';
import { saveText } from '../../ui/save-file.ts';

/** The titles of an alarm that is true of the root published now, and of an earlier one. */
const TITLES: Record<Misbehaviour['kind'], Record<'now' | 'earlier', string>> = {
  'another-root': {
    now: 'This register shows another root for the same log size',
    earlier: 'This register showed another root for the same log size',
  },
  'shorter-log': { now: 'This log is shorter than it was', earlier: 'This log was shorter than before' },
  'not-a-continuation': {
    now: 'This log does not begin with the one seen here before',
    earlier: 'This log did not begin with the one seen here before',
  },
};

/**
 * MemoryAlarm is on every page of a register until the reader dismisses it: the remembered root, the published
 * one, and what to do. Once read, it stays folded while the published root contradicts the remembered one.
 */
export function MemoryAlarm({ head }: { head: Checkpoint | undefined }) {
  const { data: recalled } = useQuery(memoryQuery(useSession()));
  const { finding } = useMemory(head);
  const [readHere, setReadHere] = useState<readonly Misbehaviour[]>([]);
  const contradicts = finding?.verdict.outcome === 'does-not-match' ? finding.since : undefined;
  useEffect(
    () =>
      head === undefined || contradicts === undefined
        ? undefined
        : showContradiction({ published: head, remembered: contradicts }),
    [head, contradicts],
  );
  const stored = recalled?.kind === 'remembered' ? recalled.root.alarms : [];
  // What was read here counts also if storage refuses.
  const readAlarms = [...stored.flatMap(({ misbehaviour, read }) => (read ? misbehaviour : [])), ...readHere];
  const isRead = (one: Misbehaviour): boolean => readAlarms.some((read) => isSameMisbehaviour(read, one));
  const current = finding?.misbehaviour;
  // The published root first; without storage there is nothing else.
  const alarms = [...stored.map(({ misbehaviour }) => misbehaviour), ...(current ? [current] : [])].reverse();
  const alarm = alarms.find((one) => !isRead(one)) ?? current;
  if (alarm === undefined) return null;
  const when = current !== undefined && isSameMisbehaviour(current, alarm) ? 'now' : 'earlier';
  return (
    <AlarmFold title={TITLES[alarm.kind][when]} isRead={isRead(alarm)}>
      <Alarm
        {...{ alarm, when, head, finding }}
        isRead={isRead(alarm)}
        onRead={() => setReadHere([...readHere, alarm])}
      />
    </AlarmFold>
  );
}

function Alarm({
  alarm,
  when,
  head,
  finding,
  isRead,
  onRead,
}: {
  alarm: Misbehaviour;
  when: 'now' | 'earlier';
  head: Checkpoint | undefined;
  finding: MemoryFinding | undefined;
  isRead: boolean;
  onRead: () => void;
}) {
  const session = useSession();
  const { id, memory, trust } = session;
  const { register } = usePaths();
  const queries = useQueryClient();
  const [untrusted, setUntrusted] = useState('');
  const isNow = when === 'now';
  const drawn = isNow ? finding?.check?.consistency : undefined;
  const isShorter = alarm.kind === 'shorter-log';
  const isImported = alarm.old.imported ?? false;
  const lookAgain = async (): Promise<void> => {
    await queries.invalidateQueries(memoryQuery(session));
    // The pressed button is gone.
    focusPage();
  };
  const markRead = async (): Promise<void> => {
    onRead();
    await memory.markRead(alarm).catch(() => undefined);
    await lookAgain();
  };
  // The published head replaces the remembered root at the reader's request, and all checks are repeated.
  const trustNow = async (now: Checkpoint): Promise<void> => {
    try {
      await memory.trust(memory.id, now, Date.now());
      trust.restart();
      await lookAgain();
      await queries.resetQueries({ queryKey: [id, CHECK] });
    } catch (error) {
      setUntrusted(`The old root stays. ${refusalWords(error)}.`);
    }
  };
  return (
    <Notice
      title={titleOf(isImported, isNow)}
      tone="alarm"
      live={!isRead}
      actions={
        <>
          <Button kind="strong" onClick={() => saveText(misbehaviourFile(alarm))}>
            Save the report
          </Button>
          {!isRead && <Button onClick={() => void markRead()}>Dismiss</Button>}
          {isNow && head !== undefined && head.logSize > 0 && (
            <ConfirmButton
              label="Trust the new root …"
              kind="quiet"
              title="Trust the root that is published now?"
              keep="Keep the old root"
              confirm="Trust the new root"
              safer="keep"
              onConfirm={() => void trustNow(head)}
            >
              <p>
                From now on this browser compares with the new root. The old one is listed in Settings, under
                Remembered roots. Do this only if you know why the log changed, and save the report first.
              </p>
            </ConfirmButton>
          )}
        </>
      }
    >
      <p data-announce="">
        Do not rely on it until that is explained: save the report, and ask whoever runs the register.
        {simulatesAttacks(register) && ' This is an example: the attack is simulated.'}
      </p>
      {untrusted !== '' && <p data-announce="">{untrusted}</p>}
      <details>
        <summary className="opener">Details</summary>
        <TwoHeads
          theirs={seen(alarm.old)}
          term="remembered"
          name="remembered root"
          own={seen(alarm.new)}
          isNow={isNow}
        />
        <div className={`group quiet ${styles.meaning}`}>
          <p>
            {TITLES[alarm.kind][when]}. A log only grows, at its end, and has one root hash at each size.{' '}
            {isShorter &&
              drawn?.verdict.outcome === 'holds' &&
              'What is published is the beginning of the log seen here: its newest entries were removed, or an older state is sent. '}
            This page compares hashes and cannot tell the reason: the register may have been rewritten or set
            up again, or something else may answer at this address. The old root is kept.{' '}
            {isImported && 'It was imported from a file: this browser did not see it itself. '}
            {whatIsPublishedNow(finding)}
          </p>
          <p>
            Someone else can check the report without this browser, <Link to="/check">here</Link> or with
            Node: see <Link to="/help">Help</Link>.
          </p>
        </div>
        {drawn !== undefined && drawn.newSteps.length > 0 && (
          <details className={styles.proof}>
            <summary className="opener">The consistency proof, drawn</summary>
            <div className="sheet padded">
              <ConsistencyFigure
                check={drawn}
                oldName={isShorter ? 'published root' : 'remembered root'}
                newName={isShorter ? 'remembered root' : 'published root'}
              />
            </div>
          </details>
        )}
      </details>
    </Notice>
  );
}

/** titleOf is what an alarm says to everybody; its details say how it was found. */
function titleOf(isImported: boolean, isNow: boolean): string {
  const log = isImported ? 'the log that the imported root belongs to' : 'the log that you saw here before';
  return isNow ? `This is not ${log}` : `For a time this was not ${log}`;
}

/**
 * whatIsPublishedNow says how the root that is published now compares with the one
 * that this browser remembers.
 */
function whatIsPublishedNow(finding: MemoryFinding | undefined): string {
  const { outcome } = finding?.verdict ?? {};
  if (outcome === 'does-not-match') return 'Until this is resolved, nothing here is shown as verified.';
  if (finding?.recalled.kind !== 'remembered' || outcome === 'cannot-check')
    return 'The root that is published now was not compared with the one that this browser remembers.';
  return 'What is published now continues the log that this browser remembers.';
}

/** seen is a head with when it was seen. */
function seen(head: SeenHead) {
  const note = (
    <>
      , seen <Instant at={head.seenAtMs} />
    </>
  );
  return { head, note };
}
