import { useQueries, useQuery } from '@tanstack/react-query';
import type { Outcome } from '../../core/verdict.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { useLastEntryCheck } from '../../query/use-entry-check.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { originQuery, witnessCheckQuery, witnessListQuery } from '../../query/witness-queries.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AddWitness } from './add-witness.tsx';
import { SignCard } from './sign-card.tsx';
import { WitnessRow } from './witness-row.tsx';
import styles from './witnesses.module.css';

/** WitnessesView shows what witnesses signed of this log, takes new witnesses, and lets the reader sign what this browser verified. */
export function WitnessesView() {
  const session = useSession();
  const retry = useRetry();
  const { register, view } = usePaths();
  const { data: head } = useQuery(headQuery(session));
  const { inclusion } = useLastEntryCheck(undefined);
  usePageChecks('overview', { inclusion });
  const list = useQuery(witnessListQuery(session));
  const origin = useQuery(originQuery(session, register.kind === 'remote'));
  const witnesses = list.data ?? [];
  const found = useQueries({
    queries: witnesses.map((witness) => ({
      ...witnessCheckQuery(session, witness, origin.data ?? ''),
      enabled: origin.data !== undefined,
    })),
  });
  const outcomes = found.map(({ data }) => data?.verdict.outcome);
  return (
    <>
      <PageHead
        title="Witnesses"
        note="A server could show each reader a different log. A witness signs the log it is shown: if the log that you see contradicts it, one of you was shown another."
      />
      <div className={styles.cards}>
        <div className={styles.wide}>
          {origin.isError && (
            <FailureNotice
              failure={describeFailure(origin.error)}
              retrying={origin.isFetching}
              onRetry={() => (retry(), void origin.refetch())}
            />
          )}
          {list.isError && (
            <Notice title="The list of witnesses could not be read" tone="failed">
              <p>{list.error.message}</p>
            </Notice>
          )}
          <Card title="Do others see the same log?" flush={witnesses.length > 0}>
            {list.isPending && <Skeleton lines={3} label="Reading your witnesses" />}
            {list.data?.length === 0 && (
              <p>
                Not checked: you have no witness for this register yet. Add one below, or{' '}
                <Link to={view('compare')}>compare root hashes with someone</Link>.
              </p>
            )}
            {witnesses.length > 0 && <p className={styles.verdict}>{verdictWords(outcomes)}</p>}
            {witnesses.length > 0 && (
              <ul className={styles.list}>
                {witnesses.map((witness, index) => (
                  <WitnessRow key={witness.vkey} witness={witness} query={found[index]} head={head} />
                ))}
              </ul>
            )}
          </Card>
        </div>
        <AddWitness />
        {origin.data !== undefined && <SignCard origin={origin.data} />}
        <p className={styles.limits}>
          <strong>What this does not prove:</strong> that the data is true; that a witness is honest; or what
          anyone else was shown.
        </p>
      </div>
    </>
  );
}

/** verdictWords says what all witnesses come to: one that contradicts the log outweighs all others. */
function verdictWords(outcomes: readonly (Outcome | undefined)[]): string {
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const [bad, good] = [count('does-not-match'), count('holds')];
  const all = outcomes.length;
  const some = (signed: number): string =>
    all === 1 ? 'Your witness' : `${signed} of your ${all} witnesses`;
  if (bad > 0)
    return `Does not match: ${inSentence(some(bad))} signed a log that does not match the one you are shown.`;
  if (good > 0) return `${some(good)} signed this log. Nothing that was signed contradicts what you see.`;
  if (outcomes.includes(undefined)) return 'Checking …';
  return `Not checked: ${all === 1 ? 'your witness has not' : 'none of your witnesses has'} signed this log yet.`;
}

const inSentence = (words: string): string => words.replace(/^Y/, 'y');
