import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { clientQuery } from '../../query/client-query.ts';
import { useSession } from '../../query/session.ts';
import { type Contradiction, contradictionIn, splitViewReport } from '../../query/report-files.ts';
import { useFinding } from '../../query/use-page-checks.ts';
import { isContradiction, signedHead, summaryOf, useWitnesses } from '../../query/witness-queries.ts';
import { publishWitnessSummary, type WitnessSummary } from '../../query/witness-summary.ts';
import type { SignedCheckpoint } from '../../verify/evidence/formats.ts';
import { Fact } from '../../ui/facts.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { capital, countOf, formatDay } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import styles from './witnesses.module.css';

/** WitnessAlarm reads witnesses' checkpoints on every page of a register that has any, and is shown if one contradicts the log. */
export function WitnessAlarm({ head }: { head: Checkpoint | undefined }) {
  const queries = useQueryClient();
  const session = useSession();
  const { register } = usePaths();
  const { list, origin, found } = useWitnesses(register.kind === 'remote');
  const findings = found.map(({ data }) => data);
  const isPending =
    list.isPending || (origin.isPending && list.data?.length !== 0) || found.some((one) => one.isLoading);
  const sum = summaryOf(findings, isPending);
  const summary = JSON.stringify({ all: sum.all, isPending, line: witnessLine(sum, head) });
  useEffect(() => publishWitnessSummary(queries, session, JSON.parse(summary)), [queries, session, summary]);
  const bad = contradictionIn(findings);
  return (
    bad && head && <SignedAlarm bad={bad} head={head} published={signedHead(findings, bad.comparison.own)} />
  );
}

/** SignedAlarm says that somebody signed a head that contradicts the published log, and offers the evidence. */
export function SignedAlarm({
  bad,
  head,
  published,
  isOwn = false,
}: {
  bad: Contradiction;
  head: Checkpoint;
  /** What witnesses signed of the published head. */
  published?: SignedCheckpoint | undefined;
  /** Whether this browser signed it. */
  isOwn?: boolean;
}) {
  const session = useSession();
  const { view } = usePaths();
  const { data: client } = useQuery({ ...clientQuery(session), enabled: false });
  const { signed, comparison, rootAtShorterSize } = bad;
  const { own, from } = comparison;
  // A failed or missing checkpoint says nothing; one that is signed counts against the register.
  useFinding({ kind: 'others', subject: bad.key.id, head }, bad.verdict);
  const save = (): void => {
    if (client === undefined) return;
    const { name, text, type } = splitViewReport(session, client.variant, bad, published, Date.now());
    saveText(name, text, type);
  };
  const isProved = isContradiction(bad);
  const isSameSize = signed.checkpoint.logSize === own.logSize;
  // Two roots are compared digit by digit only where they are of one size.
  const there = rootAtShorterSize && { logSize: from.logSize, rootHash: rootAtShorterSize };
  const against = (head: Checkpoint, other: Checkpoint) =>
    isSameSize ? other : head.logSize === from.logSize ? there : undefined;
  const notes = [signed.note, published].filter((one) => one !== undefined).length;
  return (
    <div className={styles.alarm}>
      <Notice
        title={alarmTitle(bad, isOwn)}
        tone="alarm"
        live
        actions={
          <>
            <Button kind="strong" onClick={save}>
              Save the evidence
            </Button>
            {!isOwn && (
              <Link className={buttonClass()} to={view('witnesses')}>
                View your witnesses
              </Link>
            )}
          </>
        }
      >
        <dl className="facts">
          <Fact term="signed">
            <Root of={signed.checkpoint} against={against(signed.checkpoint, own)} />, by{' '}
            <Literal text={bad.key.name} most={60} />
            {signed.atMs !== undefined && (
              <>
                {' '}
                on <Instant at={signed.atMs} />
              </>
            )}
          </Fact>
          <Fact term="published to you">
            <Root of={own} against={against(own, signed.checkpoint)} />
          </Fact>
          {there && (
            <Fact term={own.logSize === from.logSize ? 'begins, as signed, with' : 'begins with'}>
              <Root of={there} against={from} />
            </Fact>
          )}
        </dl>
        <p>
          {isProved
            ? 'A log has one root hash at each size: one of you was shown another log.'
            : 'The proof that this register sent between the two sizes gives another root hash. Whether one log begins the other is not known. A register whose log only grew has such a proof, and can send it.'}{' '}
          Nothing from this visit is remembered. The evidence is a file with {NOTES[notes]}
          {isSameSize ? '' : ' and the proof, which nobody signed,'} that anyone can{' '}
          <Link to="/check">check</Link> without this browser.
        </p>
      </Notice>
    </div>
  );
}

