import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../../core/model.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { useMemory } from '../../query/memory-queries.ts';
import { type CheckStates, DeclarePage, usePageChecks, useVerdict } from '../../query/use-page-checks.ts';
import { useLastEntryCheck } from '../../query/use-entry-check.ts';
import { keepMoment, MomentContext, useAt } from '../../ui/at.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { ConsistencyResult } from './consistency-result.tsx';
import { EntryResult } from './entry-result.tsx';
import { beginningCheck, rootAtQuery } from '../../query/inclusion-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { Card } from '../../ui/card.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { use, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCheckLines } from '../shared/check-lines.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import styles from './proofs.module.css';

/** ProofsView shows the root the server publishes, and any proof of the log a reader asks for, computed here. */
export function ProofsView({
  register,
  entryNumber,
  logSize,
  from,
  to,
}: {
  register: RegisterId;
  entryNumber?: string;
  logSize?: string;
  from?: string;
  to?: string;
}) {
  const session = useSession();
  const at = useAt();
  const head = useQuery(headQuery(session));
  if (head.isPending) return <Skeleton lines={8} label="Reading the register proof" />;
  if (head.isError) {
    return <PageFailure page="overview" error={head.error} at={at} retrying={head.isFetching} />;
  }
  const size = head.data.logSize;
  const shown = at ?? size;
  return (
    <>
      <PageHead
        title="Proofs"
        note="The root stands for the whole log. A proof rebuilds it from one entry, or from an older root."
        actions={
          <Link className={buttonClass()} to={pathTo({ view: 'lab', register })}>
            Tamper lab
          </Link>
        }
      />
      {entryNumber === undefined && from === undefined ? (
        <NewestChecks register={register} head={head.data} at={at} />
      ) : (
        <RootChecks register={register} head={head.data} states={NO_STATES} />
      )}
      <div className={styles['cards']}>
        {at !== undefined && at < size && <RootAtCard at={at} head={head.data} />}
        <RootCard register={register} head={head.data} />
        <NumbersForm
          key={`entry ${entryNumber} ${logSize} ${at}`}
          title="Entry proof"
          explanation="Shows that an entry is in the log of a given size."
          fields={[
            { label: 'Entry', name: 'entry', value: entryNumber ?? String(Math.max(1, shown)) },
            { label: 'in the log of size', name: 'size', value: logSize ?? String(shown) },
          ]}
          max={size}
          problem={([entry, at]) =>
            entry > at ? `Entry ${entry} is not in a log of ${at} entries.` : undefined
          }
          toPath={([entry, at]) =>
            pathTo({ view: 'entry-proof', register, entryNumber: String(entry), logSize: String(at) })
          }
        />
        <NumbersForm
          key={`sizes ${from} ${to} ${at}`}
          title="Consistency proof"
          explanation="Shows that a smaller log is the beginning of a larger one, using what the server sends today."
          fields={[
            { label: 'From size', name: 'from', value: from ?? String(at ?? Math.max(1, size - 1)) },
            { label: 'to size', name: 'to', value: to ?? String(size) },
          ]}
          max={size}
          problem={([small, large]) =>
            small > large ? 'The first size must not be larger than the second.' : undefined
          }
          toPath={([small, large]) =>
            pathTo({ view: 'consistency-proof', register, from: String(small), to: String(large) })
          }
        />
      </div>
      <Asked register={register} head={head.data} entry={[entryNumber, logSize]} sizes={[from, to]} />
    </>
  );
}

/** NewestChecks is for the page that asks for no proof: it rests on that of the last entry of the log, as the overview does. */
function NewestChecks({ at, ...shown }: Pick<Shown, 'register' | 'head'> & { at: number | undefined }) {
  const { size, check, inclusion } = useLastEntryCheck(at);
  const states = usePageChecks('overview', { inclusion }, at);
  const lines = { at, proof: check, entryNumber: size };
  return <RootChecks {...shown} {...lines} states={size === 0 ? NO_STATES : states} />;
}

interface Shown extends Partial<Pick<Parameters<typeof useCheckLines>[0], 'at' | 'proof' | 'entryNumber'>> {
  readonly register: RegisterId;
  readonly head: Checkpoint;
  readonly states: CheckStates;
}

const NO_STATES: CheckStates = {};

/** RootChecks shows whether the published root fits the one this browser remembers, with the way to the proof between them, after what else the page rests on. */
function RootChecks({ register, head, states, at, proof, entryNumber }: Shown) {
  const since = useMemory(head).finding?.since?.logSize ?? head.logSize;
  const sizes = { register, from: String(since), to: String(head.logSize) };
  const link = since < head.logSize && (
    <>
      <Link to={pathTo({ view: 'consistency-proof', ...sizes })}>See the consistency proof</Link>
      {', or '}
      <Link to={pathTo({ view: 'changes', ...sizes })}>what changed since</Link>
    </>
  );
  const { inclusion } = states;
  const lines = useCheckLines({
    states: inclusion === undefined ? {} : { inclusion },
    entryNumber,
    at,
    proof,
    head,
    more: ({ id }) => (id === 'memory' ? { link } : {}),
  });
  return <PageVerdict checks={lines} />;
}

