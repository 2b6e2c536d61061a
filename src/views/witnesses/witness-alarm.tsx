import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { clientQuery } from '../../query/client-query.ts';
import { useSession } from '../../query/session.ts';
import { type Contradiction, contradictionIn, splitViewReport } from '../../query/report-files.ts';
import { useFinding } from '../../query/use-page-checks.ts';
import { isContradiction, signaturesOf, useWitnesses } from '../../query/witness-queries.ts';
import { publishWitnessSummary } from '../../query/witness-summary.ts';
import type { SignedCheckpoint } from '../../verify/evidence/formats.ts';
import { Fact, Head } from '../../ui/facts.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import { witnessLine } from './witness-line.ts';
import styles from './witnesses.module.css';

/**
 * WitnessAlarm reads witnesses' checkpoints on every page of a register that has any, and is shown if
 * one contradicts the log.
 */
export function WitnessAlarm({ head }: { head: Checkpoint | undefined }) {
  const queries = useQueryClient();
  const session = useSession();
  const { register } = usePaths();
  const { list, origin, found } = useWitnesses(register.kind === 'remote');
  const findings = found.map(({ data }) => data);
  const isPending =
    list.isPending || (origin.isPending && list.data?.length !== 0) || found.some((one) => one.isLoading);
  const states = (list.data ?? []).map(({ vkey }, index) => ({ vkey, finding: findings[index] }));
  const line = witnessLine(states, isPending);
  useEffect(() => publishWitnessSummary(queries, session, { isPending, ...(found.length > 0 && { line }) }));
  const bad = contradictionIn(findings);
  return (
    bad &&
    head && (
      <SignedAlarm bad={bad} head={head} published={signaturesOf(findings, bad.comparison.own).signed} />
    )
  );
}

/**
 * SignedAlarm says that a witness signed a head that contradicts the published log, and offers the evidence.
 */
function SignedAlarm({
  bad,
  head,
  published,
}: {
  bad: Contradiction;
  head: Checkpoint;
  /** What witnesses signed of the published head. */
  published: SignedCheckpoint | undefined;
}) {
  const session = useSession();
  const { view } = usePaths();
  const { data: client } = useQuery({ ...clientQuery(session), enabled: false });
  const { signed, comparison, rootAtShorterSize } = bad;
  const { own, from } = comparison;
  // A failed or missing checkpoint says nothing; one that is signed counts against the register.
  useFinding({ kind: 'others', subject: bad.key.id, head }, bad.verdict);
  const isSameSize = signed.checkpoint.logSize === own.logSize;
  return (
    <div className={styles.alarm}>
      <Notice
        title={alarmTitle(bad)}
        tone="alarm"
        live
        actions={
          <>
            <Button
              kind="strong"
              onClick={() =>
                client && saveText(splitViewReport(session, client.variant, bad, published, Date.now()))
              }
            >
              Save the evidence
            </Button>
            <Link className={buttonClass()} to={view('witnesses')}>
              View your witnesses
            </Link>
          </>
        }
      >
        <dl className="facts">
          <Fact term="signed">
            <Head of={signed.checkpoint} name="signed root" against={isSameSize ? own.rootHash : undefined}>
              , by <Literal text={bad.key.name} most={60} />
              {signed.atMs !== undefined && (
                <>
                  {' '}
                  on <Instant at={signed.atMs} />
                </>
              )}
            </Head>
          </Fact>
          <Fact term="published to you">
            <Head
              of={own}
              name="published root"
              against={isSameSize ? signed.checkpoint.rootHash : undefined}
            />
          </Fact>
          {rootAtShorterSize && (
            <Fact term="the longer log begins with">
              <Head
                of={{ logSize: from.logSize, rootHash: rootAtShorterSize }}
                name="root of its beginning"
                against={from.rootHash}
              />
            </Fact>
          )}
        </dl>
        <p>
          {isContradiction(bad)
            ? 'A log has one root hash at each size: one of you was shown another log.'
            : 'The proof that this register sent does not connect the two root hashes. That does not show which log is wrong.'}{' '}
          Nothing from this visit is remembered. The evidence is a file with what was signed and sent, that
          anyone can <Link to="/check">check</Link> without this browser.
        </p>
      </Notice>
    </div>
  );
}

/** alarmTitle says what a witness signed. */
function alarmTitle(bad: Contradiction): string {
  return isContradiction(bad)
    ? 'A witness signed another log than the one you see'
    : 'The proof sent to you does not show that this log continues what a witness signed';
}
