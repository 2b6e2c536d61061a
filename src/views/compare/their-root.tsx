import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { compareQuery, type Comparison } from '../../query/compare-query.ts';
import { memoryQuery, useMemory } from '../../query/memory-queries.ts';
import { useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-button.tsx';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { rememberedCheck } from '../shared/remembered-check.tsx';
import { comparisonCheck, unansweredCheck } from './compare-checks.ts';
import styles from './compare.module.css';

/** TheirRoot compares the other person's root with the one published now, in one verdict with both roots. */
export function TheirRoot({ theirs }: { theirs: Checkpoint }) {
  const session = useSession();
  const query = useQuery(compareQuery(session, theirs));
  const { data: recalled } = useQuery(memoryQuery(session));
  // What can be seen without a proof.
  const known = recalled?.kind === 'remembered' ? rememberedCheck('link', theirs, recalled.root) : undefined;
  const compared = query.data === undefined ? unansweredCheck(theirs) : comparisonCheck(query.data, theirs);
  return (
    <Card title="Their root and yours" note={`theirs is of ${countOf(theirs.logSize, 'entry', 'entries')}`}>
      {query.isPending ? (
        <Skeleton lines={5} label="Requesting a consistency proof" />
      ) : (
        <div aria-live="polite">
          <CheckList why="others" checks={known === undefined ? [compared] : [known, compared]} />
        </div>
      )}
      {query.data === undefined ? (
        <QueryFailure query={query} />
      ) : (
        <Roots theirs={theirs} comparison={query.data} />
      )}
    </Card>
  );
}

/** Roots are both roots, each marked against what it does not match: the other one of its size, or what the proof gives for it. */
function Roots({ theirs, comparison }: { theirs: Checkpoint; comparison: Comparison }) {
  const { own, verdict, computedOldRoot, computedNewRoot } = comparison;
  const isShorter = theirs.logSize < own.logSize;
  const isSameSize = own.logSize === theirs.logSize;
  const isBad = verdict.outcome === 'does-not-match';
  // What is published against the remembered root is not one’s own to vouch for.
  const isInDoubt = useMemory(own).verdict?.outcome === 'does-not-match';
  const ownName = isInDoubt ? 'published root' : 'your root';
  const sides = [
    {
      term: 'theirs',
      head: theirs,
      against: own,
      computed: isShorter ? computedOldRoot : computedNewRoot,
    },
    {
      term: isInDoubt ? 'published now' : 'yours',
      head: own,
      against: theirs,
      computed: isShorter ? computedNewRoot : computedOldRoot,
    },
  ];
  return (
    <>
      <dl className={styles.roots}>
        {sides.map(({ term, head, against, computed: byProof }) => {
          const computed = isBad && !isSameSize ? byProof : undefined;
          const other = isSameSize ? against.rootHash : computed;
          return (
            <Fragment key={term}>
              <div>
                <dt>{term}</dt>
                <dd>
                  <span className={styles.hash}>
                    <CopyHash
                      hash={head.rootHash}
                      digits="long"
                      what={`the root that is ${term}`}
                      {...(other && { compareWith: other })}
                    />
                  </span>{' '}
                  <span className={styles.size}>{countOf(head.logSize, 'entry', 'entries')}</span>
                </dd>
              </div>
              {computed !== undefined && computed !== head.rootHash && (
                <div>
                  <dt>computed from the proof</dt>
                  <dd className={styles.hash}>
                    <CopyHash
                      hash={computed}
                      compareWith={head.rootHash}
                      what="the root computed from the proof"
                    />
                  </dd>
                </div>
              )}
            </Fragment>
          );
        })}
      </dl>
      {comparison.newSteps.length > 0 && (
        <div className={styles.figure}>
          <ConsistencyFigure
            check={comparison}
            {...(isShorter
              ? { oldName: 'their root', newName: ownName }
              : { oldName: ownName, newName: 'their root' })}
          />
        </div>
      )}
    </>
  );
}
