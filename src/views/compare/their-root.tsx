import { useQuery } from '@tanstack/react-query';
import type { Check } from '../../core/check-result.ts';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { compareQuery, type Comparison } from '../../query/compare-query.ts';
import { memoryQuery } from '../../query/memory-queries.ts';
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
import { sentenceOf, wordsFrom } from '../../ui/check-text.ts';
import { countOf } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-button.tsx';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCheckLines } from '../shared/check-lines.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import { rememberedCheck } from '../shared/remembered-check.tsx';
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
  const compared = comparisonCheck(data, theirs);
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
        <p className="quiet measure">
          <strong>What this does not prove:</strong> that what is registered is true; what others are shown;
          if the roots differ, which of the two is right. Only the sender of the link says that they were
          shown this root hash.
        </p>
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

/** comparisonCheck describes the comparison of two heads; without one the register sent no proof. */
export function comparisonCheck(compared: Comparison | undefined, theirs: Checkpoint): NamedCheck {
  const { verdict, own = theirs } = compared ?? {};
  const isSameSize = own.logSize === theirs.logSize;
  const words = wordsFrom(
    verdict
      ? { verdict }
      : { failure: 'The register did not answer with a proof between the two logs. This is not a mismatch' },
    {
      holds: isSameSize
        ? [
            'You are both shown the same log',
            `Both root hashes are of ${countOf(own.logSize, 'entry')} and equal.`,
          ]
        : [
            own.logSize < theirs.logSize
              ? 'Your log is the beginning of theirs'
              : 'Their log is the beginning of yours',
            'A consistency proof, computed here, gives both root hashes.',
          ],
      'does-not-match': isSameSize
        ? ['The two roots are different', 'A log has one root hash at each size.']
        : [
            'The register does not show that one log begins the other',
            sentenceOf({ verdict }) ||
              'The consistency proof it sent, computed here, does not give both root hashes.',
          ],
      otherwise: ['These roots could not be compared'],
    },
  );
  return { id: 'compare', ...words };
}

/** Roots shows both roots, each marked where it differs: from the other one of its size, or from the one that the proof gives. */
function Roots({ theirs, comparison }: { theirs: Checkpoint; comparison: Comparison }) {
  const { own, verdict, computedOldRoot, computedNewRoot } = comparison;
  const isShorter = theirs.logSize < own.logSize;
  const isSameSize = own.logSize === theirs.logSize;
  const isByProof = verdict.outcome === 'does-not-match' && !isSameSize;
  const sides = [
    {
      name: 'their root',
      head: theirs,
      against: own,
      computed: isShorter ? computedOldRoot : computedNewRoot,
    },
    {
      name: 'root shown now',
      head: own,
      against: theirs,
      computed: isShorter ? computedNewRoot : computedOldRoot,
    },
  ];
  const [oldName, newName] = isShorter ? ['their root', 'root shown now'] : ['root shown now', 'their root'];
  return (
    <>
      <dl className={`facts ${styles.roots}`}>
        {sides.flatMap(({ name, head, against, computed }) => [
          <RootFact
            key={name}
            name={name}
            hash={head.rootHash}
            compareWith={isSameSize ? against.rootHash : isByProof ? computed : undefined}
            note={countOf(head.logSize, 'entry')}
          />,
          isByProof && computed !== undefined && computed !== head.rootHash && (
            <RootFact
              key={`computed ${name}`}
              name="computed from the proof"
              hash={computed}
              compareWith={head.rootHash}
            />
          ),
        ])}
      </dl>
      {comparison.newSteps.length > 0 && (
        <div className={styles.figure}>
          <ConsistencyFigure check={comparison} oldName={oldName} newName={newName} />
        </div>
      )}
    </>
  );
}

function RootFact({
  name,
  hash,
  compareWith,
  note,
}: {
  name: string;
  hash: Hash;
  compareWith: Hash | undefined;
  note?: string;
}) {
  return (
    <Fact term={name}>
      <span className={styles.hash}>
        <CopyHash hash={hash} digits="long" what={`the ${name}`} compareWith={compareWith} />
      </span>{' '}
      <span className="quiet">{note}</span>
    </Fact>
  );
}
