import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { clientQuery } from '../../query/client-query.ts';
import { useSession } from '../../query/session.ts';
import { isContradiction, splitViewReport } from '../../query/split-view.ts';
import { useFinding } from '../../query/use-page-checks.ts';
import { signedHead, summaryOf, useWitnesses } from '../../query/witness-queries.ts';
import { publishWitnessSummary, type WitnessSummary } from '../../query/witness-summary.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { countOf, formatDay } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import styles from './witnesses.module.css';

/** WitnessAlarm reads what witnesses signed on every page of a register that has any, and stands on the page where a signed checkpoint contradicts the log. */
export function WitnessAlarm({ head }: { head: Checkpoint | undefined }) {
  const queries = useQueryClient();
  const session = useSession();
  const { register, view } = usePaths();
  const { data: client } = useQuery({ ...clientQuery(session), enabled: false });
  const { list, origin, found } = useWitnesses(register.kind === 'remote');
  const findings = found.map(({ data }) => data);
  const isPending =
    list.isPending || (origin.isPending && list.data?.length !== 0) || found.some((one) => one.isLoading);
  const sum = summaryOf(findings, isPending);
  const summary = JSON.stringify({ all: sum.all, isPending, line: lineOf(sum) });
  useEffect(() => publishWitnessSummary(queries, session, JSON.parse(summary)), [queries, session, summary]);
  const bad = findings.find(isContradiction);
  // A failed or missing checkpoint says nothing; one that is signed counts against the register.
  useFinding(head && bad && { kind: 'others', subject: bad.key.id, head }, bad?.verdict);
  if (bad === undefined) return null;
  const { signed, comparison } = bad;
  const { own } = comparison;
  const published = signedHead(findings, own);
  const save = (): void => {
    if (client === undefined) return;
    const { name, text, type } = splitViewReport(session, client.variant, bad, published, Date.now());
    saveText(name, text, type);
  };
  return (
    <div className={styles.alarm}>
      <Notice
        title="A witness signed another log than the one you see"
        tone="alarm"
        live
        actions={
          <>
            <Button kind="strong" onClick={save}>
              Save the evidence
            </Button>
            <Link className={buttonClass()} to={view('witnesses')}>
              View your witnesses
            </Link>
          </>
        }
      >
        <dl className={styles.roots}>
          <div>
            <dt>signed</dt>
            <dd>
              <HashText hash={signed.checkpoint.rootHash} compareWith={own.rootHash} /> of{' '}
              {countOf(signed.checkpoint.logSize, 'entry')}, by <Literal text={bad.key.name} most={60} />
              {signed.atMs !== undefined && (
                <>
                  {' '}
                  on <Instant at={signed.atMs} />
                </>
              )}
            </dd>
          </div>
          <div>
            <dt>published to you</dt>
            <dd>
              <HashText hash={own.rootHash} compareWith={signed.checkpoint.rootHash} /> of{' '}
              {countOf(own.logSize, 'entry')}
            </dd>
          </div>
        </dl>
        <p>
          {signed.checkpoint.logSize === own.logSize
            ? 'A log has one root hash at each size: one of you was shown another log.'
            : 'The proof that was sent does not show that one of the two logs is the beginning of the other.'}{' '}
          Nothing from this visit is remembered. The evidence is a file with{' '}
          {published === undefined ? 'the signed checkpoint' : 'both signed checkpoints'} that anyone can{' '}
          <Link to="/check">check</Link> without this browser.
        </p>
      </Notice>
    </div>
  );
}

/** lineOf words what witnesses signed: one that contradicts the log outweighs all others. */
function lineOf({
  all,
  signed,
  contradicting,
  failed,
  isPending,
  newest,
}: ReturnType<typeof summaryOf>): WitnessSummary['line'] {
  const some = (count: number) => (all === 1 ? 'Your witness' : `${count} of your ${all} witnesses`);
  if (contradicting > 0)
    return {
      state: 'does-not-match',
      title: `${some(contradicting)} signed another log than the one you see`,
      detail: 'Their signed checkpoint and the log published to you contradict each other.',
    };
  if (newest !== undefined)
    return {
      state: 'holds',
      title: `${some(signed)} signed this log`,
      detail: `${countOf(newest.logSize, 'entry')}${newest.atMs === undefined ? '' : ` on ${formatDay(new Date(newest.atMs).toISOString())}`}. Nothing that was signed contradicts what you see.`,
    };
  if (failed > 0)
    return {
      state: 'cannot-check',
      title: 'What your witnesses signed could not be checked',
      detail: `Of ${countOf(failed, 'witness', 'witnesses')}. That says nothing about the register.`,
    };
  return {
    state: isPending ? 'checking' : 'not-checked',
    title: 'Do others see the same log?',
    detail: isPending
      ? 'Reading what your witnesses signed.'
      : `Not checked. ${all === 1 ? 'Your witness has not' : 'None of your witnesses has'} signed this log yet.`,
  };
}
