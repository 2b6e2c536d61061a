import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { beginningCheck, rootAtQuery } from '../../query/inclusion-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { useLastEntryCheck, useProveAnother } from '../../query/use-entry-check.ts';
import { usePageChecks, useVerdict } from '../../query/use-page-checks.ts';
import { keepMoment, MomentContext, useAt } from '../../ui/at.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { checkAtEarlierSize } from '../../ui/proof/inclusion-check.ts';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageFailure, QueryFailure } from '../shared/page-failure.tsx';
import { type Asked, AskedProof, ProofVerdict } from './asked-proof.tsx';
import styles from './proofs.module.css';

/** ProofsView shows the root the server publishes, and any proof of the log a reader asks for, computed here. */
export function ProofsView({ asked }: { asked?: Asked }) {
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const session = useSession();
  const at = useAt();
  const { data: head, error, isPending, isFetching } = useQuery(headQuery(session));
  if (isPending) return <Skeleton lines={8} label="Reading the register proof" />;
  if (head === undefined) return <PageFailure page="overview" error={error} at={at} retrying={isFetching} />;
  const size = head.logSize;
  const shown = at ?? size;
  const starts = {
    entry: [Math.max(1, shown), shown],
    consistency: [at ?? Math.max(1, size - 1), size],
  } as const;
  const cards = (
    <div className={styles.cards}>
      {at !== undefined && at < size && <RootAtCard at={at} head={head} />}
      <Card title="Register proof" note={`as ${statedBy} now`}>
        <Root
          hash={head.rootHash}
          label="Copy the root hash"
          link={<Link to={paths.view('compare')}>Compare with another person</Link>}
        >
          The root hash of a log of {countOf(size, 'entry', 'entries')}. It is not verified until an entry, or
          a root you remember, connects to it.
        </Root>
      </Card>
      {(['entry', 'consistency'] as const).map((kind) => (
        <ProofForm
          key={`${kind} ${asked?.numbers.join(' ')} ${at}`}
          {...PROOFS[kind]}
          start={asked?.kind === kind ? asked.numbers : starts[kind].map(String)}
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
      {asked === undefined ? (
        <Newest head={head} at={at}>
          {cards}
        </Newest>
      ) : (
        <>
          <div className={styles.result}>
            <AskedProof head={head} asked={asked} />
          </div>
          {cards}
        </>
      )}
    </>
  );
}

/** Newest is for the page that asks for no proof: it rests on that of the last entry of the log, as the overview does, and draws it. */
function Newest({ head, at, children }: { head: Checkpoint; at: number | undefined; children: ReactNode }) {
  const { size, check, inclusion } = useLastEntryCheck(at);
  const states = usePageChecks('overview', { inclusion }, at);
  const retry = useRetry();
  const proveAnother = useProveAnother(head);
  return (
    <>
      <ProofVerdict head={head} at={at} proof={check} entryNumber={size} states={size === 0 ? {} : states} />
      {children}
      {check && (
        <div className={styles.newest}>
          <ProofCard
            {...checkAtEarlierSize(check)}
            failure={undefined}
            retrying={false}
            proveAnother={proveAnother}
            onRetry={retry}
          />
        </div>
      )}
    </>
  );
}

/** RootAtCard shows the root that the log had at an earlier size, computed from proofs; it is shown only where they lead to the published root. */
function RootAtCard({ at, head }: { at: number; head: Checkpoint }) {
  const root = useQuery(rootAtQuery(useSession(), at, head));
  const outcome = useVerdict(beginningCheck(at, head))?.outcome;
  const { rootName } = SOURCE_WORDS[useSource()];
  return (
    <Card title={`Root at size ${formatNumber(at)}`} note="computed here, stated nowhere">
      {root.isError ? (
        <QueryFailure query={root} />
      ) : root.data === undefined || outcome === undefined ? (
        <Skeleton lines={3} label="Computing the root" />
      ) : outcome === 'holds' ? (
        <Root hash={root.data.checkpoint.rootHash} label="Copy the root hash at this size">
          The root hash of a log of {countOf(at, 'entry', 'entries')}: the entry proof of its last entry gives
          it, and a consistency proof connects it to the {rootName}.
        </Root>
      ) : (
        <p className={styles.explanation}>
          No root of that size could be established: its proof{' '}
          {outcome === 'does-not-match' ? `does not connect to the ${rootName}` : 'could not be checked'}.
        </p>
      )}
    </Card>
  );
}

/** Root is a root hash in full, what it is, and a button that copies it. */
function Root({
  hash,
  label,
  link,
  children,
}: {
  hash: Hash;
  label: string;
  link?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <p className={styles.root}>
        <HashText hash={hash} digits="full" />
      </p>
      <p className={styles.explanation}>{children}</p>
      <p className={styles.rootActions}>
        <CopyButton text={hash} label={label}>
          Copy root
        </CopyButton>
        {link}
      </p>
    </>
  );
}

interface ProofKind {
  readonly view: 'entry-proof' | 'consistency-proof';
  readonly title: string;
  readonly explanation: string;
  readonly labels: readonly [string, string];
}

/** PROOFS are the proofs that can be asked for, each by two numbers, the first not larger than the second. */
const PROOFS: Record<Asked['kind'], ProofKind> = {
  entry: {
    view: 'entry-proof',
    title: 'Entry proof',
    explanation: 'Shows that an entry is in the log of a given size.',
    labels: ['Entry', 'in the log of size'],
  },
  consistency: {
    view: 'consistency-proof',
    title: 'Consistency proof',
    explanation: 'Shows that a smaller log is the beginning of a larger one, using the proofs of today.',
    labels: ['From size', 'to size'],
  },
};

/** ProofForm asks for two numbers from 1 to `max` and goes to the address they make. */
function ProofForm({
  view,
  title,
  explanation,
  labels,
  start,
  max,
}: ProofKind & { start: readonly string[]; max: number }) {
  const navigate = useNavigate();
  const paths = usePaths();
  const moment = use(MomentContext);
  const [wrong, setWrong] = useState<string>();
  const id = useId();
  const submit = (form: FormData): void => {
    const [first = 0, second = 0] = form.getAll('number').map((value) => {
      const typed = String(value).replaceAll(/[\s,]/g, '');
      return /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
    });
    const isOutside = [first, second].some((number) => number < 1 || number > max);
    if (isOutside) setWrong(`Both are whole numbers from 1 to ${formatNumber(max)}.`);
    else if (first > second) setWrong('The first number must not be larger than the second.');
    else {
      setWrong(undefined);
      const path =
        view === 'entry-proof' ? paths.entryProof(first, second) : paths.consistency(first, second);
      void navigate(keepMoment(path, moment));
    }
  };
  return (
    <Card title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
      >
        <p className={styles.explanation}>{explanation}</p>
        <div className={styles.fields}>
          {labels.map((label, index) => (
            <label key={label} className={styles.field}>
              <span>{label}</span>
              <input
                name="number"
                defaultValue={start[index]}
                inputMode="numeric"
                autoComplete="off"
                aria-describedby={id}
                aria-invalid={wrong !== undefined}
              />
            </label>
          ))}
          <Button type="submit">Show</Button>
        </div>
        <p id={id} role="status" className={styles.wrong}>
          {wrong}
        </p>
      </form>
    </Card>
  );
}
