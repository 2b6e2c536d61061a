import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Entry } from '../../core/model.ts';
import { entryDataCheckQuery } from '../../query/data-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { useLatest } from '../../query/latest-version.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { failed } from '../../query/report-check.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { entryCheckAt, useEntryCheck, useProveAnother } from '../../query/use-entry-check.ts';
import { isRefused, usePageChecks } from '../../query/use-page-checks.ts';
import { useAt } from '../../ui/at.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { entryStatusWords } from '../../ui/latest-words.ts';
import { Link } from '../../ui/link.tsx';
import { Literal, Mono } from '../../ui/literal.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { versionPath } from '../../ui/paths.ts';
import { checkAtEarlierSize } from '../../ui/proof/inclusion-check.ts';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import { hexOf, leafText } from '../../ui/proof/steps-model.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { sourceOf } from '../../ui/source.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import type { EntryCheck } from '../../verify/protocol.ts';
import { useCheckLines } from '../shared/check-lines.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import { SaveEntryProof } from '../shared/save-entry-proof.tsx';
import { EntryMissing, EntryNotYet, withheldWords } from './entry-missing.tsx';
import styles from './entry.module.css';

/** EntryView is one line of the log: its fields, its data, its leaf and its proof. */
export function EntryView({ entryNumber }: { entryNumber: string }) {
  const session = useSession();
  const at = useAt();
  const logSize = useQuery(headQuery(session)).data?.logSize;
  const number = /^[1-9]\d{0,15}$/.test(entryNumber) ? Number(entryNumber) : Number.NaN;
  const isPossible = Number.isSafeInteger(number);
  const isThere = logSize !== undefined && number <= logSize;
  const isLater = at !== undefined && number > at && isThere;
  const entry = useQuery({ ...entryQuery(session, number), enabled: isPossible && !isLater });
  if (isLater) return <EntryNotYet entryNumber={number} at={at} />;
  if (!isPossible || (entry.isError && !isThere && describeFailure(entry.error).notFound))
    return <EntryMissing entryNumber={entryNumber} logSize={logSize} />;
  if (entry.isPending) return <Skeleton lines={8} label={`Loading entry ${entryNumber}`} />;
  if (entry.data !== undefined) return <EntryBody entry={entry.data} />;
  return (
    <PageFailure
      page="entry"
      error={entry.error}
      at={at}
      {...(isThere && { failure: withheldWords(entry.error, number, logSize) })}
      retrying={entry.isFetching}
    />
  );
}

function EntryBody({ entry }: { entry: Entry }) {
  const session = useSession();
  const paths = usePaths();
  const retry = useRetry();
  const at = useAt();
  const head = useQuery(headQuery(session));
  const proveAnother = useProveAnother(head.data);
  const data = useQuery(entryDataCheckQuery(session, entry));
  const check = useEntryCheck(entry, head.data, at);
  const latest = useLatest(at === undefined ? entry : undefined, check.data?.checkpoint, { asRecord: false });
  const logSize = at ?? check.data?.checkpoint.logSize ?? head.data?.logSize;
  const failure = head.error ?? check.error;
  const isHeadless = head.data === undefined && head.error !== null;
  const inclusion = head.data && entryCheckAt(session, entry, head.data, at);
  const states = usePageChecks(
    'entry',
    {
      data: data.error ? failed(data.error) : data.data?.check,
      inclusion: isHeadless ? failed(head.error) : inclusion,
    },
    at,
  );
  const { entryNumber } = entry;
  const lines = useCheckLines({ states, entryNumber, at, proof: check.data, head: head.data });
  const status = latest && entryStatusWords(latest, sourceOf(paths.register));
  return (
    <article>
      <PageHead
        crumbs={
          <>
            <Link to={paths.view('entries')}>Entries</Link> / <span className="mono">{entryNumber}</span>
          </>
        }
        title={`Entry ${formatNumber(entryNumber)}`}
        note={
          <>
            {logSize !== undefined && `of ${formatNumber(logSize)} · `}key <Mono text={entry.key} />
          </>
        }
        actions={
          <>
            <Neighbours entryNumber={entryNumber} logSize={logSize} />
            <SaveEntryProof entry={check.data} data={data.data} />
          </>
        }
      />
      <PageVerdict checks={status ? [...lines, { id: 'version', kind: 'newest', ...status }] : lines} />
      <div className={styles.columns}>
        <Card title="Entry">
          <Fields entry={entry} />
        </Card>
        <Card title="Data" note="registered by this entry">
          <Data entry={entry} isLogRefused={isRefused(states)} />
        </Card>
      </div>
      <ProofCard
        {...checkAtEarlierSize(check.data)}
        data={data.data}
        failure={failure === null ? undefined : describeFailure(failure)}
        retrying={check.isFetching || head.isFetching}
        proveAnother={proveAnother}
        onRetry={retry}
      />
      {check.data !== undefined && <LeafCard check={check.data} />}
    </article>
  );
}

