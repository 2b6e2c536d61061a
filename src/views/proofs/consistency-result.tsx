import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../../core/model.ts';
import { consistencyCheck, consistencyCheckQuery, rootAtQuery } from '../../query/inclusion-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { checkOf } from '../../query/keys.ts';
import { usePageChecks, useVerdict, useWorstVerdict } from '../../query/use-page-checks.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './proofs.module.css';

/** ConsistencyResult is the consistency proof between two sizes. Roots that are not published are found by proving the last entry of each log. */
export function ConsistencyResult({
  from,
  to,
  head,
}: {
  register: RegisterId;
  from: number;
  to: number;
  head: Checkpoint;
}) {
  const session = useSession();
  const retry = useRetry();
  const { data: summary } = useQuery(registerQuery(session));
  const old = useQuery(rootAtQuery(session, from, head));
  const next = useQuery({ ...rootAtQuery(session, to, head), enabled: to < head.logSize });
  const oldRoot = old.data?.verdict.outcome === 'holds' ? old.data.checkpoint : undefined;
  const newRoot =
    to === head.logSize ? head : next.data?.verdict.outcome === 'holds' ? next.data.checkpoint : undefined;
  const check = useQuery({
    ...consistencyCheckQuery(session, oldRoot ?? head, newRoot ?? head, head),
    enabled: oldRoot !== undefined && newRoot !== undefined,
  });
  const between = oldRoot && newRoot && consistencyCheck(oldRoot, newRoot, head);
  const ends = [from, ...(to < head.logSize ? [to] : [])].map((size) =>
    checkOf(rootAtQuery(session, size, head)),
  );
  usePageChecks('consistency-proof', { consistency: [...ends, between] }, useAt());
  const verdict = useVerdict(check.data && between);
  const failed = [old, next, check].find((query) => query.isError);
  const rootsVerdict = useWorstVerdict(ends);
  const unproved = [old.data, next.data].find(
    (data) => data !== undefined && data.verdict.outcome !== 'holds',
  );
  return (
    <div className={styles['result']}>
      <Card
        title="Consistency proof"
        note={`from ${formatNumber(from)} to ${countOf(to, 'entry', 'entries')}`}
      >
        {failed?.error ? (
          <FailureNotice
            failure={describeFailure(failed.error)}
            retrying={failed.isFetching}
            onRetry={retry}
          />
        ) : unproved !== undefined && rootsVerdict !== undefined ? (
          <CheckList
            checks={[
              {
                id: 'root',
                kind: 'consistency',
                state: rootsVerdict.outcome,
                title: `The root at size ${formatNumber(unproved.checkpoint.logSize)} could not be established`,
                detail:
                  'reason' in rootsVerdict
                    ? rootsVerdict.reason
                    : 'The proof of its last entry does not connect to the published root.',
              },
            ]}
          />
        ) : check.data === undefined || verdict === undefined ? (
          <Skeleton lines={6} label="Fetching and computing the proof" />
        ) : (
          <>
            <CheckList
              checks={[
                {
                  id: 'consistency',
                  kind: 'consistency',
                  state: verdict.outcome,
                  title:
                    verdict.outcome === 'holds'
                      ? `The log of ${countOf(from, 'entry', 'entries')} is the beginning of the log of ${formatNumber(to)}`
                      : 'The older log is not the beginning of the newer one',
                  detail: (
                    <>
                      Old root <HashText hash={check.data.from.rootHash} digits="long" />, new root{' '}
                      <HashText hash={check.data.to.rootHash} digits="long" />. The root of an earlier size is
                      published nowhere: it was computed from the proofs the server sends today. So this shows
                      that its answers agree with each other; that nothing changed since some earlier day
                      needs a root that somebody kept.
                    </>
                  ),
                },
              ]}
            />
            <ConsistencyFigure check={check.data} spelling={summary?.variant} />
          </>
        )}
      </Card>
    </div>
  );
}
