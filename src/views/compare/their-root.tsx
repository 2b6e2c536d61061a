import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { compareQuery, type Comparison } from '../../query/compare-query.ts';
import { describeFailure } from '../../query/failure.ts';
import { memoryQuery, useMemory } from '../../query/memory-queries.ts';
import { useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { CheckList, type NamedCheck } from '../../ui/check-list.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-button.tsx';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { rememberedCheck } from '../shared/remembered-check.tsx';
import { comparisonCheck, unansweredCheck } from './compare-checks.ts';
import styles from './compare.module.css';

/** TheirRoot compares the other person's root with the one published now, in one verdict with both roots. */
export function TheirRoot({ theirs }: { theirs: Checkpoint }) {
  const session = useSession();
  const { data, error, isFetching, refetch } = useQuery(compareQuery(session, theirs));
  const { data: recalled } = useQuery(memoryQuery(session));
  const known = recalled?.kind === 'remembered' ? rememberedCheck('link', theirs, recalled.root) : undefined;
  const first = known === undefined ? [] : [known];
  return (
    <Card title="Their root and yours" note={`theirs is of ${countOf(theirs.logSize, 'entry', 'entries')}`}>
      {data !== undefined && <Verdict theirs={theirs} comparison={data} first={first} />}
      {data === undefined && error === null && <Skeleton lines={5} label="Requesting a consistency proof" />}
      {data === undefined && error !== null && (
        <>
          <div aria-live="polite">
            <CheckList why="others" checks={[...first, unansweredCheck(theirs)]} />
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
  theirs,
  comparison,
  first,
}: {
  theirs: Checkpoint;
  comparison: Comparison;
  /** What could be seen without a proof. */
  first: readonly NamedCheck[];
}) {
  const { own, verdict, computedOldRoot, computedNewRoot } = comparison;
  const same = own.logSize === theirs.logSize;
  const [atTheirs, atOwn] =
    theirs.logSize < own.logSize ? [computedOldRoot, computedNewRoot] : [computedNewRoot, computedOldRoot];
  // What is published against the remembered root is not one’s own to vouch for.
  const inDoubt = useMemory(own).verdict?.outcome === 'does-not-match';
  const ownTerm = inDoubt ? 'published now' : 'yours';
  const ownName = inDoubt ? 'published root' : 'your root';
  const bad = verdict.outcome === 'does-not-match';
  return (
    <>
      <div aria-live="polite">
        <CheckList why="others" checks={[...first, comparisonCheck(comparison, theirs)]} />
      </div>
      <dl className={styles['roots']}>
        <Root term="theirs" head={theirs} other={same ? own.rootHash : bad ? atTheirs : undefined} />
        {!same && bad && <Computed hash={atTheirs} other={theirs.rootHash} />}
        <Root term={ownTerm} head={own} other={same ? theirs.rootHash : bad ? atOwn : undefined} />
        {!same && bad && <Computed hash={atOwn} other={own.rootHash} />}
      </dl>
      {comparison.newSteps.length > 0 && (
        <div className={styles['figure']}>
          <ConsistencyFigure
            check={comparison}
            {...(theirs.logSize < own.logSize
              ? { oldName: 'their root', newName: ownName }
              : { oldName: ownName, newName: 'their root' })}
          />
        </div>
      )}
    </>
  );
}

function Root({ term, head, other }: { term: string; head: Checkpoint; other: Hash | undefined }) {
  return (
    <Row term={term}>
      <span className={styles['hash']}>
        <CopyHash
          hash={head.rootHash}
          digits="long"
          what={`the root that is ${term}`}
          {...(other === undefined ? {} : { compareWith: other })}
        />
      </span>{' '}
      <span className={styles['size']}>{countOf(head.logSize, 'entry', 'entries')}</span>
    </Row>
  );
}

/** Computed is where the proof leads at that size, where it leads elsewhere. */
function Computed({ hash, other }: { hash: Hash | undefined; other: Hash }) {
  if (hash === undefined || hash === other) return null;
  return (
    <Row term="computed from the proof">
      <span className={styles['hash']}>
        <CopyHash hash={hash} compareWith={other} what="the root computed from the proof" />
      </span>
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
