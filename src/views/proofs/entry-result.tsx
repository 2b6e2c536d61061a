import { useQuery } from '@tanstack/react-query';
import { Link } from '../../ui/link.tsx';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { earlierEntryCheckQuery } from '../../query/earlier-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { useProveAnotherEarlier } from '../../query/prove-another-earlier.ts';
import { checkOf } from '../../query/keys.ts';
import { failed } from '../../query/report-check.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { useAt } from '../../ui/at.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CheckList, CheckStrip } from '../../ui/check-list.tsx';
import { entryCheckWords } from '../../ui/check-words.ts';
import { earlierEntryWords } from '../../ui/earlier-words.ts';
import { drawnEarlier } from '../../ui/drawn-earlier.ts';
import { Card } from '../../ui/card.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { ProofCard } from '../../ui/proof-card.tsx';
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
  const proveAnother = useProveAnotherEarlier(head);
  const entry = useQuery(entryQuery(session, entryNumber));
  const proof = earlierEntryCheckQuery(session, entry.data ?? NO_ENTRY, logSize, head);
  const check = useQuery({ ...proof, enabled: entry.data !== undefined });
  const at = useAt();
  const states = usePageChecks(
    'entry-proof',
    { inclusion: entry.error === null ? entry.data && checkOf(proof) : failed(entry.error) },
    at,
  );
  const failure = entry.error ?? check.error;
  return (
    <div className={styles['result']}>
      <CheckStrip
        checks={[
          {
            id: 'entry',
            kind: 'inclusion',
            ...(logSize === head.logSize
              ? entryCheckWords({ verdict: states.inclusion?.verdict }, entryNumber, logSize)
              : earlierEntryWords({ verdict: states.inclusion?.verdict }, entryNumber, logSize)),
          },
        ]}
      />
      <ProofCard
        {...drawnEarlier(check.data)}
        failure={failure === null ? undefined : describeFailure(failure)}
        retrying={entry.isFetching || check.isFetching}
        proveAnother={proveAnother}
        onRetry={retry}
      />
      {check.data?.growth !== undefined && logSize < head.logSize && (
        <Card title="Why that root can be believed">
          <CheckList
            checks={[
              {
                id: 'growth',
                kind: 'consistency',
                state: check.data.growth.verdict.outcome,
                title:
                  check.data.growth.verdict.outcome === 'holds'
                    ? `The log of ${countOf(logSize, 'entry', 'entries')} is the beginning of today’s`
                    : 'That root does not lead to the published one',
                detail: (
                  <>
                    The server publishes only its newest root. The entry proof leads to the root{' '}
                    <HashText hash={check.data.checkpoint.rootHash} digits="long" /> at size{' '}
                    {formatNumber(logSize)}; a consistency proof computed from it{' '}
                    {check.data.growth.verdict.outcome === 'holds' ? 'leads' : 'does not lead'} to the
                    published root <HashText hash={head.rootHash} digits="long" /> at size{' '}
                    {formatNumber(head.logSize)}.
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
