import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { clientQuery } from '../../query/client-query.ts';
import { useSession } from '../../query/session.ts';
import { type Contradiction, contradictionIn, splitViewReport } from '../../query/report-files.ts';
import { useFinding } from '../../query/use-page-checks.ts';
import { isContradiction, signaturesOf, summaryOf, useWitnesses } from '../../query/witness-queries.ts';
import { publishWitnessSummary, type WitnessSummary } from '../../query/witness-summary.ts';
import type { SignedCheckpoint } from '../../verify/evidence/formats.ts';
import { Fact } from '../../ui/facts.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { CheckState } from '../../ui/check-badge.tsx';
import { capital, countOf, formatDay, formatNumber } from '../../ui/format.ts';
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
  const summary = JSON.stringify({ all: sum.all, isPending, line: witnessLine(sum) });
  useEffect(() => publishWitnessSummary(queries, session, JSON.parse(summary)), [queries, session, summary]);
  const bad = contradictionIn(findings);
  return (
    bad &&
    head && (
      <SignedAlarm bad={bad} head={head} published={signaturesOf(findings, bad.comparison.own).signed} />
    )
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
    saveText(splitViewReport(session, client.variant, bad, published, Date.now()));
  };
  const isProved = isContradiction(bad);
  const isSameSize = signed.checkpoint.logSize === own.logSize;
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
            <Root of={signed.checkpoint} against={isSameSize ? own.rootHash : undefined} />, by{' '}
            <Literal text={bad.key.name} most={60} />
            {signed.atMs !== undefined && (
              <>
                {' '}
                on <Instant at={signed.atMs} />
              </>
            )}
          </Fact>
          <Fact term="published to you">
            <Root of={own} against={isSameSize ? signed.checkpoint.rootHash : undefined} />
          </Fact>
          {rootAtShorterSize && (
            <Fact term="the longer log begins with">
              <Root of={{ logSize: from.logSize, rootHash: rootAtShorterSize }} against={from.rootHash} />
            </Fact>
          )}
        </dl>
        <p>
          {isProved
            ? 'A log has one root hash at each size: one of you was shown another log.'
            : 'The proof that this register sent between the two sizes gives another root hash. Whether one log begins the other is not known.'}{' '}
          Nothing from this visit is remembered. The evidence is a file with what was signed and sent, that
          anyone can <Link to="/check">check</Link> without this browser.
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

/** Root shows a root hash with its size, and its first difference from another one of that size. */
function Root({ of, against }: { of: Checkpoint; against: Hash | undefined }) {
  return (
    <>
      <HashText hash={of.rootHash} compareWith={against} /> of {countOf(of.logSize, 'entry')}
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
export function witnessLine(sum: ReturnType<typeof summaryOf>): WitnessSummary['line'] {
  const some = (count: number) =>
    `${formatNumber(count)} of your ${countOf(sum.all, 'witness', 'witnesses')}`;
  const line = (state: CheckState, title: string, detail = '') => ({ state, title, detail });
  if (sum.contradicting > 0)
    return line('does-not-match', `${some(sum.contradicting)} signed another log than the one you see`);
  if (sum.unproved > 0)
    return line(
      'does-not-match',
      `The proof sent to you does not show that this log continues what ${some(sum.unproved)} signed`,
      'That says nothing against the witness.',
    );
  const open = 'Do others see the same log?';
  if (sum.isPending) return line('checking', open, 'Reading what your witnesses signed.');
  if (sum.newestUncompared)
    return line(
      'cannot-check',
      `What ${some(sum.uncompared)} signed could not be compared with this log`,
      `Signed: ${signedWords(sum.newestUncompared)}. Nothing shows that one log begins the other.`,
    );
  const failed = sum.failed > 0 ? ` What ${some(sum.failed)} signed could not be read.` : '';
  if (sum.newest)
    return line(
      'holds',
      `${some(sum.agreeing)} signed this log`,
      `${signedWords(sum.newest)}. Nothing that was signed contradicts what you see.${failed}`,
    );
  return failed
    ? line('cannot-check', 'What your witnesses signed could not be checked', failed.trim())
    : line('not-checked', open, 'Not checked. None of your witnesses has signed this log yet.');
}
