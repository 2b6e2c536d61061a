import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHead, useSummary } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { EMPTY_LOG, useEntryProof, useProveAnother } from '../../query/use-entry-check.ts';
import {
  type CheckStates,
  DeclarePage,
  usePageChecks,
  useVerdict,
  useWorstVerdict,
} from '../../query/use-page-checks.ts';
import { Card } from '../../ui/card.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CopyButton, HashText } from '../../ui/hash.tsx';
import { Link, useGo, usePaths, useAt } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { numberIn } from '../../ui/paths.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Skeleton, Notice } from '../../ui/notice.tsx';
import { PageFailure, QueryFailure, useRetryBelow } from '../shared/page-failure.tsx';
import { TextPairForm } from '../../ui/text-form.tsx';
import type { Checkpoint } from '../../core/model.ts';
import { entryQuery } from '../../query/record-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { useMemory } from '../../query/memory-queries.ts';
import { failed } from '../../query/report-check.ts';
import { type NamedCheck, sentenceOf, wordsFrom } from '../../ui/check-list.tsx';
import { ConsistencyFigure } from '../../ui/proof/consistency-figure.tsx';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import { useCheckLines } from '../shared/check-lines.tsx';
import { useConsistency } from '../shared/consistency-queries.ts';
import { PageVerdict } from '../shared/page-verdict.tsx';

/**
 * ProofsView shows the root the server publishes, and any proof of the log a reader asks for, computed here.
 */
export function ProofsView({ request }: { request?: ProofRequest }) {
  const { statedBy } = SOURCE_WORDS[useSource()];
  const at = useAt();
  const query = useHead();
  const { data: head } = query;
  const title = request === undefined ? 'Proofs' : titleOf(request);
  if (query.isPending) return <Skeleton title={title} lines={8} label="Reading the register proof" />;
  if (head === undefined) return <PageFailure page="overview" query={query} />;
  const size = head.logSize;
  const shown = at ?? size;
  const starts = { entry: [shown || 1, shown], consistency: [at ?? Math.max(1, size - 1), size] } as const;
  const cards = (
    <div className="halves thirds">
      <Card title="Register proof" note={`as ${statedBy} now`}>
        <p className="wrap">
          <HashText hash={head.rootHash} digits="full" />
        </p>
        <p className="quiet">The root hash of a log of {countOf(size, 'entry')}.</p>
        <p>
          <CopyButton text={head.rootHash}>Copy root</CopyButton>
        </p>
      </Card>
      {(['entry', 'consistency'] as const).map((kind) => (
        <ProofForm
          key={`${kind} ${request?.numbers.join(' ')} ${at}`}
          kind={kind}
          start={request?.kind === kind ? request.numbers : starts[kind]}
          max={size}
        />
      ))}
    </div>
  );
  return (
    <>
      <PageHead
        title={title}
        note="The root stands for the whole log. A proof leads to it from one entry, or from an older root."
      />
      <div className="stack ordered">
        {request !== undefined ? (
          <RequestedProof head={head} request={request} />
        ) : size === 0 ? (
          <>
            <DeclarePage page="overview" checks={{ inclusion: EMPTY_LOG }} />
            <ProofVerdict head={head} />
          </>
        ) : (
          // By default, draw the proof of the last entry, below the ways to others.
          <EntryResult entryNumber={shown} logSize={shown} head={head}>
            {cards}
          </EntryResult>
        )}
        {(request !== undefined || size === 0) && cards}
      </div>
    </>
  );
}

/** PROOFS are the kinds of proofs, each with two numbers, the first not larger than the second. */
const PROOFS = {
  entry: {
    title: 'Entry proof',
    explanation: 'Shows that an entry is in the log of a given size.',
    labels: ['Entry', 'in the log of size'],
  },
  consistency: {
    title: 'Consistency proof',
    explanation: 'Shows that a smaller log is the beginning of a larger one.',
    labels: ['From size', 'to size'],
  },
} as const;

