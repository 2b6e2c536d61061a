import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { CHECK } from '../query/keys.ts';
import { memoryQuery, useMemory } from '../query/memory-queries.ts';
import { type RegisterSession, useSession } from '../query/session.ts';
import type { MemoryFinding } from '../trust/memory-finding.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { countOf } from '../ui/format.ts';
import { CopyHash } from '../ui/hash/copy-button.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { ConsistencyFigure } from '../ui/proof/consistency-figure.tsx';
import { showContradiction } from '../ui/proof/contradiction.ts';
import { Instant } from '../ui/time.tsx';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import { refusalOf } from '../verify/unkept.ts';
import styles from './alarms.module.css';
import { saveReport } from './save-report.ts';
import { refusalWords } from './unkept.tsx';

const WORDS: Record<Misbehaviour['kind'], { readonly title: string; readonly meaning: string }> = {
  'another-root': {
    title: 'This register shows another root for the same log size',
    meaning: 'A log has one root at each size. Something in it, or its order, is not what it was.',
  },
  'shorter-log': {
    title: 'This log is shorter than it was',
    meaning: 'A log only grows. The newest entries seen here are not in what is published now.',
  },
  'not-a-continuation': {
    title: 'This log does not begin with the one seen here before',
    meaning:
      'A log only grows at its end, and the proof that the server sent does not show that it begins with what was seen here: something may have been changed, removed or moved.',
  },
};

/**
 * Alarms stands on every page of a register until the person has read it: the root that was remembered, the one that is published, and what can be done. Once
 * read it stays folded for as long as what is published does not fit.
 */
export function Alarms({ head }: { head: Checkpoint | undefined }) {
  const session = useSession();
  const { data: recalled } = useQuery(memoryQuery(session));
  const { finding } = useMemory(head);
  const [readHere, setReadHere] = useState<Misbehaviour>();
  const contradicts = finding?.verdict.outcome === 'does-not-match' ? finding.since : undefined;
  useEffect(
    () =>
      head === undefined || contradicts === undefined
        ? undefined
        : showContradiction({ published: head, remembered: contradicts }),
    [head, contradicts],
  );
  const kept = recalled?.kind === 'remembered' ? recalled.root.alarms : [];
  const unread = kept.filter((alarm) => !alarm.read).map((alarm) => alarm.misbehaviour);
  // What is published now comes first; where nothing can be kept, it is all there is.
  const found = finding?.misbehaviour;
  const alarm = found ?? unread.at(-1);
  if (alarm === undefined) return null;
  const shown = {
    alarm,
    head,
    finding,
    others: unread.filter((one) => !isSame(one, alarm)).length,
  };
  // Also where storage refuses to note it.
  const isRead =
    (readHere !== undefined && isSame(readHere, alarm)) || (unread.length === 0 && kept.length > 0);
  return (
    <div className={styles['alarm']}>
      {isRead ? (
        <details className={styles['read']}>
          <summary>{WORDS[alarm.kind].title}. Dismissed.</summary>
          <AlarmBody {...shown} />
        </details>
      ) : (
        <AlarmBody {...shown} onRead={() => setReadHere(alarm)} />
      )}
    </div>
  );
}

