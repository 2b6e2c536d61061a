import { useQuery } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { entryCheckQuery } from '../../query/check-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { checkOf } from '../../query/keys.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { useMemory } from '../../query/use-memory.ts';
import { DeclarePage, usePageChecks } from '../../query/use-page-checks.ts';
import { failed } from '../../query/report-check.ts';
import { useAt } from '../../ui/at.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import { entryCheckWords, memoryCheckWords } from '../../ui/check-words.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConsistencyResult } from './consistency-result.tsx';
import { EntryResult } from './entry-result.tsx';
import { NumbersForm } from './numbers-form.tsx';
import { RootAtCard } from './root-at-card.tsx';
import { RootCard } from './root-card.tsx';
import styles from './proofs.module.css';

/** RootChecks shows whether the published root fits the one this browser remembers, with the way to the proof between them, and `others` before that. */
function RootChecks({
  register,
  head,
  others = NO_CHECKS,
}: {
  register: RegisterId;
  head: Checkpoint;
  others?: readonly NamedCheck[];
}) {
  const memory = useMemory(head);
  const since = memory.finding?.since;
  const proof = since !== undefined && since.logSize < head.logSize && (
    <>
      <Link to={pathTo({ view: 'consistency-proof', ...between(register, since.logSize, head.logSize) })}>
        See the consistency proof
      </Link>
      {', or '}
      <Link to={pathTo({ view: 'changes', ...between(register, since.logSize, head.logSize) })}>
        what changed since
      </Link>
    </>
  );
  return (
    <CheckStrip
      checks={[...others, { id: 'memory', kind: 'memory', ...memoryCheckWords(memory), link: proof }]}
    />
  );
}

function between(register: RegisterId, from: number, to: number) {
  return { register, from: String(from), to: String(to) };
}

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
  const retry = useRetry();
  const at = useAt();
  const head = useQuery(headQuery(session));
  if (head.isPending) return <Skeleton lines={8} label="Reading the register proof" />;
  if (head.isError) {
    return (
      <>
        <DeclarePage page="overview" checks={{ inclusion: failed(head.error) }} at={at} />
        <FailureNotice
          page
          failure={describeFailure(head.error)}
          retrying={head.isFetching}
          onRetry={retry}
        />
      </>
    );
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
        <RootChecks register={register} head={head.data} />
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
          explanation="Shows that a smaller log is the beginning of a larger one, as the server tells both today."
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

/** NewestChecks is for the page that asks for no proof: it rests on that of the newest entry, as the overview does. */
function NewestChecks({
  register,
  head,
  at,
}: {
  register: RegisterId;
  head: Checkpoint;
  at: number | undefined;
}) {
  const session = useSession();
  const newest = useQuery({ ...entryQuery(session, head.logSize), enabled: head.logSize > 0 });
  const proof = entryCheckQuery(session, newest.data ?? NO_ENTRY, head);
  const { data } = useQuery({ ...proof, enabled: newest.data !== undefined });
  const inclusion =
    newest.error !== null ? failed(newest.error) : head.logSize === 0 ? EMPTY : newest.data && checkOf(proof);
  const states = usePageChecks('overview', { inclusion }, at);
  const words = entryCheckWords(
    { verdict: states.inclusion?.verdict },
    head.logSize,
    head.logSize,
    data?.leafRuleTitle,
  );
  return (
    <RootChecks
      register={register}
      head={head}
      others={head.logSize === 0 ? [] : [{ id: 'newest', kind: 'inclusion', ...words }]}
    />
  );
}

const EMPTY: Verdict = { outcome: 'not-checked', code: 'empty-log', reason: 'the log is empty' };
const NO_ENTRY: Entry = { entryNumber: 0, indexEntryNumber: 0, timestamp: '', key: '', itemHashes: [] };

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

const NO_CHECKS: readonly NamedCheck[] = [];