/** titleOf names a proof by its numbers. */
function titleOf({ kind, numbers }: ProofRequest): string {
  const words = numbers.map((text) => (Number.isNaN(numberIn(text)) ? text : formatNumber(numberIn(text))));
  return `${PROOFS[kind].title} ${words.join(kind === 'entry' ? ' in the log of ' : ' to ')}`;
}

/** ProofForm asks for two numbers from 1 to `max` and navigates to their proof. */
function ProofForm({
  kind,
  start,
  max,
}: {
  kind: ProofRequest['kind'];
  start: readonly [string | number, string | number];
  max: number;
}) {
  const goTo = useGo();
  const paths = usePaths();
  const { title, explanation, labels } = PROOFS[kind];
  const go = (...texts: readonly [string, string]): string | undefined => {
    const [first = 0, second = 0] = texts.map((text) => numberIn(text.replaceAll(/[\s,]/g, '')));
    if (!(first >= 1 && first <= second && second <= max))
      return `Both are whole numbers from 1 to ${formatNumber(max)}, the smaller one first.`;
    goTo(kind === 'entry' ? paths.entryProof(first, second) : paths.consistency(first, second));
    return undefined;
  };
  return (
    <Card title={title}>
      <p className="quiet">{explanation}</p>
      <TextPairForm labels={labels} start={start} button="Show" inputMode="numeric" onTexts={go} />
    </Card>
  );
}

/** ProofRequest is the proof in an address: of an entry in a log of a size, or between two sizes. */
interface ProofRequest {
  readonly kind: 'entry' | 'consistency';
  readonly numbers: readonly [first: string, second: string];
}

/** RequestedProof shows the requested proof, or that there is none, under the verdict of the page. */
function RequestedProof({ head, request: { kind, numbers } }: { head: Checkpoint; request: ProofRequest }) {
  const [first, second] = [numberIn(numbers[0]), numberIn(numbers[1])];
  // There is nothing to prove between a log and itself.
  const isThere = (kind === 'entry' ? first <= second : first < second) && second <= head.logSize;
  if (!isThere)
    return (
      <>
        <ProofVerdict head={head} />
        <Notice title="There is no such proof" live>
          <DeclarePage page="none" />
          <p>
            {kind === 'consistency' && /^0+$/.test(numbers[0])
              ? 'An empty log is the beginning of every log: there is nothing to prove from 0.'
              : `The address asks for ${numbers.join(' and ')}. Numbers go from 1 to ${formatNumber(head.logSize)}, the smaller one first; a log is not compared with itself.`}
          </p>
        </Notice>
      </>
    );
  return kind === 'entry' ? (
    <EntryResult entryNumber={first} logSize={second} head={head} />
  ) : (
    <ConsistencyResult from={first} to={second} head={head} />
  );
}

/**
 * ProofVerdict is the verdict of the page with its checks, and whether the published root continues the
 * remembered one, with a link to that proof; `line` is a check of the page's own, and `entryLink` goes with that of an entry.
 */
function ProofVerdict({
  head,
  inclusion,
  line,
  entryLink,
  ...shown
}: {
  head: Checkpoint;
  /** The state of the declared entry proof. */
  inclusion?: CheckStates['inclusion'];
  line?: NamedCheck | undefined;
  entryLink?: ReactNode;
} & Pick<Parameters<typeof useCheckLines>[0], 'at' | 'proof' | 'entryNumber'>) {
  const since = useMemory(head).finding?.since?.logSize ?? head.logSize;
  const links: Readonly<Record<string, ReactNode>> = {
    entry: entryLink,
    memory: since < head.logSize ? <ConsistencyLink from={since} to={head.logSize} /> : undefined,
  };
  const lines = useCheckLines({
    states: inclusion === undefined ? {} : { inclusion },
    ...shown,
    head,
    more: ({ id }) => ({ link: links[id] }),
  });
  return <PageVerdict checks={line === undefined ? lines : lines.toSpliced(-1, 0, line)} />;
}

function ConsistencyLink({ from, to }: { from: number; to: number }) {
  return <Link to={usePaths().consistency(from, to)}>See the consistency proof</Link>;
}

