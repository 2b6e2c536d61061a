import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useNavigate } from 'react-router';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { EMPTY_LOG } from '../../query/use-entry-check.ts';
import { DeclarePage } from '../../query/use-page-checks.ts';
import { keepMoment, MomentContext, useAt } from '../../ui/at.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { numberIn } from '../../ui/paths.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { type AskedSizes, AskedProof, EntryResult, ProofVerdict } from './asked-proof.tsx';
import { AskPair } from '../../ui/ask-form.tsx';

/** ProofsView shows the root the server publishes, and any proof of the log a reader asks for, computed here. */
export function ProofsView({ asked }: { asked?: AskedSizes }) {
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const at = useAt();
  const query = useQuery(headQuery(useSession()));
  const { data: head } = query;
  if (query.isPending) return <Skeleton lines={8} label="Reading the register proof" />;
  if (head === undefined) return <PageFailure page="overview" query={query} />;
  const size = head.logSize;
  const shown = at ?? size;
  const starts = {
    entry: [Math.max(1, shown), shown],
    consistency: [at ?? Math.max(1, size - 1), size],
  } as const;
  const cards = (
    <div className="cards">
      <Card title="Register proof" note={`as ${statedBy} now`}>
        <p className="wrap">
          <HashText hash={head.rootHash} digits="full" />
        </p>
        <p className="quiet">
          The root hash of a log of {countOf(size, 'entry')}. It is not verified until an entry, or a root you
          remember, connects to it.
        </p>
        <p className="line">
          <CopyButton text={head.rootHash} label="Copy the root hash">
            Copy root
          </CopyButton>
          <Link to={paths.view('compare')}>Compare with another person</Link>
        </p>
      </Card>
      {(['entry', 'consistency'] as const).map((kind) => (
        <ProofForm
          key={`${kind} ${asked?.numbers.join(' ')} ${at}`}
          kind={kind}
          start={asked?.kind === kind ? asked.numbers : starts[kind]}
          max={size}
        />
      ))}
    </div>
  );
  return (
    <>
      <PageHead
        title="Proofs"
        note="The root stands for the whole log. A proof rebuilds it from one entry, or from an older root."
        actions={
          <Link className={buttonClass()} to={paths.view('lab')}>
            Tamper lab
          </Link>
        }
      />
      <div className="stack">
        {asked !== undefined ? (
          <>
            <AskedProof head={head} asked={asked} />
            {cards}
          </>
        ) : size === 0 ? (
          <>
            <DeclarePage page="overview" checks={{ inclusion: EMPTY_LOG }} />
            <ProofVerdict head={head} />
            {cards}
          </>
        ) : (
          // By default, draw the proof of the last entry.
          <EntryResult entryNumber={shown} logSize={shown} head={head}>
            {cards}
          </EntryResult>
        )}
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
    explanation: 'Shows that a smaller log is the beginning of a larger one, using the proofs of today.',
    labels: ['From size', 'to size'],
  },
} as const;

/** ProofForm asks for two numbers from 1 to `max` and navigates to their proof. */
function ProofForm({
  kind,
  start,
  max,
}: {
  kind: AskedSizes['kind'];
  start: readonly [string | number, string | number];
  max: number;
}) {
  const navigate = useNavigate();
  const paths = usePaths();
  const moment = use(MomentContext);
  const { title, explanation, labels } = PROOFS[kind];
  return (
    <Card title={title}>
      <p className="quiet">{explanation}</p>
      <AskPair
        labels={labels}
        start={start}
        button="Show"
        inputMode="numeric"
        onTexts={(...texts) => {
          const [first, second] = texts.map((text) => numberIn(text.replaceAll(/[\s,]/g, ''))) as [
            number,
            number,
          ];
          if (!(first >= 1 && first <= second && second <= max))
            return `Both are whole numbers from 1 to ${formatNumber(max)}, the smaller one first.`;
          const path = kind === 'entry' ? paths.entryProof(first, second) : paths.consistency(first, second);
          void navigate(keepMoment(path, moment));
          return undefined;
        }}
      />
    </Card>
  );
}
