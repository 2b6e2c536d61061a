import { useCheckLines } from '../shared/check-lines.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../ui/link.tsx';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { consistencyCheck, earlierEntryCheckQuery } from '../../query/inclusion-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { useProveAnother } from '../../query/use-entry-check.ts';
import { checkOf } from '../../query/keys.ts';
import { failed } from '../../query/report-check.ts';
import { usePageChecks, useVerdict } from '../../query/use-page-checks.ts';
import { useAt } from '../../ui/at.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { checkAtEarlierSize } from '../../ui/proof/inclusion-check.ts';
import { Card } from '../../ui/card.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import styles from './proofs.module.css';

/** EntryResult is the entry proof of any entry at any size. An earlier root is tied to the published one by a consistency proof. */
export function EntryResult({
  register,
  entryNumber,
  logSize,
  head,
}: {
  register: RegisterId;
  entryNumber: number;
  logSize: number;
  head: Checkpoint;
}) {
  const session = useSession();
  const retry = useRetry();
  const proveAnother = useProveAnother(head);
  const entry = useQuery(entryQuery(session, entryNumber));
  const proof = earlierEntryCheckQuery(session, entry.data ?? NO_ENTRY, logSize, head);
  const check = useQuery({ ...proof, enabled: entry.data !== undefined });
  const at = useAt();
  const states = usePageChecks(
    'entry-proof',
    { inclusion: entry.error === null ? entry.data && checkOf(proof) : failed(entry.error) },
    at,
  );
  const { inclusion } = states;
  const lines = useCheckLines({
    states: inclusion === undefined ? {} : { inclusion },
    entryNumber,
    at: logSize < head.logSize ? logSize : undefined,
    proof: check.data,
    head: undefined,
  });
  const growth = useVerdict(check.data && consistencyCheck(check.data.checkpoint, head, head));
  const failure = entry.error ?? check.error;
  return (
    <div className={styles['result']}>
      <PageVerdict checks={lines} />
      <ProofCard
        {...checkAtEarlierSize(check.data)}
        failure={failure === null ? undefined : describeFailure(failure)}
        retrying={entry.isFetching || check.isFetching}
        proveAnother={proveAnother}
        onRetry={retry}
      />
      {check.data?.growth !== undefined && logSize < head.logSize && (
        <Card title="How that root connects to the published one">
          <CheckList
            checks={[
              {
                id: 'growth',
                kind: 'consistency',
                state: growth?.outcome ?? 'checking',
                title:
                  growth?.outcome === 'holds'
                    ? `The log of ${countOf(logSize, 'entry', 'entries')} is the beginning of today’s`
                    : 'That root does not connect to the published one',
                detail: (
                  <>
                    The server publishes only its newest root. The entry proof gives the root{' '}
                    <HashText hash={check.data.checkpoint.rootHash} digits="long" /> at size{' '}
                    {formatNumber(logSize)}; a consistency proof computed from it{' '}
                    {growth?.outcome === 'holds' ? 'connects' : 'does not connect'} to the published root{' '}
                    <HashText hash={head.rootHash} digits="long" /> at size {formatNumber(head.logSize)}.
                  </>
                ),
                link: (
                  <Link
                    to={pathTo({
                      view: 'consistency-proof',
                      register,
                      from: String(logSize),
                      to: String(head.logSize),
                    })}
                  >
                    See the consistency proof
                  </Link>
                ),
              },
            ]}
          />
        </Card>
      )}
    </div>
  );
}

const NO_ENTRY: Entry = { entryNumber: 0, indexEntryNumber: 0, timestamp: '', key: '', itemHashes: [] };
