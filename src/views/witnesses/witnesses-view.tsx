import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../query/failure.ts';
import { ownFindingQuery } from '../../query/own-witness-queries.ts';
import { contradictionIn } from '../../query/report-files.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { useLastEntryCheck } from '../../query/use-entry-check.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { useWitnesses } from '../../query/witness-queries.ts';
import { Card } from '../../ui/card.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCheckLines, useOthersLine } from '../shared/check-lines.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import { AddWitness } from './add-witness.tsx';
import { SignCard } from './sign-card.tsx';
import { alarmTitle, SignedAlarm } from './witness-alarm.tsx';
import { WitnessRow } from './witness-row.tsx';
import styles from './witnesses.module.css';

/** WitnessesView shows what witnesses signed of this log, adds witnesses, and lets the reader sign the verified head. */
export function WitnessesView() {
  const session = useSession();
  const retry = useRetry();
  const { register, view } = usePaths();
  const { data: head } = useQuery(headQuery(session));
  const { size, check, inclusion } = useLastEntryCheck(undefined);
  const states = usePageChecks('overview', { inclusion });
  const lines = useCheckLines({ states, entryNumber: size, at: undefined, proof: check, head });
  const others = useOthersLine();
  const { list, origin, found } = useWitnesses(register.kind === 'remote');
  const own = useQuery({
    ...ownFindingQuery(session, origin.data ?? ''),
    enabled: origin.data !== undefined && head !== undefined,
  });
  const bad = contradictionIn([own.data]);
  const ownLine: NamedCheck[] = bad
    ? [{ id: 'own', kind: 'others', state: 'does-not-match', title: alarmTitle(bad, true), detail: '' }]
    : [];
  return (
    <>
      {bad && head && <SignedAlarm bad={bad} head={head} isOwn />}
      <PageHead
        title="Witnesses"
        note="A register could show each reader a different log. A witness signs the log it is shown: if the log that you see contradicts it, one of you was shown another."
      />
      <PageVerdict checks={[...ownLine, ...lines.filter(({ kind }) => kind !== 'others'), others]} />
      <div className={styles.cards}>
        <div className="stack">
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
          <Card title="Your witnesses" note="of this register" flush={list.data?.length !== 0}>
            {list.isPending && <Skeleton lines={3} label="Reading your witnesses" />}
            {list.data?.length === 0 && (
              <p>
                You have no witness for this register yet. Add the key of someone you trust, or{' '}
                <Link to={view('compare')}>compare root hashes</Link> with them.
              </p>
            )}
            <ul className="rows inset">
              {list.data?.map((witness, index) => (
                <WitnessRow key={witness.vkey} witness={witness} query={found[index]} />
              ))}
            </ul>
          </Card>
          {origin.data !== undefined && <SignCard origin={origin.data} before={own} />}
          <Card title="What a witness proves">
            <p>
              A witness signs the root hash that it was shown. This page compares it with yours: the shorter
              log must be the beginning of the longer one. If they contradict each other, what was signed is
              evidence for everyone. It proves what was seen, not that it is true; and it says nothing of what
              anyone else was shown.
            </p>
          </Card>
        </div>
        <AddWitness />
      </div>
    </>
  );
}
