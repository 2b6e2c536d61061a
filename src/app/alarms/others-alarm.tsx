import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Check, isSameHead } from '../../core/check-result.ts';
import type { Checkpoint } from '../../core/model.ts';
import { type Contradiction, dismissContradiction, type Standing } from '../../query/contradictions.ts';
import { publishOthersLine } from '../../query/others-summary.ts';
import { useSession } from '../../query/session.ts';
import { useUnread } from '../../query/use-page-checks.ts';
import { signaturesOf } from '../../query/witness-queries.ts';
import { AlarmFold, TwoHeads } from './alarm-parts.tsx';
import { type ShownAlarm, useOthers } from './use-others.ts';
import { clientQuery } from '../../query/client-query.ts';
import { isContradiction } from '../../query/foreign-head.ts';
import { splitViewReport } from '../../query/report-files.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Link, usePaths, pathsIn } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import type { SignedCheckpoint } from '../../verify/evidence/formats.ts';
import { useMirrors } from '../../query/use-mirrors.ts';
import type { Mirror } from '../../trust/reader-lists.ts';
import { Fact } from '../../ui/facts.tsx';
import { formatNumber } from '../../ui/format.ts';
import { parseRegisterId } from '../../ui/paths.ts';

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
  useUnread(LISTS_CHECK, unreadable !== undefined, unreadable);
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

/** SignedAlarm says what a witness signed, and offers the evidence. */
function SignedAlarm({
  bad,
  standing,
  atMs,
  published,
  onDismiss,
}: ShownAlarm & {
  /** What witnesses signed of the published head. */
  published: SignedCheckpoint | undefined;
  /** Absent once it is dismissed. */
  onDismiss?: () => void;
}) {
  const session = useSession();
  const { view } = usePaths();
  const { data: client } = useQuery({ ...clientQuery(session), enabled: false });
  const { signed, comparison } = bad;
  const { own, path, beginning } = comparison;
  const isNow = standing === 'now';
  // A register that refused the proof sent nothing that a file could show to others.
  const hasProof = path.length > 0 || beginning === undefined;
  return (
    <Notice
      title={alarmTitle({ bad, standing })}
      tone="alarm"
      live={onDismiss !== undefined}
      actions={
        <>
          {hasProof && (
            <Button
              kind="strong"
              onClick={() =>
                client && saveText(splitViewReport(session, client.variant, bad, published, Date.now()))
              }
            >
              Save the evidence
            </Button>
          )}
          {onDismiss && isContradiction(bad) && <Button onClick={onDismiss}>Dismiss</Button>}
          <Link className={buttonClass()} to={view('witnesses')}>
            View your witnesses
          </Link>
        </>
      }
    >
      <TwoHeads
        theirs={{
          head: signed.checkpoint,
          note: (
            <>
              , by <Literal text={bad.key.name} most={60} />
              {signed.atMs !== undefined && (
                <>
                  {' '}
                  on <Instant at={signed.atMs} />
                </>
              )}
            </>
          ),
        }}
        term="signed"
        name="signed root"
        own={{
          head: own,
          note: atMs !== undefined && (
            <>
              , seen <Instant at={atMs} />
            </>
          ),
        }}
        isNow={isNow}
        beginning={beginning}
      />
      <p>
        {isContradiction(bad)
          ? 'A log has one root hash at each size: one of you was shown another log.'
          : 'The proof that this register sent does not connect the two root hashes. That does not show which log is wrong.'}{' '}
        {SINCE[standing]}{' '}
        {hasProof ? (
          <>
            The evidence is a file with what was signed and sent, that anyone can{' '}
            <Link to="/check">check</Link> without this browser.
          </>
        ) : (
          'The register refused the proof between the two: this page computed the root hash from its entries.'
        )}
      </p>
    </Notice>
  );
}

const SINCE: Readonly<Record<Standing, string>> = {
  now: '',
  before: 'What is published now agrees with what the witness signed.',
  open: 'Whether what is published now agrees with what the witness signed is not known.',
};

/** alarmTitle says what a witness signed. */
function alarmTitle({ bad, standing }: ShownAlarm): string {
  if (!isContradiction(bad))
    return 'The proof sent to you does not show that this log continues what a witness signed';
  return standing === 'now' ? ANOTHER_LOG : ANOTHER_LOG_THEN;
}

const ANOTHER_LOG = 'Someone else was shown another log';
const ANOTHER_LOG_THEN = 'Someone else was shown another log than the one you saw here';

/** MirrorAlarm says that mirrors have another log, with both roots of each. */
function MirrorAlarm({ mirrors, head }: { mirrors: readonly Mirror[]; head: Checkpoint }) {
  const { view } = usePaths();
  const { runs, problem, compare } = useMirrors();
  const isNow = mirrors.some(({ result }) => result?.own && isSameHead(result.own, head));
  const compareAll = (): void => {
    for (const { id } of mirrors) void compare(id);
  };
  const cancelAll = (): void => {
    for (const { end } of runs.values()) end.abort();
  };
  return (
    <div className="above">
      <Notice
        title={isNow ? ANOTHER_LOG : ANOTHER_LOG_THEN}
        tone="alarm"
        live
        actions={
          <>
            <Button onClick={runs.size > 0 ? cancelAll : compareAll}>
              {runs.size > 0 ? 'Cancel' : 'Compare again'}
            </Button>
            <Link className={buttonClass()} to={view('compare')}>
              View your mirrors
            </Link>
          </>
        }
      >
        <p className="problem" data-announce="">
          {problem}
        </p>
        {mirrors.map((mirror) => (
          <Differing key={mirror.id} mirror={mirror} head={head} />
        ))}
        <p>
          This page cannot tell which of the two is right. The alarm stays until you compare the mirror again
          or remove it.
        </p>
      </Notice>
    </div>
  );
}

/** Differing shows where a mirror differs, and both heads that were compared. */
function Differing({ mirror: { id, result }, head }: { mirror: Mirror; head: Checkpoint }) {
  const { entry } = usePaths();
  const register = parseRegisterId(id);
  const { own, mirror, by, first = 1, comparedAtMs = 0 } = result ?? {};
  const differs = (
    <Fact term="differs">
      first in entry {formatNumber(first)}: <Link to={entry(first)}>here</Link>
      {register && (
        <>
          ,{' '}
          <Link present to={pathsIn(register).entry(first)}>
            in the mirror
          </Link>
        </>
      )}
    </Fact>
  );
  if (own === undefined || mirror === undefined) return <dl className="facts">{differs}</dl>;
  return (
    <TwoHeads
      theirs={{
        head: mirror,
        note: (
          <>
            , <Literal text={id} most={80} />
          </>
        ),
      }}
      term="mirror"
      name="root of the mirror"
      own={{
        head: own,
        note: (
          <>
            , compared <Instant at={comparedAtMs} />
          </>
        ),
      }}
      isNow={isSameHead(own, head)}
      areComparable={by === 'roots'}
    >
      {differs}
    </TwoHeads>
  );
}
