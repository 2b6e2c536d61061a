import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Check } from '../../core/check-result.ts';
import type { Checkpoint } from '../../core/model.ts';
import { compareQuery, type Comparison } from '../../query/compare-query.ts';
import { memoryQuery, useMemory } from '../../query/memory-queries.ts';
import { mirrorListQuery } from '../../query/mirror-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { failed } from '../../query/report-check.ts';
import { useSession } from '../../query/session.ts';
import { useLastEntryCheck } from '../../query/use-entry-check.ts';
import { useFinding, usePageChecks } from '../../query/use-page-checks.ts';
import type { Declared } from '../../trust/page-checks.ts';
import { Fact } from '../../ui/facts.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckList, type NamedCheck } from '../../ui/check-list.tsx';
import { countOf } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-button.tsx';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCheckLines } from '../shared/check-lines.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import { rememberedCheck } from '../shared/remembered-check.tsx';
import { comparisonCheck, unansweredCheck } from './compare-checks.ts';
import styles from './compare.module.css';

/**
 * CompareVerdict shows and declares the page's checks: the published root by its newest entry and the remembered root, and the comparison with another
 * person's root, if any, as `line`.
 */
export function CompareVerdict({ others, line }: { others?: Declared; line?: NamedCheck }) {
  const { data: head } = useQuery(headQuery(useSession()));
  const { size, check, inclusion } = useLastEntryCheck(undefined);
  const isCompared = others !== undefined || line !== undefined;
  const states = usePageChecks('overview', { inclusion, others }, undefined, isCompared ? ['others'] : []);
  const lines = useCheckLines({ states, entryNumber: size, at: undefined, proof: check, head });
  const { data: mirrors = [] } = useQuery(mirrorListQuery(useSession()));
  const differs = mirrors.some(({ result }) => result?.outcome === 'does-not-match');
  return <PageVerdict checks={[...(line ? [line] : []), ...(differs ? [MIRROR_DIFFERS] : []), ...lines]} />;
}

const MIRROR_DIFFERS: NamedCheck = {
  id: 'mirrors',
  kind: 'others',
  state: 'does-not-match',
  title: 'A mirror differs',
  detail: 'Which of the two is right, this page cannot tell. See the mirrors below.',
};

/** TheirRoot compares the other person's root with the one published now, in one verdict with both roots. */
export function TheirRoot({ theirs }: { theirs: Checkpoint }) {
  const session = useSession();
  const query = useQuery(compareQuery(session, theirs));
  const { data: recalled } = useQuery(memoryQuery(session));
  const { data, error } = query;
  // A mismatch depends on another person's statement, and counts only on this page; see compareQuery.
  const check: Check | undefined =
    data?.verdict.outcome === 'holds'
      ? { kind: 'others', subject: `${theirs.logSize} ${theirs.rootHash}`, head: data.own }
      : undefined;
  useFinding(check, data?.verdict);
  const others = check ?? data?.verdict ?? (error === null ? undefined : failed(error));
  // Visible without a proof.
  const known = recalled?.kind === 'remembered' ? rememberedCheck('link', theirs, recalled.root) : undefined;
  const compared = data === undefined ? unansweredCheck(theirs) : comparisonCheck(data, theirs);
  return (
    <>
      <CompareVerdict
        others={others}
        line={
          query.isPending
            ? PENDING
            : { ...compared, kind: 'others', detail: 'Both root hashes are shown below.' }
        }
      />
      <Card title="Their root and yours" note={`theirs is of ${countOf(theirs.logSize, 'entry')}`}>
        <div className={styles.compared}>
          {query.isPending ? (
            <Skeleton lines={5} label="Requesting a consistency proof" />
          ) : (
            <CheckList why="others" checks={known === undefined ? [compared] : [known, compared]} />
          )}
          {data === undefined ? <QueryFailure query={query} /> : <Roots theirs={theirs} comparison={data} />}
        </div>
      </Card>
    </>
  );
}

const PENDING: NamedCheck = {
  id: 'compare',
  kind: 'others',
  state: 'checking',
  title: 'Comparing both roots',
  detail: 'A consistency proof is being fetched and computed.',
};

/** Roots shows both roots, each marked where it differs: from the other one of its size, or from the one that the proof gives. */
function Roots({ theirs, comparison }: { theirs: Checkpoint; comparison: Comparison }) {
  const { own, verdict, computedOldRoot, computedNewRoot } = comparison;
  const isShorter = theirs.logSize < own.logSize;
  const isSameSize = own.logSize === theirs.logSize;
  const isBad = verdict.outcome === 'does-not-match';
  // Do not label a published root that contradicts the remembered one as yours.
  const isInDoubt = useMemory(own).verdict?.outcome === 'does-not-match';
  const ownName = isInDoubt ? 'root shown now' : 'your root';
  const sides = [
    {
      term: 'theirs',
      head: theirs,
      against: own,
      computed: isShorter ? computedOldRoot : computedNewRoot,
    },
    {
      term: isInDoubt ? 'shown now' : 'yours',
      head: own,
      against: theirs,
      computed: isShorter ? computedNewRoot : computedOldRoot,
    },
  ];
  return (
    <>
      <dl className={`facts ${styles.roots}`}>
        {sides.map(({ term, head, against, computed: byProof }) => {
          const computed = isBad && !isSameSize ? byProof : undefined;
          const other = isSameSize ? against.rootHash : computed;
          return (
            <Fragment key={term}>
              <Fact term={term}>
                <span className={styles.hash}>
                  <CopyHash
                    hash={head.rootHash}
                    digits="long"
                    what={`the root that is ${term}`}
                    compareWith={other}
                  />
                </span>{' '}
                <span className="quiet">{countOf(head.logSize, 'entry')}</span>
              </Fact>
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
