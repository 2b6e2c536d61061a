import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, use } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Attribute, Entry, RegisterRecord } from '../../core/model.ts';
import { entryCheckQuery, recordDataCheckQuery, rereadRecordQuery } from '../../query/check-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { recordQuery } from '../../query/record-queries.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useProveAnother } from '../../query/prove-another.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { useGrowth } from '../../query/use-growth.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import {
  dataCheckWords,
  entryCheckWords,
  growthCheckWords,
  newestWords,
  type Found,
} from '../../ui/check-words.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { ProofCard } from '../../ui/proof-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { isRedacted } from '../../ui/value.tsx';
import { RichContext } from '../../ui/values/rich-context.ts';
import type { ItemCheck } from '../../verify/protocol.ts';
import { currentEntry } from './current-entry.ts';
import type { Traced } from './traced-table.tsx';
import { useNewest } from './use-newest.ts';
import styles from './record.module.css';

// What each version changed comes after what the record says and whether it holds.
const KeepRecord = lazy(async () => ({ default: (await import('./keep-record.tsx')).KeepRecord }));
const HistoryCard = lazy(async () => ({ default: (await import('./history-card.tsx')).HistoryCard }));
const NewerVersion = lazy(async () => ({ default: (await import('./newer-version.tsx')).NewerVersion }));
const TracedTable = lazy(async () => ({ default: (await import('./traced-table.tsx')).TracedTable }));

