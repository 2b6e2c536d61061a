import { useQuery } from '@tanstack/react-query';
import { Link } from '../../ui/link.tsx';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { entryCheckQuery, recordDataCheckQuery } from '../../query/check-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { keepsAudit } from '../../query/audit-flag.ts';
import { describeFailure } from '../../query/failure.ts';
import { entryItemsQuery } from '../../query/item-queries.ts';
import { entryLatestQuery } from '../../query/latest.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useProveAnother } from '../../query/prove-another.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { useGrowth } from '../../query/use-growth.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckStrip } from '../../ui/check-list.tsx';
import { dataCheckWords, entryCheckWords, growthCheckWords } from '../../ui/check-words.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { formatNumber } from '../../ui/format.ts';
import { entryStandingWords } from '../../ui/latest-words.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { ProofCard } from '../../ui/proof-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { KeepEntry } from './keep-entry.tsx';
import { LeafCard } from './leaf-card.tsx';
import styles from './entry.module.css';

/** EntryView is one line of the log: its fields, its data, its leaf and its proof. */
export function EntryView({ register, entryNumber }: { register: RegisterId; entryNumber: string }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const number = /^[1-9]\d{0,15}$/.test(entryNumber) ? Number(entryNumber) : Number.NaN;
  const possible = Number.isSafeInteger(number);
  const entry = useQuery({ ...entryQuery(session, number), enabled: possible });
  if (!possible || (entry.isError && describeFailure(entry.error).notFound)) {
    return <EntryMissing register={register} entryNumber={entryNumber} logSize={head.data?.logSize} />;
  }
  if (entry.isPending) return <Skeleton lines={8} label={`Loading entry ${entryNumber}`} />;
  if (entry.isError) {
    return (
      <FailureNotice
        page
        failure={describeFailure(entry.error)}
        retrying={entry.isFetching}
        onRetry={retry}
      />
    );
  }
  return <EntryBody register={register} entry={entry.data} />;
}

function EntryMissing({
  register,
  entryNumber,
  logSize,
}: {
  register: RegisterId;
  entryNumber: string;
  logSize: number | undefined;
}) {
  return (
    <Notice
      page
      title={`No entry ${entryNumber}`}
      live
      actions={
        <>
          <Link className={buttonClass('strong')} to={pathTo({ view: 'entries', register })}>
            Open the log
          </Link>
          <Link className={buttonClass()} to={pathTo({ view: 'record', register, key: entryNumber })}>
            Is it a key? Open the record {entryNumber}
          </Link>
        </>
      }
    >
      <p>
        {logSize === undefined
          ? 'The server has no such entry.'
          : `Entries are numbered from 1; this log has ${formatNumber(logSize)}.`}
      </p>
    </Notice>
  );
}

function EntryBody({ register, entry }: { register: RegisterId; entry: Entry }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const growth = useGrowth(head.data);
  const proveAnother = useProveAnother();
  const { data: summary } = useQuery(registerQuery(session));
  const items = useQuery(entryItemsQuery(session, entry.itemHashes));
  const dataCheck = useQuery({
    ...recordDataCheckQuery(session, items.data ?? [], entry),
    enabled: items.data !== undefined,
  });
  const check = useQuery({
    ...entryCheckQuery(session, entry, head.data ?? NO_HEAD),
    enabled: head.data !== undefined,
  });
  const version = useQuery({
    ...entryLatestQuery(session, {
      key: entry.key,
      entryNumber: entry.entryNumber,
      head: check.data?.checkpoint ?? NO_HEAD,
    }),
    enabled: check.data !== undefined && keepsAudit(session.id),
  });
  const versionWords = version.data === undefined ? undefined : entryStandingWords(version.data);
  const logSize = check.data?.checkpoint.logSize ?? head.data?.logSize;
  const failure = head.error ?? check.error;
  const dataFailure = items.error ?? dataCheck.error;
  const checks = [
    {
      id: 'data',
      ...dataCheckWords(
        {
          verdict: dataCheck.data?.verdict,
          failure: dataFailure === null ? undefined : describeFailure(dataFailure).message,
        },
        summary?.variant === 'blob' ? 'Blob' : 'Item',
        entry.entryNumber,
      ),
    },
    {
      id: 'entry',
      ...entryCheckWords(
        {
          verdict: check.data?.verdict,
          failure: failure === null ? undefined : describeFailure(failure).message,
        },
        entry.entryNumber,
        logSize,
        check.data?.leafRuleTitle,
      ),
    },
    ...(head.data === undefined ? [] : [{ id: 'growth', ...growthCheckWords(growth) }]),
    ...(versionWords === undefined ? [] : [{ id: 'version', ...versionWords }]),
  ];
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
            <span className="mono">{entry.key}</span>
          </>
        }
        actions={
          <>
            <Neighbours register={register} entryNumber={entry.entryNumber} logSize={logSize} />
            <KeepEntry register={register} entry={check.data} data={dataCheck.data} />
          </>
        }
      />
      <CheckStrip checks={checks} />
      <div className={styles['columns']}>
        <Card title="Entry">
          <Fields register={register} entry={entry} />
        </Card>
        <Card title="Data" note={`registered by this entry`}>
          {items.isError ? (
            <FailureNotice
              failure={describeFailure(items.error)}
              retrying={items.isFetching}
              onRetry={retry}
            />
          ) : dataCheck.data === undefined ? (
            <Skeleton lines={5} label="Hashing the data" />
          ) : (
            dataCheck.data.items.map((one, index) => (
              <DataTable key={index} item={one.item} schema={summary?.schema ?? []} />
            ))
          )}
        </Card>
      </div>
      <ProofCard
        check={check.data}
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
            <Literal text={entry.key} />
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
      <Link className={buttonClass()} to={`${pathTo({ view: 'entries', register })}?at=${entryNumber}`}>
        In the log
      </Link>
    </>
  );
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
