import { useQuery } from '@tanstack/react-query';
import type { Attribute, Checkpoint, Entry } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { useNewer } from '../../query/held-back.ts';
import { trailQuery } from '../../query/record-queries.ts';
import { useSession } from '../../query/session.ts';
import { useRetry } from '../../query/use-retry.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf } from '../../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useReplica } from '../../query/replica.ts';
import { copyCheck } from '../../query/replica-check.ts';
import { useVerdict } from '../../query/use-page-checks.ts';
import { useNewestAnew } from './use-newest.ts';
import { History } from './history.tsx';
import type { RecordName } from '../../ui/version-address.ts';

/** HistoryCard is the history of a record as it is now. */
export function HistoryCard({
  record,
  schema,
  entry,
  head,
  complete,
}: {
  record: RecordName;
  schema: readonly Attribute[];
  /** The entry behind the record, and the head that it was checked against. */
  entry: Entry | undefined;
  head: Checkpoint | undefined;
  /** The whole log was read: these are all versions there are. */
  complete: boolean;
}) {
  const session = useSession();
  const retry = useRetry();
  const trail = useQuery(trailQuery(session, record.key));
  const newer = useNewer(session, record.key);
  const copy = useReplica(session, false);
  const whole = useVerdict(head && copyCheck(head))?.outcome === 'holds' && copy.phase === 'ready';
  const source = `${newer?.trail.at(-1)?.entryNumber ?? ''}${whole ? copy.replica.id : ''}`;
  useNewestAnew(entry, trail.data?.length, head, source);
  return (
    <Card
      title="History"
      note={
        trail.data !== undefined &&
        countOf(trail.data.length, 'version') +
          (newer !== undefined ? ', and a newer one' : complete ? ', all there are' : '')
      }
    >
      {trail.isPending && <Skeleton lines={4} label="Loading the trail" />}
      {trail.isError && (
        <FailureNotice failure={describeFailure(trail.error)} retrying={trail.isFetching} onRetry={retry} />
      )}
      {trail.data !== undefined && (
        <History
          record={record}
          trail={trail.data}
          schema={schema}
          newest={newer !== undefined ? 'shown' : complete ? 'latest' : 'latest sent'}
        />
      )}
    </Card>
  );
}