type Pair = readonly [string | undefined, string | undefined];

function Asked({
  register,
  head,
  entry,
  sizes,
}: {
  register: RegisterId;
  head: Checkpoint;
  entry: Pair;
  sizes: Pair;
}) {
  const [a, b] = entry[0] === undefined ? sizes : entry;
  if (a === undefined || b === undefined) return null;
  const first = sizeOf(a);
  const second = sizeOf(b);
  if (first === undefined || second === undefined || first > second || second > head.logSize) {
    return (
      <Notice title="There is no such proof" live>
        <DeclarePage page="none" />
        <p>
          The address asks for{' '}
          {entry[0] === undefined
            ? `a consistency proof from size ${a} to ${b}`
            : `entry ${a} in the log of size ${b}`}
          . Sizes go from 1 to {head.logSize}, the smaller number first.
        </p>
      </Notice>
    );
  }
  return entry[0] === undefined ? (
    <ConsistencyResult register={register} from={first} to={second} head={head} />
  ) : (
    <EntryResult register={register} entryNumber={first} logSize={second} head={head} />
  );
}

function sizeOf(text: string): number | undefined {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** RootAtCard shows the root that the log had at an earlier size, computed from proofs; it is shown only where they lead to the published root. */
function RootAtCard({ at, head }: { at: number; head: Checkpoint }) {
  const session = useSession();
  const retry = useRetry();
  const root = useQuery(rootAtQuery(session, at, head));
  const verdict = useVerdict(beginningCheck(at, head));
  return (
    <Card title={`Root at size ${formatNumber(at)}`} note="computed here, published nowhere">
      {root.isError ? (
        <FailureNotice failure={describeFailure(root.error)} retrying={root.isFetching} onRetry={retry} />
      ) : root.data === undefined || verdict === undefined ? (
        <Skeleton lines={3} label="Computing the root" />
      ) : verdict.outcome === 'holds' ? (
        <>
          <p className={styles['root']}>
            <HashText hash={root.data.checkpoint.rootHash} digits="full" />
          </p>
          <p className={styles['explanation']}>
            The root hash of a log of {countOf(at, 'entry', 'entries')}: the entry proof of its last entry
            gives it, and a consistency proof connects it to the published root.
          </p>
          <p>
            <CopyButton text={root.data.checkpoint.rootHash} label="Copy the root hash at this size">
              Copy root
            </CopyButton>
          </p>
        </>
      ) : (
        <p className={styles['explanation']}>
          No root of that size could be established: what the server proves for it{' '}
          {verdict.outcome === 'does-not-match'
            ? 'does not connect to the published root'
            : 'could not be checked'}
          .
        </p>
      )}
    </Card>
  );
}

/** RootCard shows the register proof: the head of the log as the server publishes it now. */
function RootCard({ register, head }: { register: RegisterId; head: Checkpoint }) {
  return (
    <Card title="Register proof" note="what the server publishes now">
      <p className={styles['root']}>
        <HashText hash={head.rootHash} digits="full" />
      </p>
      <p className={styles['explanation']}>
        The root hash of a log of {countOf(head.logSize, 'entry', 'entries')}. It is not verified until an
        entry, or a root you remember, connects to it.
      </p>
      <p className={styles['rootActions']}>
        <CopyButton text={head.rootHash} label="Copy the root hash">
          Copy root
        </CopyButton>
        <Link to={pathTo({ view: 'compare', register })}>Compare with another person</Link>
      </p>
    </Card>
  );
}

type Two = readonly [number, number];

/** NumbersForm asks for two numbers from 1 to `max` and goes to the address they make. */
function NumbersForm({
  title,
  explanation,
  fields,
  max,
  problem,
  toPath,
}: {
  title: string;
  explanation: string;
  fields: readonly { readonly label: string; readonly name: string; readonly value: string }[];
  max: number;
  problem: (numbers: Two) => string | undefined;
  toPath: (numbers: Two) => string;
}) {
  const navigate = useNavigate();
  const moment = use(MomentContext);
  const [wrong, setWrong] = useState<string>();
  const id = useId();
  return (
    <Card title={title}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const [first, second] = fields.map((field) => {
            const typed = String(form.get(field.name) ?? '').replaceAll(/[\s,]/g, '');
            return /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
          });
          const numbers: Two = [first ?? 0, second ?? 0];
          const outside = numbers.some((number) => number < 1 || number > max);
          const found = outside ? `Both are whole numbers from 1 to ${formatNumber(max)}.` : problem(numbers);
          setWrong(found);
          if (found === undefined) void navigate(keepMoment(toPath(numbers), moment));
        }}
      >
        <p className={styles['explanation']}>{explanation}</p>
        <div className={styles['fields']}>
          {fields.map((field) => (
            <label key={field.name} className={styles['field']}>
              <span>{field.label}</span>
              <input
                name={field.name}
                defaultValue={field.value}
                inputMode="numeric"
                autoComplete="off"
                aria-describedby={id}
                aria-invalid={wrong !== undefined}
              />
            </label>
          ))}
          <Button type="submit">Show</Button>
        </div>
        <p id={id} role="status" className={styles['wrong']}>
          {wrong}
        </p>
      </form>
    </Card>
  );
}
