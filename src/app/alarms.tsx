import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Checkpoint } from '../core/model.ts';
import { growthQuery, memoryQuery } from '../query/growth-query.ts';
import { useSession } from '../query/session.ts';
import { Button } from '../ui/button.tsx';
import { countOf, formatNumber } from '../ui/format.ts';
import { CopyHash } from '../ui/hash/copy-hash.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { ConsistencyFigure } from '../ui/proof/consistency-figure.tsx';
import { Time } from '../ui/time.tsx';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import styles from './alarms.module.css';
import { saveReport } from './save-report.ts';
import { TrustDialog } from './trust-dialog.tsx';
import { trustHead } from './trust-head.ts';

const SHORTER = 'the log is shorter than it was';

const TITLES: Record<Misbehaviour['kind'], string> = {
  'another root for the same size': 'This register shows another root for the same log size',
  [SHORTER]: 'This log is shorter than it was',
  'the new log does not begin with the old one': 'This log does not begin with the one seen here before',
};

/** Alarms stands on every page of a register until the person has read it: the root that was remembered, the one that is published, and what can be done. */
export function Alarms({ head }: { head: Checkpoint | undefined }) {
  const session = useSession();
  const queries = useQueryClient();
  const { data: recalled } = useQuery(memoryQuery(session));
  const growth = useQuery({ ...growthQuery(session, head ?? NO_HEAD), enabled: head !== undefined });
  const [readHere, setReadHere] = useState(false);
  const kept = recalled?.kind === 'remembered' ? recalled.root.alarms : [];
  const found = growth.data?.misbehaviour;
  const unread = kept.filter((alarm) => !alarm.read).map((alarm) => alarm.misbehaviour);
  // Where nothing can be kept, the alarm of this visit is all there is.
  const shown =
    unread.length > 0 ? unread : kept.length === 0 && found !== undefined && !readHere ? [found] : [];
  const newest = shown.at(-1);
  if (newest === undefined) return null;
  const markRead = async (): Promise<void> => {
    setReadHere(true);
    await (await session.memory.writer()).markRead(session.memory.id).catch(() => undefined);
    await queries.invalidateQueries({ queryKey: memoryQuery(session).queryKey });
  };
  const trust = async (): Promise<void> => {
    if (head !== undefined) await trustHead(queries, session, head);
  };
  const now = growth.data?.verdict.outcome === 'does-not-match';
  const drawn = now ? growth.data?.check?.consistency : undefined;
  return (
    <div className={styles['alarm']}>
      <Notice
        title={TITLES[newest.kind]}
        tone="alarm"
        live
        actions={
          <>
            <Button kind="strong" onClick={() => saveReport(newest)}>
              Save the report
            </Button>
            <Button onClick={() => void markRead()}>I have read this</Button>
            {now && head !== undefined && head.logSize > 0 && (
              <TrustDialog old={newest.old} head={head} onTrust={trust} />
            )}
          </>
        }
      >
        <Heads alarm={newest} />
        <p>
          {MEANING[newest.kind]} The page knows hashes, not motives: the register may have been rewritten or
          set up anew, or another server may answer at this address. The old root is kept.{' '}
          {recalled?.kind === 'remembered' &&
            recalled.root.importedAtMs !== undefined &&
            'It came out of a file that was taken over, not from a visit of this browser. '}
          {now
            ? 'Until this is settled nothing here is called proved.'
            : 'What the server publishes now fits the old root again.'}
        </p>
        <p>
          The report is a file that a third person can check without this browser,{' '}
          <Link to="/check">here</Link> or with a shell.
          {shown.length > 1 &&
            ` There are ${formatNumber(shown.length)} alarms of this register; this is the newest.`}
        </p>
      </Notice>
      {drawn !== undefined && drawn.newSteps.length > 0 && (
        <details className={styles['proof']}>
          <summary>The consistency proof, drawn</summary>
          <div>
            <ConsistencyFigure
              check={drawn}
              oldName={newest.kind === SHORTER ? 'published root' : 'remembered root'}
            />
          </div>
        </details>
      )}
    </div>
  );
}

const MEANING: Record<Misbehaviour['kind'], string> = {
  'another root for the same size':
    'A log has one root at each size. Something in it, or its order, is not what it was.',
  [SHORTER]: 'A log only grows. Entries that were published are gone.',
  'the new log does not begin with the old one':
    'A log only grows at its end. Something that was published then has been changed, removed or moved.',
};

function Heads({ alarm }: { alarm: Misbehaviour }) {
  return (
    <dl className={styles['heads']}>
      <HeadRow term="remembered" head={alarm.old} other={alarm.new}>
        last seen <Time at={iso(alarm.old.seenAtMs)} />
      </HeadRow>
      <HeadRow term="published" head={alarm.new} other={alarm.old}>
        seen <Time at={iso(alarm.new.seenAtMs)} />
      </HeadRow>
    </dl>
  );
}

function HeadRow({
  term,
  head,
  other,
  children,
}: {
  term: string;
  head: Checkpoint;
  other: Checkpoint;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <CopyHash hash={head.rootHash} compareWith={other.rootHash} what={`the ${term} root`} />
        <span>
          {countOf(head.logSize, 'entry', 'entries')}, {children}
        </span>
      </dd>
    </div>
  );
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
