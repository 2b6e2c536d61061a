import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { originalQuery } from '../../query/lab-query.ts';
import { useHead } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { DeclarePage } from '../../query/use-page-checks.ts';
import { TextForm } from '../../ui/text-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { NAME } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LabBench } from './lab-bench.tsx';
import { wholeNumber } from './lab-model.ts';
import { PageFailure } from '../shared/page-failure.tsx';
import styles from './lab.module.css';

/**
 * LabView is the tamper lab: a copy of one entry with its data and proof, in which anything may be changed,
 * and which is checked after every change.
 */
export function LabView() {
  const session = useSession();
  const head = useHead();
  if (head.isPending) return <Skeleton lines={8} label="Reading the register proof" />;
  if (head.isError) return <PageFailure query={head} />;
  return <Lab key={session.id} head={head.data} />;
}

function Lab({ head }: { head: Checkpoint }) {
  const [params, setParams] = useSearchParams();
  const entryText = params.get('entry');
  // A log that grows must not change the entry being edited.
  const [newest] = useState(head.logSize);
  const entryNumber = entryText === null ? newest : wholeNumber(entryText);
  const isInLog = (number: number) => number >= 1 && number <= head.logSize;
  const last = formatNumber(head.logSize);
  return (
    <>
      <PageHead
        title="Tamper lab"
        note="Change anything that the register sent, and see which check fails, and why."
        actions={
          <TextForm
            key={entryNumber}
            label="Entry"
            button="Copy"
            defaultValue={Number.isNaN(entryNumber) ? '' : entryNumber}
            note={`1 to ${last}`}
            inputMode="numeric"
            className={`bar ${styles.ask}`}
            onText={(text) => {
              const number = wholeNumber(text.replaceAll(/[\s,]/g, ''));
              if (!isInLog(number)) return `A whole number from 1 to ${last}.`;
              setParams({ entry: String(number) });
              return undefined;
            }}
          />
        }
      />
      {isInLog(entryNumber) ? (
        <Opened key={entryNumber} head={head} entryNumber={entryNumber} />
      ) : (
        <Notice title={entryText === null ? 'This log is empty' : `No entry ${entryText}`} live>
          <DeclarePage page="none" />
          <p>Entries are numbered from 1; this log has {last}.</p>
        </Notice>
      )}
    </>
  );
}

function Opened({ head, entryNumber }: { head: Checkpoint; entryNumber: number }) {
  const paths = usePaths();
  const query = useQuery(originalQuery(useSession(), entryNumber, head));
  const { data: opened } = query;
  if (opened === undefined && query.error !== null)
    return <PageFailure query={{ ...query, error: query.error }} />;
  if (opened === undefined) return <Skeleton lines={12} label="Copying the entry, its data and its proof" />;
  return (
    <>
      <p className={styles.band}>
        <strong>
          You are editing a copy of{' '}
          <Link to={paths.entry(entryNumber)}>entry {formatNumber(entryNumber)}</Link>, key{' '}
          <Literal text={opened.original.entry.key} most={NAME} />. Nothing here changes the register.
        </strong>{' '}
        Your changes stay on this page: they are neither sent nor saved.
        {opened.isDoubtful && ' What the register sent does not pass every check, even unchanged.'}
      </p>
      <LabBench original={opened.original} schema={opened.schema} />
    </>
  );
}