/** alarmTitle says what somebody, or this browser, signed. */
export function alarmTitle(bad: Contradiction, isOwn: boolean): string {
  const who = isOwn ? 'you' : 'a witness';
  return isContradiction(bad)
    ? capital(`${who} signed another log than the one you see`)
    : `The proof sent to you does not show that this log continues what ${who} signed`;
}

const NOTES = ['the two root hashes', 'the signed checkpoint', 'both signed checkpoints'];

/** Root shows a root hash with its size, and its first difference from another one of that size. */
function Root({ of, against }: { of: Checkpoint; against: Checkpoint | undefined }) {
  return (
    <>
      <HashText hash={of.rootHash} compareWith={against?.rootHash} /> of {countOf(of.logSize, 'entry')}
    </>
  );
}

/** signedWords says how many entries somebody signed, and when. */
export function signedWords({
  checkpoint,
  atMs,
}: NonNullable<ReturnType<typeof summaryOf>['newest']>): string {
  const day = atMs === undefined ? '' : ` on ${formatDay(atMs)}`;
  return `${countOf(checkpoint.logSize, 'entry')}${day}`;
}

/** witnessLine describes what witnesses signed. One that contradicts the log outweighs all others; nothing agrees until every signed head is compared. */
export function witnessLine(
  {
    all,
    isPending,
    contradicting,
    unproved,
    uncompared,
    agreeing,
    failed,
    ...sum
  }: ReturnType<typeof summaryOf>,
  head: Checkpoint | undefined,
): WitnessSummary['line'] {
  const some = (count: number) => (all === 1 ? 'your witness' : `${count} of your ${all} witnesses`);
  if (contradicting > 0)
    return {
      state: 'does-not-match',
      title: capital(`${some(contradicting)} signed another log than the one you see`),
      detail: 'Their signed checkpoint and the log published to you contradict each other.',
    };
  if (unproved > 0)
    return {
      state: 'does-not-match',
      title: `The proof sent to you does not show that this log continues what ${some(unproved)} signed`,
      detail: 'It gives another root hash. That says nothing against the witness.',
    };
  if (isPending)
    return {
      state: 'checking',
      title: 'Do others see the same log?',
      detail: 'Reading what your witnesses signed.',
    };
  if (sum.newestUncompared)
    return {
      state: 'cannot-check',
      title: `What ${some(uncompared)} signed could not be compared with this log`,
      detail: `Signed: ${signedWords(sum.newestUncompared)}.${head === undefined ? '' : ` You are shown ${countOf(head.logSize, 'entry')}.`} Nothing shows that one log begins the other.`,
    };
  if (sum.newest)
    return {
      state: 'holds',
      title: capital(`${some(agreeing)} signed this log`),
      detail: `${signedWords(sum.newest)}. Nothing that was signed contradicts what you see.${failed === 0 ? '' : ` What ${some(failed)} signed could not be read.`}`,
    };
  if (failed > 0)
    return {
      state: 'cannot-check',
      title: 'What your witnesses signed could not be checked',
      detail: `Of ${countOf(failed, 'witness', 'witnesses')}. That says nothing about the register.`,
    };
  return {
    state: 'not-checked',
    title: 'Do others see the same log?',
    detail: `Not checked. ${all === 1 ? 'Your witness has not' : 'None of your witnesses has'} signed this log yet.`,
  };
}
