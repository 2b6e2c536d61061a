import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { originalQuery } from '../../query/lab-query.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AskForm } from './field.tsx';
import { LabBench } from './lab-bench.tsx';
import { wholeNumber } from './lab-model.ts';
import styles from './lab.module.css';

/** LabView is the tamper lab: a copy of one entry with its data and proof, in which anything may be changed, and which is checked after every change. */
export function LabView({ register }: { register: RegisterId }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const [params] = useSearchParams();
  // The lab is about a copy: it says nothing of the register.
  usePageChecks('none');
  if (head.isPending) return <Skeleton lines={8} label="Reading the register proof" />;
  if (head.isError)
    return (
      <FailureNotice page failure={describeFailure(head.error)} retrying={head.isFetching} onRetry={retry} />
    );
  return <Lab key={session.id} register={register} head={head.data} asked={params.get('entry')} />;
}

function Lab({ register, head, asked }: { register: RegisterId; head: Checkpoint; asked: string | null }) {
  // A log that grows meanwhile must not change the entry under the reader's hands.
  const [newest] = useState(head.logSize);
  const entryNumber = asked === null ? newest : wholeNumber(asked);
  const possible = entryNumber >= 1 && entryNumber <= head.logSize;
  return (
    <>
      <PageHead
        title="Tamper lab"
        note="Change anything that the register sent, and see which check fails, and why."
        actions={<ChooseEntry key={entryNumber} entryNumber={entryNumber} logSize={head.logSize} />}
      />
      <p className={styles.band}>
        <strong>You are editing a copy. Nothing here changes the register.</strong> Your changes stay on this
        page: they are neither sent nor saved.
      </p>
      {possible ? (
        <Opened key={entryNumber} register={register} head={head} entryNumber={entryNumber} />
      ) : (
        <Notice title={asked === null ? 'This log is empty' : `No entry ${asked}`} live>
          <p>
            {head.logSize === 0
              ? 'Without an entry there is nothing to copy.'
              : `Entries are numbered from 1; this log has ${formatNumber(head.logSize)}.`}
          </p>
        </Notice>
      )}
    </>
  );
}

function Opened({
  register,
  head,
  entryNumber,
}: {
  register: RegisterId;
  head: Checkpoint;
  entryNumber: number;
}) {
  const retry = useRetry();
  const { data: opened, error, isFetching } = useQuery(originalQuery(useSession(), entryNumber, head));
  if (opened === undefined && error !== null)
    return <FailureNotice failure={describeFailure(error)} retrying={isFetching} onRetry={retry} />;
  if (opened === undefined) return <Skeleton lines={12} label="Copying the entry, its data and its proof" />;
  return (
    <>
      <p className={styles.source}>
        The copy is of{' '}
        <Link to={pathTo({ view: 'entry', register, entryNumber: String(entryNumber) })}>
          entry {formatNumber(entryNumber)}
        </Link>
        , key <span className="mono">{opened.original.entry.key}</span>.
        {opened.isDoubtful &&
          ' Not every check holds for what the register sent; nothing of that was changed here.'}
      </p>
      <LabBench original={opened.original} schema={opened.schema} />
    </>
  );
}

/** ChooseEntry copies another entry of the log into the lab. */
function ChooseEntry({ entryNumber, logSize }: { entryNumber: number; logSize: number }) {
  const [, setParams] = useSearchParams();
  const last = formatNumber(logSize);
  const numberIn = (text: string): number => wholeNumber(text.replaceAll(/[\s,]/g, ''));
  return (
    <AskForm
      label="Entry"
      button="Copy"
      start={Number.isNaN(entryNumber) ? '' : String(entryNumber)}
      note={`1 to ${last}`}
      inputMode="numeric"
      problemOf={(text) => {
        const number = numberIn(text);
        return number >= 1 && number <= logSize ? undefined : `A whole number from 1 to ${last}.`;
      }}
      onText={(text) => setParams({ entry: String(numberIn(text)) })}
    />
  );
}