/** RecordBody is a record that was found: what it says, since when, and whether that holds. */
export function RecordBody({
  register,
  record,
  trail,
}: {
  register: RegisterId;
  record: RegisterRecord;
  trail: UseQueryResult<readonly Entry[]>;
}) {
  const session = useSession();
  const queries = useQueryClient();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const rich = use(RichContext);
  const growth = useGrowth(head.data);
  const proveAnother = useProveAnother();
  const { data: summary } = useQuery(registerQuery(session));
  // Where a server has no trail, the entry that the record names is read by itself.
  const single = useQuery({
    ...entryQuery(session, record.entryNumber ?? 0),
    enabled: trail.isError && record.entryNumber !== undefined,
  });
  const current =
    trail.data !== undefined
      ? currentEntry(record, trail.data)
      : single.data === undefined
        ? undefined
        : currentEntry(record, single.data.key === record.key ? [single.data] : []);
  const entry = current !== undefined && 'entry' in current ? current.entry : undefined;
  const dataCheck = useQuery({
    ...recordDataCheckQuery(session, record.items, entry ?? NO_ENTRY, trail.data),
    enabled: entry !== undefined,
  });
  const entryCheck = useQuery({
    ...entryCheckQuery(session, entry ?? NO_ENTRY, head.data ?? NO_HEAD),
    enabled: entry !== undefined && head.data !== undefined,
  });
  const newest = useNewest(entry, trail.data?.length, entryCheck.data?.checkpoint);

  const problem =
    current !== undefined && 'problem' in current
      ? current.problem
      : trail.isError && single.data === undefined && !single.isFetching
        ? describeFailure(trail.error).message
        : undefined;
  // A record and a trail that do not fit together may be of different ages: both are read anew, once, before that is held against the register.
  const misfit =
    (current !== undefined && 'problem' in current) ||
    (dataCheck.data !== undefined && dataCheck.data.verdict.outcome !== 'holds') ||
    newest?.verdict.outcome === 'does-not-match';
  const stamp = misfit
    ? JSON.stringify([
        record.entryNumber ?? null,
        trail.data?.at(-1)?.entryNumber ?? null,
        record.items.map((item) => [...item]),
      ])
    : '';
  const reread = useQuery({ ...rereadRecordQuery(session, record.key, stamp), enabled: misfit });
  const settled = !misfit || reread.data === true;
  const noun = summary?.variant === 'blob' ? 'Blob' : 'Item';
  const entryNumber = entry?.entryNumber ?? record.entryNumber ?? 0;
  const logSize = entryCheck.data?.checkpoint.logSize ?? head.data?.logSize;
  const dataFound: Found = {
    verdict: settled && problem === undefined ? dataCheck.data?.verdict : undefined,
    failure: settled ? (problem ?? messageOf(dataCheck.error)) : undefined,
  };
  const entryFound: Found = {
    verdict: entryCheck.data?.verdict,
    failure: problem ?? messageOf(head.error) ?? messageOf(entryCheck.error),
  };
  const checks: NamedCheck[] = [
    { id: 'data', ...dataCheckWords(dataFound, noun, entryNumber) },
    { id: 'entry', ...entryCheckWords(entryFound, entryNumber, logSize, entryCheck.data?.leafRuleTitle) },
    ...(head.data === undefined ? [] : [{ id: 'growth', ...growthCheckWords(growth) }]),
    ...(entry === undefined || (trail.data === undefined && newest?.words === undefined)
      ? []
      : [
          {
            id: 'newest',
            ...((settled ? newest?.words : undefined) ?? newestWords(record.key, entryNumber)),
            link: (
              <Link
                to={pathTo(
                  newest?.newer === undefined
                    ? { view: 'audit', register }
                    : { view: 'entry', register, entryNumber: newest.newer },
                )}
              >
                {newest?.link ?? 'Read the whole log to be sure'}
              </Link>
            ),
          },
        ]),
  ];
  const proofError = (entry === undefined ? trail.error : null) ?? head.error ?? entryCheck.error;
  const proofFailure =
    problem !== undefined && !trail.isError
      ? { title: 'There is no one entry to prove', message: problem }
      : proofError === null
        ? undefined
        : describeFailure(proofError);
  // The history is fetched, with the code that compares versions, once the proof is there or cannot be had.
  const proved = entryCheck.data !== undefined || proofFailure !== undefined;
  // What is shown is read back out of the bytes that were hashed; where nothing could be hashed, the strip above says so.
  const shown: readonly ShownItem[] | undefined = !settled
    ? undefined
    : (dataCheck.data?.items ??
      (problem !== undefined || dataCheck.isError ? record.items.map((item) => ({ item })) : undefined));
  const name = { register, key: record.key };
  const complete = newest?.verdict.outcome === 'holds';
  const schema = summary?.schema ?? [];
  const waiting = (
    <Card title="History">
      <Skeleton lines={4} label="Loading the history" />
    </Card>
  );
  return (
    <article>
      <PageHead
        crumbs={
          <>
            <Link to={pathTo({ view: 'records', register })}>Records</Link> /{' '}
            <span className="mono">
              <Literal text={record.key} most={300} />
            </span>
          </>
        }
        title={<Literal text={nameOf(record.key, shown)} most={300} />}
        note={
          <>
            {rich && <rich.Ended item={shown?.[0]?.item} />}
            <RecordNote recordKey={record.key} entry={entry} logSize={logSize} />
          </>
        }
        actions={
          <>
            <CopyButton text={location.href} label="Copy the link to this record">
              Copy link
            </CopyButton>
            <Suspense fallback={<Button disabled>Keep this proof</Button>}>
              <KeepRecord
                register={register}
                entry={entryCheck.data}
                data={settled ? dataCheck.data : undefined}
              />
            </Suspense>
          </>
        }
      />
      {proved && entry && (
        <Suspense>
          <NewerVersion
            {...{ record: name, entry }}
            trailLength={trail.data?.length}
            head={entryCheck.data?.checkpoint}
          />
        </Suspense>
      )}
      <CheckStrip checks={checks} />
      <div className={styles['columns']}>
        <DataCard
          register={register}
          items={shown}
          schema={schema}
          traced={
            proved && settled && dataCheck.data?.verdict.outcome === 'holds' && trail.data
              ? { record: name, versions: trail.data, complete }
              : undefined
          }
        />
        {proved ? (
          <Suspense fallback={waiting}>
            <HistoryCard
              {...{ record: name, schema, entry }}
              head={entryCheck.data?.checkpoint}
              complete={complete}
            />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
      <ProofCard
        check={entryCheck.data}
        failure={proofFailure}
        retrying={entryCheck.isFetching || head.isFetching}
        spelling={summary?.variant}
        proveAnother={proveAnother}
        onRetry={() =>
          problem === undefined || trail.isError
            ? retry()
            : void Promise.all([
                trail.refetch(),
                queries.refetchQueries({ queryKey: recordQuery(session, record.key).queryKey }),
              ])
        }
      />
      {proved && rich && <rich.Backlinks recordKey={record.key} />}
    </article>
  );
}

const NO_ENTRY: Entry = { entryNumber: 0, indexEntryNumber: 0, timestamp: '', key: '', itemHashes: [] };
const NO_HEAD = { logSize: 0, rootHash: '' as never };

function messageOf(error: Error | null): string | undefined {
  return error === null ? undefined : describeFailure(error).message;
}

/** ShownItem is data as it is shown: with the hash it was held against, where it was hashed. */
export type ShownItem = Pick<ItemCheck, 'item'> & Partial<Pick<ItemCheck, 'expected'>>;

/** nameOf is the name in the data shown, else the key; a redacted name is not one. */
export function nameOf(key: string, shown: readonly ShownItem[] | undefined): string {
  const name = shown?.[0]?.item.get('name');
  return typeof name === 'string' && name !== '' && !isRedacted(name) ? name : key;
}

function RecordNote({
  recordKey,
  entry,
  logSize,
}: {
  recordKey: string;
  entry: Entry | undefined;
  logSize: number | undefined;
}) {
  return (
    <>
      Record{' '}
      <span className="mono">
        <Literal text={recordKey} most={300} />
      </span>
      {entry !== undefined && (
        <>
          {' · entry '}
          {formatNumber(entry.entryNumber)}
          {logSize !== undefined && logSize >= entry.entryNumber && ` of ${formatNumber(logSize)}`}
          {' · updated '}
          <Time at={entry.timestamp} only="day" />
        </>
      )}
    </>
  );
}

/** DataCard shows the items of a version; with `traced`, of a single item also since when each attribute has its value. */
export function DataCard({
  register,
  items,
  schema,
  traced,
}: {
  register: RegisterId;
  items: readonly ShownItem[] | undefined;
  schema: readonly Attribute[];
  traced?: Traced | undefined;
}) {
  return (
    <Card title="Data" note={items !== undefined && items.length > 1 ? `${items.length} items` : undefined}>
      {items === undefined ? (
        <Skeleton lines={5} label="Hashing the data" />
      ) : (
        items.map(({ item, expected: hash }, index) => {
          const plain = <DataTable item={item} schema={schema} />;
          return (
            <div key={index} className={styles['item']}>
              {traced && items.length === 1 ? (
                <Suspense fallback={plain}>
                  <TracedTable {...traced} item={item} schema={schema} />
                </Suspense>
              ) : (
                plain
              )}
              {hash !== undefined && (
                <p className={styles['foot']}>
                  <HashText hash={hash} />
                  <Link to={pathTo({ view: 'item', register, hash })}>Inspect its bytes</Link>
                </p>
              )}
            </div>
          );
        })
      )}
    </Card>
  );
}