function Data({ entry, isLogRefused }: { entry: Entry; isLogRefused: boolean }) {
  const session = useSession();
  const retry = useRetry();
  const { data: summary } = useQuery(registerQuery(session));
  const { data, error, isFetching } = useQuery(entryDataCheckQuery(session, entry));
  if (error !== null)
    return <FailureNotice failure={describeFailure(error)} retrying={isFetching} onRetry={retry} />;
  if (data === undefined) return <Skeleton lines={11} label="Hashing the data" />;
  if (data.items.length === 0)
    return <p className={styles.rule}>This entry records no item: it has no data.</p>;
  return data.items.map(({ item }, index) => (
    <DataTable
      key={index}
      item={item}
      schema={summary?.schema ?? []}
      isUnverified={isLogRefused || data.verdict.outcome !== 'holds'}
    />
  ));
}

function Fields({ entry }: { entry: Entry }) {
  const paths = usePaths();
  const { key, entryNumber, timestamp } = entry;
  const then = versionPath({ register: paths.register, key }, { version: entryNumber });
  return (
    <dl className={styles.fields}>
      <Field term="entry-number">{formatNumber(entryNumber)}</Field>
      <Field term="entry-timestamp">
        <Time at={timestamp} /> <span className={styles.sent}>{timestamp}</span>
      </Field>
      <Field term="key">
        <Link to={paths.record(key)}>
          <Mono text={key} />
        </Link>{' '}
        <Link className={`${styles.version} unprinted`} to={then}>
          View the record then
        </Link>
      </Field>
      {entry.itemHashes.map((hash) => (
        <Field key={hash} term="hash">
          <span className={styles.hash}>
            <Link to={paths.item(hash)}>
              <HashText hash={hash} />
            </Link>
            <CopyButton text={hash} label="Copy the full hash" />
          </span>
        </Field>
      ))}
    </dl>
  );
}

function Field({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** LeafCard shows the very bytes that stand for this entry in the tree, and their hash. */
function LeafCard({ check: { leafBytes, leafHash, leafRuleTitle } }: { check: EntryCheck }) {
  if (leafBytes === undefined || leafHash === undefined) return null;
  const text = leafText(leafBytes);
  const label = `Leaf bytes ${text === undefined ? 'in hexadecimal' : 'as text'}`;
  return (
    <div className={styles.leaf}>
      <Card title="Leaf" note={`${countOf(leafBytes.length, 'byte')} hashed as H(00 ‖ leaf bytes)`}>
        <p className={styles.rule}>Leaf rule: {leafRuleTitle}.</p>
        <pre className={styles.bytes} tabIndex={0} aria-label={label}>
          {text === undefined ? hexOf(leafBytes) : <Literal text={text} />}
        </pre>
        <p className={styles.hash}>
          Leaf hash <HashText hash={leafHash} digits="full" />
          <CopyButton text={leafHash} label="Copy the leaf hash" />
        </p>
      </Card>
    </div>
  );
}

/** Neighbours leads to the entries before and after, as far as the log goes, and to the place of this one in it. */
function Neighbours({ entryNumber, logSize = 0 }: { entryNumber: number; logSize: number | undefined }) {
  const paths = usePaths();
  return (
    <>
      {entryNumber > 1 && (
        <Link className={buttonClass()} to={paths.entry(entryNumber - 1)} rel="prev">
          Previous
        </Link>
      )}
      {entryNumber < logSize && (
        <Link className={buttonClass()} to={paths.entry(entryNumber + 1)} rel="next">
          Next
        </Link>
      )}
      <Link className={buttonClass()} to={paths.log(entryNumber)}>
        In the log
      </Link>
    </>
  );
}