/**
 * ConsistencyResult is the consistency proof between two sizes. Roots that are not published are found by
 * proving the last entry of each log.
 */
function ConsistencyResult({ from, to, head }: { from: number; to: number; head: Checkpoint }) {
  const { data: summary } = useSummary();
  const { old, next, proof, ends, between, checks, failed: failure } = useConsistency(head, from, to);
  const { data } = proof;
  usePageChecks('consistency-proof', { consistency: checks }, useAt());
  const verdict = useVerdict(data && between);
  const rootsVerdict = useWorstVerdict(ends);
  const unproved = [old.data, next.data].find((root) => root && root.verdict.outcome !== 'holds');
  const begins = `The log of ${countOf(from, 'entry')} is the beginning of the log of ${formatNumber(to)}`;
  const words =
    unproved && rootsVerdict
      ? {
          state: rootsVerdict.outcome,
          title: `The root at size ${formatNumber(unproved.checkpoint.logSize)} could not be established`,
          detail:
            sentenceOf({ verdict: rootsVerdict }) || 'The proof of its last entry does not connect to it.',
        }
      : wordsFrom(
          { verdict },
          {
            holds: [begins],
            'does-not-match': [
              'The proof does not show that the older log is the beginning of the newer one',
            ],
            'cannot-check': ['Could not check whether the older log is the beginning of the newer one'],
            'not-checked': ['Not checked'],
            checking: ['Comparing the two logs', 'The proof is being fetched and computed.'],
          },
        );
  const line: NamedCheck = {
    id: 'consistency',
    kind: 'consistency',
    ...words,
    expected: begins,
    detail:
      data && verdict ? (
        <>
          {words.detail} Old root <HashText hash={data.from.rootHash} digits="long" />, new root{' '}
          <HashText hash={data.to.rootHash} digits="long" />.
        </>
      ) : (
        words.detail
      ),
  };
  return (
    <>
      <ProofVerdict head={head} line={failure ? undefined : line} />
      {failure ? (
        <QueryFailure query={failure} />
      ) : (
        <Card title="Consistency proof" note={`from ${formatNumber(from)} to ${countOf(to, 'entry')}`}>
          {line.state === 'checking' ? (
            <Skeleton lines={6} label="Fetching and computing the proof" />
          ) : unproved || !data ? (
            <p className="quiet">There is nothing to draw.</p>
          ) : (
            <>
              <ConsistencyFigure check={data} spelling={summary?.variant} />
              <p className="quiet measure above">
                This page computes earlier roots from today’s proofs. To show that nothing has changed since
                an earlier day, you need a root hash that somebody saved then.
              </p>
            </>
          )}
        </Card>
      )}
    </>
  );
}

/**
 * EntryResult is the entry proof of any entry at any size. An earlier root is tied to the published
 * one by a consistency proof.
 */
function EntryResult({
  entryNumber,
  logSize,
  head,
  children,
}: {
  entryNumber: number;
  logSize: number;
  head: Checkpoint;
  /** The content between the verdict and the picture. */
  children?: ReactNode;
}) {
  const retry = useRetryBelow();
  const proveAnother = useProveAnother(head);
  const entry = useQuery(entryQuery(useSession(), entryNumber));
  const { proof, isProving, ...proving } = useEntryProof(entry.data, logSize);
  const declared = entry.error === null ? proving.inclusion : failed(entry.error);
  const { inclusion } = usePageChecks('entry-proof', { inclusion: declared }, useAt());
  const failure = entry.error ?? proving.error;
  const isEarlier = logSize < head.logSize;
  return (
    <>
      <ProofVerdict
        head={head}
        inclusion={inclusion}
        entryNumber={entryNumber}
        at={isEarlier ? logSize : undefined}
        proof={proof}
        entryLink={isEarlier ? <ConsistencyLink from={logSize} to={head.logSize} /> : undefined}
      />
      {children}
      <ProofCard
        check={proof}
        failure={failure === null ? undefined : describeFailure(failure)}
        retrying={entry.isFetching || isProving}
        proveAnother={proveAnother}
        onRetry={retry}
      />
    </>
  );
}
