import { useQuery } from '@tanstack/react-query';
import { Link } from '../../ui/link.tsx';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { entryDataCheckQuery } from '../../query/item-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { keepsAudit } from '../../query/audit-flag.ts';
import { describeFailure } from '../../query/failure.ts';
import { entryLatestQuery } from '../../query/latest.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useProveAnotherEarlier } from '../../query/prove-another-earlier.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { entryCheckAt, useEntryCheck } from '../../query/use-entry-check.ts';
import { failed } from '../../query/report-check.ts';
import { useMemory } from '../../query/use-memory.ts';
import { DeclarePage, usePageChecks } from '../../query/use-page-checks.ts';
import type { Declared } from '../../trust/page-checks.ts';
import { useAt } from '../../ui/at.ts';
import { Card } from '../../ui/card.tsx';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import { dataCheckWords, entryCheckWords, memoryCheckWords } from '../../ui/check-words.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { drawnEarlier } from '../../ui/drawn-earlier.ts';
import { earlierEntryWords } from '../../ui/earlier-words.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { formatNumber } from '../../ui/format.ts';
import { entryStandingWords } from '../../ui/latest-words.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { ProofCard } from '../../ui/proof-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { versionPath } from '../../ui/version-address.ts';
import { EntryMissing, EntryNotYet, withheldWords } from './entry-missing.tsx';
import { KeepEntry } from './keep-entry.tsx';
import { LeafCard } from './leaf-card.tsx';
import { Neighbours } from './neighbours.tsx';
import styles from './entry.module.css';

/** EntryView is one line of the log: its fields, its data, its leaf and its proof. */
export function EntryView({ register, entryNumber }: { register: RegisterId; entryNumber: string }) {
  const session = useSession();
  const retry = useRetry();
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
      <>
        <DeclarePage
          page="entry"
          checks={{ inclusion: failed(entry.error), data: failed(entry.error) }}
          at={at}
        />
        <FailureNotice
          page
          failure={withheld ? withheldWords(entry.error, number, logSize) : describeFailure(entry.error)}
          retrying={entry.isFetching}
          onRetry={retry}
        />
      </>
    );
  }
  return <EntryBody register={register} entry={entry.data} />;
}

function EntryBody({ register, entry }: { register: RegisterId; entry: Entry }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const memory = useMemory(head.data);
  const proveAnother = useProveAnotherEarlier(head.data);
  const { data: summary } = useQuery(registerQuery(session));
  const dataCheck = useQuery(entryDataCheckQuery(session, entry));
  const at = useAt();
  const check = useEntryCheck(entry, head.data, at);
  const version = useQuery({
    ...entryLatestQuery(session, {
      key: entry.key,
      entryNumber: entry.entryNumber,
      head: check.data?.checkpoint ?? NO_HEAD,
    }),
    enabled: at === undefined && check.data !== undefined && keepsAudit(session.id),
  });
  const versionWords = version.data === undefined ? undefined : entryStandingWords(version.data);
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
  const found = { verdict: states.inclusion?.verdict };
  const checks: NamedCheck[] = [
    {
      id: 'data',
      kind: 'data',
      ...dataCheckWords(
        { verdict: states.data?.verdict },
        summary?.variant === 'blob' ? 'Blob' : 'Item',
        entry.entryNumber,
      ),
    },
    {
      id: 'entry',
      kind: 'inclusion',
      ...(at === undefined
        ? entryCheckWords(found, entry.entryNumber, logSize, check.data?.leafRuleTitle)
        : earlierEntryWords(found, entry.entryNumber, at)),
    },
    ...(head.data === undefined
      ? []
      : [{ id: 'memory', kind: 'memory' as const, ...memoryCheckWords(memory) }]),
    ...(versionWords === undefined ? [] : [{ id: 'version', kind: 'newest' as const, ...versionWords }]),
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
            <span className="mono">
              <Literal text={entry.key} most={300} />
            </span>
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
              <DataTable key={index} item={one.item} schema={summary?.schema ?? []} />
            ))
          )}
        </Card>
      </div>
      <ProofCard
        {...drawnEarlier(check.data)}
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
            The record as this entry made it
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

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
