import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../../core/model.ts';
import { rootAtQuery } from '../../query/earlier-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './proofs.module.css';

/** RootAtCard shows the root that the log had at an earlier size, computed from proofs; it is shown only where they lead to the published root. */
export function RootAtCard({ at, head }: { at: number; head: Checkpoint }) {
  const session = useSession();
  const retry = useRetry();
  const root = useQuery(rootAtQuery(session, at, head));
  return (
    <Card title={`Root at size ${formatNumber(at)}`} note="computed here, published nowhere">
      {root.isError ? (
        <FailureNotice failure={describeFailure(root.error)} retrying={root.isFetching} onRetry={retry} />
      ) : root.data === undefined ? (
        <Skeleton lines={3} label="Computing the root" />
      ) : root.data.verdict.outcome === 'holds' ? (
        <>
          <p className={styles['root']}>
            <HashText hash={root.data.checkpoint.rootHash} digits="full" />
          </p>
          <p className={styles['explanation']}>
            The root hash of a log of {countOf(at, 'entry', 'entries')}: the entry proof of its last entry
            leads to it, and a consistency proof leads from it to the published root.
          </p>
          <p>
            <CopyButton text={root.data.checkpoint.rootHash} label="Copy the root hash at this size">
              Copy root
            </CopyButton>
          </p>
        </>
      ) : (
        <p className={styles['explanation']}>
          No root of that size could be established: what the server proves for it{' '}
          {root.data.verdict.outcome === 'does-not-match'
            ? 'does not lead to the published root'
            : 'could not be checked'}
          .
        </p>
      )}
    </Card>
  );
}
