import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { compareQuery, type Comparison } from '../../query/compare-query.ts';
import { describeFailure } from '../../query/failure.ts';
import { useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-hash.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './compare.module.css';
import { comparisonWords, failureWords } from './words.ts';

/** TheirRoot holds the other person's root against the one published now, in one plain verdict with both roots. */
export function TheirRoot({ register, theirs }: { register: RegisterId; theirs: Checkpoint }) {
  const session = useSession();
  const { data, error, isFetching, refetch } = useQuery(compareQuery(session, theirs));
  return (
    <Card
      title="Another person’s root against yours"
      note={`theirs is of ${countOf(theirs.logSize, 'entry', 'entries')}`}
    >
      {data !== undefined && <Verdict register={register} theirs={theirs} comparison={data} />}
      {data === undefined && error === null && <Skeleton lines={5} label="Demanding a consistency proof" />}
      {data === undefined && error !== null && (
        <>
          <div aria-live="polite">
            <CheckList checks={[{ id: 'compare', ...failureWords(theirs) }]} />
          </div>
          <FailureNotice
            failure={describeFailure(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </>
      )}
    </Card>
  );
}

function Verdict({
  register,
  theirs,
  comparison,
}: {
  register: RegisterId;
  theirs: Checkpoint;
  comparison: Comparison;
}) {
  const { own, verdict, from, computedOldRoot, computedNewRoot } = comparison;
  const same = own.logSize === theirs.logSize;
  const [small, large] = [from.logSize, comparison.to.logSize];
  const [atTheirs, atOwn] =
    theirs.logSize < own.logSize ? [computedOldRoot, computedNewRoot] : [computedNewRoot, computedOldRoot];
  const bad = verdict.outcome === 'does-not-match';
  return (
    <>
      <div aria-live="polite">
        <CheckList
          checks={[
            {
              id: 'compare',
              ...comparisonWords(comparison, theirs),
              link: !same && from.logSize > 0 && theirs.logSize < own.logSize && (
                <Link
                  to={pathTo({ view: 'consistency-proof', register, from: String(small), to: String(large) })}
                >
                  See the proof the register sends between these sizes
                </Link>
              ),
            },
          ]}
        />
      </div>
      <dl className={styles['roots']}>
        <Root term="theirs" head={theirs} other={same ? own.rootHash : bad ? atTheirs : undefined} />
        {!same && bad && <Computed hash={atTheirs} other={theirs.rootHash} />}
        <Root term="yours" head={own} other={same ? theirs.rootHash : bad ? atOwn : undefined} />
        {!same && bad && <Computed hash={atOwn} other={own.rootHash} />}
      </dl>
    </>
  );
}

function Root({ term, head, other }: { term: string; head: Checkpoint; other: Hash | undefined }) {
  return (
    <Row term={term}>
      <CopyHash
        hash={head.rootHash}
        digits="long"
        what={`the root that is ${term}`}
        {...(other === undefined ? {} : { compareWith: other })}
      />{' '}
      <span className={styles['size']}>{countOf(head.logSize, 'entry', 'entries')}</span>
    </Row>
  );
}

/** Computed is where the proof leads at that size, where it leads elsewhere. */
function Computed({ hash, other }: { hash: Hash | undefined; other: Hash }) {
  if (hash === undefined || hash === other) return null;
  return (
    <Row term="the proof leads to">
      <CopyHash hash={hash} compareWith={other} what="the root that the proof leads to" />
    </Row>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
