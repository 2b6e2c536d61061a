import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Check } from '../../core/check-result.ts';
import type { Checkpoint } from '../../core/model.ts';
import { cannotCheck } from '../../core/verdict.ts';
import { clientQuery } from '../../query/client-query.ts';
import {
  type Contradiction,
  contradictionIn,
  contradictionOf,
  dismissContradiction,
  isOf,
  type Standing,
} from '../../query/contradictions.ts';
import { isContradiction } from '../../query/foreign-head.ts';
import { splitViewReport } from '../../query/report-files.ts';
import { useSession } from '../../query/session.ts';
import { signaturesOf, useKeptContradictions, useWitnesses } from '../../query/witness-queries.ts';
import { mirrorListQuery } from '../../query/mirror-queries.ts';
import { type OthersLine, publishOthersLine } from '../../query/others-summary.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import { UnreadListError } from '../../trust/reader-lists.ts';
import type { SignedCheckpoint } from '../../verify/evidence/formats.ts';
import { mirrorLine, mirrorState } from '../../views/compare/mirror-text.ts';
import { witnessLine } from '../../views/witnesses/witness-line.ts';
import { AlarmFold } from './alarm-fold.tsx';
import { ANOTHER_LOG, ANOTHER_LOG_THEN, MirrorAlarm } from './mirror-alarm.tsx';
import { TwoHeads } from './two-heads.tsx';

/** LISTS_CHECK is whether the lists of mirrors and witnesses that are stored here could be read. */
const LISTS_CHECK: Check = { kind: 'others', subject: 'lists stored here' };

/**
 * OthersAlarm reads witnesses' checkpoints, and the contradictions and results of mirrors that are stored
 * here, on every page of a register whose reader named any. It is shown if somebody was shown a log that
 * contradicts the published one: a mirror until it is compared again, a witness until the reader dismisses it.
 */
export function OthersAlarm({ head }: { head: Checkpoint | undefined }) {
  const queries = useQueryClient();
  const session = useSession();
  const { register } = usePaths();
  const [readHere, setReadHere] = useState<readonly Contradiction[]>([]);
  const { list, origin, found } = useWitnesses(register.kind === 'remote');
  const mirrorList = useQuery(mirrorListQuery(session));
  const { data: mirrors = [], isLoading: areMirrorsLoading } = mirrorList;
  const stored = useKeptContradictions(origin.data, head);
  const findings = found.map(({ data }) => data);
  // Dismissed, and not compared with what is published now: no reason to doubt it.
  const standing = stored.kept.filter(({ kept, standing }) => !(kept.read && standing === 'open'));
  const isPending =
    list.isPending || (origin.isPending && list.data?.length !== 0) || found.some((one) => one.isLoading);
  const states = [
    ...(list.data ?? []).map(({ vkey }, index) => ({ vkey, finding: findings[index] })),
    ...standing.flatMap(({ kept, standing }) =>
      standing === 'before'
        ? []
        : { vkey: kept.vkey, finding: contradictionOf(kept), isEarlier: standing === 'open' },
    ),
  ];
  const line = worstLine(
    mirrorLine(mirrors, head),
    states.length > 0 ? witnessLine(states, isPending) : undefined,
  );
  useEffect(() => publishOthersLine(queries, session, line ?? null));
  const live = contradictionIn(findings);
  const alarms: readonly ShownAlarm[] = [
    ...(live ? [{ bad: live, standing: 'now' } as const] : []),
    ...standing.map(({ kept, standing }) => ({ bad: contradictionOf(kept), standing, atMs: kept.seenAtMs })),
  ];
  const isRead = ({ bad }: ShownAlarm): boolean =>
    stored.kept.some(({ kept }) => kept.read && isOf(kept, bad)) || readHere.includes(bad);
  const unread = alarms.find((one) => !isRead(one));
  const differing = mirrors.filter(({ result }) => mirrorState(result, head) === 'does-not-match');
  const alarm = unread ?? alarms.find((one) => one.standing === 'now');
  // Notes that were pasted are stored too; an address may be slow, and nothing waits for it.
  const isReading =
    list.isLoading ||
    areMirrorsLoading ||
    stored.isLoading ||
    (head === undefined && alarms.length + differing.length > 0) ||
    (list.data ?? []).some(
      ({ address, note }, index) =>
        address === undefined && note !== undefined && (origin.isLoading || found[index]?.isLoading),
    );
  const against = alarms.filter((one) => one.standing !== 'before');
  const isAnother = against.some(({ bad }) => isContradiction(bad)) || differing.length > 0;
  const known = isAnother ? 'another-log' : against.length > 0 ? 'wrong-proof' : undefined;
  const others = head && known ? known : isReading ? 'reading' : undefined;
  useEffect(() => session.trust.setOthers(others), [session, others]);
  const errors = [list.error, mirrorList.error, stored.error];
  const unreadable = errors.find((error) => error instanceof UnreadListError)?.message;
  // It may hold what contradicts this register.
  useLayoutEffect(() => {
    if (unreadable === undefined) return undefined;
    const verdict = cannotCheck('storage-unread', unreadable);
    session.trust.report({ ...LISTS_CHECK, verdict, checkedAt: Date.now() });
    return session.trust.require(LISTS_CHECK);
  }, [session, unreadable]);
  if (head === undefined) return null;
  if (unread === undefined && differing.length > 0) return <MirrorAlarm mirrors={differing} head={head} />;
  if (alarm === undefined) return null;
  const published = signaturesOf(findings, alarm.bad.comparison.own).signed;
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

/** Unlike in worstOf, a line that waits is told before one that failed, and one that says nothing comes last. */
const TOLD_FIRST = ['does-not-match', 'checking', 'cannot-check', 'holds', 'not-checked'];

/** worstLine returns the worse of two lines, with the title of the other one among its details. */
function worstLine(...lines: readonly (OthersLine | undefined)[]): OthersLine | undefined {
  const rank = ({ state }: OthersLine) => TOLD_FIRST.indexOf(state);
  const [worst, other] = lines.flatMap((line) => line ?? []).toSorted((one, two) => rank(one) - rank(two));
  if (worst === undefined || other === undefined || other.state === 'not-checked') return worst;
  return { ...worst, detail: `${worst.detail} ${other.title}.`.trim() };
}

/** ShownAlarm is a signed head that contradicts the published log, or that of an earlier time, `atMs`. */
interface ShownAlarm {
  readonly bad: Contradiction;
  readonly standing: Standing;
  readonly atMs?: number;
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
