import { useQuery } from '@tanstack/react-query';
import { Link } from '../../ui/link.tsx';
import type { Entry } from '../../core/model.ts';
import { entryDataCheckQuery } from '../../query/data-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { useLatest } from '../../query/latest-version.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { entryCheckAt, useEntryCheck, useProveAnother } from '../../query/use-entry-check.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { failed } from '../../query/report-check.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import type { Declared } from '../../trust/page-checks.ts';
import { useAt } from '../../ui/at.ts';
import { Card } from '../../ui/card.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { checkAtEarlierSize } from '../../ui/proof/inclusion-check.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { entryStatusWords } from '../../ui/latest-words.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId, versionPath } from '../../ui/paths.ts';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useCheckLines } from '../shared/check-lines.tsx';
import { SaveEntryProof } from '../shared/save-entry-proof.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { EntryMissing, EntryNotYet, withheldWords } from './entry-missing.tsx';
import type { EntryCheck } from '../../verify/protocol.ts';
import { hexOf, leafText } from '../../ui/proof/steps-model.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import styles from './entry.module.css';

/** EntryView is one line of the log: its fields, its data, its leaf and its proof. */
export function EntryView({ register, entryNumber }: { register: RegisterId; entryNumber: string }) {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const number = /^[1-9]\d{0,15}$/.test(entryNumber) ? Number(entryNumber) : Number.NaN;
  const possible = Number.isSafeInteger(number);
  const at = useAt();
  const later = at !== undefined && number > at && head.data !== undefined && number <= head.data.logSize;
  const entry = useQuery({ ...entryQuery(session, number), enabled: possible && !later });
  const logSize = head.data?.logSize;
  const withheld = logSize !== undefined && number <= logSize;
  if (later) return <EntryNotYet register={register} entryNumber={number} at={at} />;
  if (!possible || (entry.isError && !withheld && describeFailure(entry.error).notFound)) {
    return <EntryMissing register={register} entryNumber={entryNumber} logSize={logSize} />;
  }
  if (entry.isPending) return <Skeleton lines={8} label={`Loading entry ${entryNumber}`} />;
  if (entry.isError) {
    return (
      <PageFailure
        page="entry"
        error={entry.error}
        at={at}
        {...(withheld && { failure: withheldWords(entry.error, number, logSize) })}
        retrying={entry.isFetching}
      />
    );
  }
  return <EntryBody register={register} entry={entry.data} />;
}

function EntryBody({ register, entry }: { register: RegisterId; entry: Entry }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const proveAnother = useProveAnother(head.data);
  const { data: summary } = useQuery(registerQuery(session));
  const dataCheck = useQuery(entryDataCheckQuery(session, entry));
  const at = useAt();
  const check = useEntryCheck(entry, head.data, at);
  const latest = useLatest(at === undefined ? entry : undefined, check.data?.checkpoint, { asRecord: false });
  const status = latest && entryStatusWords(latest);
  const logSize = at ?? check.data?.checkpoint.logSize ?? head.data?.logSize;
  const failure = head.error ?? check.error;
  const noHead: Declared = head.data === undefined && head.error !== null ? failed(head.error) : undefined;
  const inclusion = head.data && entryCheckAt(session, entry, head.data, at);
  const states = usePageChecks(
    'entry',
    {
      data: dataCheck.error ? failed(dataCheck.error) : dataCheck.data?.check,
      inclusion: noHead ?? inclusion,
    },
    at,
  );
  const { entryNumber } = entry;
  const lines = useCheckLines({ states, entryNumber, at, proof: check.data, head: head.data });
  const checks: readonly NamedCheck[] =
    status === undefined ? lines : [...lines, { id: 'version', kind: 'newest', ...status }];
  return (
    <article>
      <PageHead
        crumbs={
          <>
            <Link to={pathTo({ view: 'entries', register })}>Entries</Link> /{' '}
            <span className="mono">{entry.entryNumber}</span>
          </>
        }
        title={`Entry ${formatNumber(entry.entryNumber)}`}
        note={
          <>
            {logSize !== undefined && `of ${formatNumber(logSize)} · `}key{' '}
            <span className="mono">
              <Literal text={entry.key} most={300} />
            </span>
          </>
        }
        actions={
          <>
            <Neighbours register={register} entryNumber={entry.entryNumber} logSize={logSize} />
            <SaveEntryProof register={register} entry={check.data} data={dataCheck.data} />
          </>
        }
      />
      <PageVerdict checks={checks} />
      <div className={styles['columns']}>
        <Card title="Entry">
          <Fields register={register} entry={entry} />
        </Card>
        <Card title="Data" note={`registered by this entry`}>
          {dataCheck.isError ? (
            <FailureNotice
              failure={describeFailure(dataCheck.error)}
              retrying={dataCheck.isFetching}
              onRetry={retry}
            />
          ) : dataCheck.data === undefined ? (
            <Skeleton lines={5} label="Hashing the data" />
          ) : dataCheck.data.items.length === 0 ? (
            <p className={styles['rule']}>This entry names no item: it has no data.</p>
          ) : (
            dataCheck.data.items.map((one, index) => (
              <DataTable
                key={index}
                item={one.item}
                schema={summary?.schema ?? []}
                isUnverified={dataCheck.data.verdict.outcome !== 'holds'}
              />
            ))
          )}
        </Card>
      </div>
      <ProofCard
        {...checkAtEarlierSize(check.data)}
        data={dataCheck.data}
        failure={failure === null ? undefined : describeFailure(failure)}
        retrying={check.isFetching || head.isFetching}
        proveAnother={proveAnother}
        onRetry={retry}
      />
      {check.data !== undefined && <LeafCard check={check.data} />}
    </article>
  );
}