function AlarmBody({
  alarm,
  head,
  finding,
  others,
  onRead,
}: {
  alarm: Misbehaviour;
  head: Checkpoint | undefined;
  finding: MemoryFinding | undefined;
  /** How many other alarms of the register are unread. */
  others: number;
  onRead?: () => void;
}) {
  const session = useSession();
  const queries = useQueryClient();
  const [untrusted, setUntrusted] = useState('');
  const now = finding?.verdict.outcome === 'does-not-match';
  const drawn = now ? finding.check?.consistency : undefined;
  const imported =
    finding?.recalled.kind === 'remembered' && finding.recalled.root.importedAtMs !== undefined;
  const markRead = async (): Promise<void> => {
    onRead?.();
    await (await session.memory.writer()).markRead(session.memory.id).catch(() => undefined);
    await queries.invalidateQueries({ queryKey: memoryQuery(session).queryKey });
    focusContent();
  };
  const trust = async (): Promise<void> => {
    try {
      if (head !== undefined) await trustHead(queries, session, head);
      focusContent();
    } catch (error) {
      setUntrusted(`The old root stays. ${refusalWords(refusalOf(error))}.`);
    }
  };
  return (
    <>
      <Notice
        title={WORDS[alarm.kind].title}
        tone="alarm"
        live={onRead !== undefined}
        actions={
          <>
            <Button kind="strong" onClick={() => saveReport(alarm)}>
              Save the report
            </Button>
            {onRead !== undefined && <Button onClick={() => void markRead()}>Dismiss</Button>}
            {now && head !== undefined && head.logSize > 0 && (
              <TrustDialog old={alarm.old} head={head} onTrust={trust} onSave={() => saveReport(alarm)} />
            )}
          </>
        }
      >
        <Heads
          heads={[
            {
              term: 'remembered',
              head: alarm.old,
              seen: (
                <>
                  , last seen <Instant at={alarm.old.seenAtMs} />
                </>
              ),
            },
            {
              term: 'published',
              head: alarm.new,
              seen: (
                <>
                  , seen <Instant at={alarm.new.seenAtMs} />
                </>
              ),
            },
          ]}
        />
        {untrusted !== '' && <p role="alert">{untrusted}</p>}
        <p>
          {WORDS[alarm.kind].meaning} {alarm.kind === 'shorter-log' && now && beginning(drawn?.verdict)} This
          page compares hashes and cannot tell the reason: the register may have been rewritten or set up
          again, or another server may answer at this address. The old root is kept.{' '}
          {imported && 'It was imported from a file: this browser did not see it itself. '}
          {now
            ? 'Until this is resolved, nothing here is shown as verified.'
            : 'What the server publishes now matches the old root again.'}
        </p>
        <p>
          The report is a file that someone else can check without this browser, <Link to="/check">here</Link>{' '}
          or with a shell.
          {others > 0 &&
            ` There ${others === 1 ? 'is' : 'are'} ${countOf(others, 'other alarm')} for this register.`}
        </p>
      </Notice>
      {drawn !== undefined && drawn.newSteps.length > 0 && (
        <details className={styles['proof']}>
          <summary>The consistency proof, drawn</summary>
          <div>
            <ConsistencyFigure
              check={drawn}
              {...(alarm.kind === 'shorter-log'
                ? { oldName: 'published root', newName: 'remembered root' }
                : { oldName: 'remembered root', newName: 'published root' })}
            />
          </div>
        </details>
      )}
    </>
  );
}

/** beginning says whether the shorter log is the beginning of the one that was seen: only a proof can tell. */
function beginning(verdict: Verdict | undefined): string {
  if (verdict?.outcome === 'holds')
    return 'What is published is the beginning of the log seen here: its newest entries were removed, or the server is sending an older state.';
  if (verdict?.outcome === 'does-not-match')
    return 'The proof that the server sent does not show this log to be the beginning of the log seen here.';
  return 'The server does not show whether what is published is the beginning of the log seen here.';
}

/** The button that was pressed is gone. */
function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

function isSame(one: Misbehaviour, other: Misbehaviour): boolean {
  return (
    one.kind === other.kind &&
    one.new.rootHash === other.new.rootHash &&
    one.new.logSize === other.new.logSize
  );
}

/** Heads are two heads below each other, each compared with the other. */
function Heads({ heads }: { heads: readonly [HeadLine, HeadLine] }) {
  return (
    <dl className={styles['heads']}>
      {heads.map(({ term, head, seen }, index) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <CopyHash
              hash={head.rootHash}
              compareWith={heads[1 - index]?.head.rootHash ?? head.rootHash}
              what={`the ${term} root`}
            />
            <span>
              {countOf(head.logSize, 'entry', 'entries')}
              {seen}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface HeadLine {
  readonly term: string;
  readonly head: Checkpoint;
  /** When it was seen. */
  readonly seen?: ReactNode;
}

/** TrustDialog asks once more before the root that is published now takes the place of the one that was remembered. */
function TrustDialog({
  old,
  head,
  onTrust,
  onSave,
}: {
  old: Checkpoint;
  head: Checkpoint;
  onTrust: () => Promise<void>;
  onSave: () => void;
}) {
  return (
    <ConfirmButton
      label="Trust the new root …"
      title="Trust the root that is published now?"
      keep="Keep the old root"
      confirm="Trust the new root"
      safer="keep"
      onConfirm={() => void onTrust()}
    >
      <p>
        From now on this browser compares with the new root. The old one is listed among those given up, under
        Remembered roots. Do this only if you know why the log changed, and save the report first.{' '}
        <Button kind="quiet" onClick={onSave}>
          Save the report
        </Button>
      </p>
      <Heads
        heads={[
          { term: 'old', head: old },
          { term: 'new', head },
        ]}
      />
    </ConfirmButton>
  );
}

/** trustHead puts a head in the place of the remembered root, because the person said so, and makes all checks of the register anew. Rejects where storage refuses. */
async function trustHead(queries: QueryClient, session: RegisterSession, head: Checkpoint): Promise<void> {
  await (await session.memory.writer()).trust(session.memory.id, head, Date.now());
  session.trust.restart();
  await queries.invalidateQueries({ queryKey: memoryQuery(session).queryKey });
  await queries.resetQueries({ queryKey: [session.id, CHECK] });
}