function Fields({ register, entry }: { register: RegisterId; entry: Entry }) {
  return (
    <dl className={styles['fields']}>
      <div>
        <dt>entry-number</dt>
        <dd>{formatNumber(entry.entryNumber)}</dd>
      </div>
      <div>
        <dt>entry-timestamp</dt>
        <dd>
          <Time at={entry.timestamp} /> <span className={styles['sent']}>{entry.timestamp}</span>
        </dd>
      </div>
      <div>
        <dt>key</dt>
        <dd>
          <Link className="mono" to={pathTo({ view: 'record', register, key: entry.key })}>
            <Literal text={entry.key} most={300} />
          </Link>{' '}
          <Link
            className={styles['version']}
            to={versionPath({ register, key: entry.key }, { version: entry.entryNumber })}
          >
            View the record then
          </Link>
        </dd>
      </div>
      {entry.itemHashes.map((hash) => (
        <div key={hash}>
          <dt>hash</dt>
          <dd className={styles['hash']}>
            <Link to={pathTo({ view: 'item', register, hash })}>
              <HashText hash={hash} />
            </Link>
            <CopyButton text={hash} label="Copy the full hash" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** LeafCard shows the very bytes that stand for this entry in the tree, and their hash. */
function LeafCard({ check }: { check: EntryCheck }) {
  const { leafBytes, leafHash } = check;
  if (leafBytes === undefined || leafHash === undefined) return null;
  const text = leafText(leafBytes);
  return (
    <div className={styles['leaf']}>
      <Card title="Leaf" note={`${countOf(leafBytes.length, 'byte')} hashed as H(00 ‖ leaf bytes)`}>
        <p className={styles['rule']}>Leaf rule: {check.leafRuleTitle}.</p>
        <pre
          className={styles['bytes']}
          tabIndex={0}
          aria-label={text === undefined ? 'Leaf bytes in hexadecimal' : 'Leaf bytes as text'}
        >
          {text === undefined ? hexOf(leafBytes) : <Literal text={text} />}
        </pre>
        <p className={styles['hash']}>
          Leaf hash <HashText hash={leafHash} digits="full" />
          <CopyButton text={leafHash} label="Copy the leaf hash" />
        </p>
      </Card>
    </div>
  );
}

/** Neighbours leads to the entries before and after, as far as the log goes, and to the place of this one in it. */
function Neighbours({
  register,
  entryNumber,
  logSize,
}: {
  register: RegisterId;
  entryNumber: number;
  logSize: number | undefined;
}) {
  const to = (n: number): string => pathTo({ view: 'entry', register, entryNumber: String(n) });
  return (
    <>
      {entryNumber > 1 && (
        <Link className={buttonClass()} to={to(entryNumber - 1)} rel="prev">
          Previous
        </Link>
      )}
      {logSize !== undefined && entryNumber < logSize && (
        <Link className={buttonClass()} to={to(entryNumber + 1)} rel="next">
          Next
        </Link>
      )}
      <Link className={buttonClass()} to={`${pathTo({ view: 'entries', register })}?entry=${entryNumber}`}>
        In the log
      </Link>
    </>
  );
}
