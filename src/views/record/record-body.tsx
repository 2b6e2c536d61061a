import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { use } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Check } from '../../core/check-result.ts';
import type { Attribute, Entry, RegisterRecord } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import {
  entryCheckQuery,
  keyCheckQuery,
  recordDataCheckQuery,
  rereadRecordQuery,
} from '../../query/check-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { checkOf } from '../../query/keys.ts';
import { newestCheck } from '../../query/check-queries.ts';
import { failed } from '../../query/report-check.ts';
import type { Declared, DeclaredState } from '../../trust/page-checks.ts';
import { recordQuery } from '../../query/record-queries.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useProveAnother } from '../../query/prove-another.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { useMemory } from '../../query/use-memory.ts';
import { useMarks, usePageChecks } from '../../query/use-page-checks.ts';
import { Card } from '../../ui/card.tsx';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import {
  dataCheckWords,
  entryCheckWords,
  keyCheckWords,
  memoryCheckWords,
  newestWords,
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
import { HistoryCard } from './history-card.tsx';
import { KeepRecord } from './keep-record.tsx';
import { NewerVersion } from './newer-version.tsx';
import { TracedTable, type Traced } from './traced-table.tsx';
import { useNewest } from './use-newest.ts';
import styles from './record.module.css';

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
  const dataQuery = recordDataCheckQuery(session, record.items, entry ?? NO_ENTRY, trail.data);
  const dataCheck = useQuery({ ...dataQuery, enabled: entry !== undefined });
  const keyQuery = keyCheckQuery(session, record.key, entry ?? NO_ENTRY);
  useQuery({ ...keyQuery, enabled: entry !== undefined });
  const entryQuestion = entryCheckQuery(session, entry ?? NO_ENTRY, head.data ?? NO_HEAD);
  const entryCheck = useQuery({ ...entryQuestion, enabled: entry !== undefined && head.data !== undefined });
  const newest = useNewest(entry, trail.data?.length, entryCheck.data?.checkpoint);

  // Why there is no one entry to check: record and trail disagree, or neither trail nor entry could be had.
  const blocked: Verdict | undefined =
    current !== undefined && 'verdict' in current
      ? current.verdict
      : trail.isError && single.data === undefined && !single.isFetching
        ? failed(trail.error)
        : undefined;
  // A record and a trail that do not fit together may be of different ages: both are read anew, once for each head, before that is held against the register.
  const misfit =
    (current !== undefined && 'verdict' in current) ||
    (dataCheck.data !== undefined && dataCheck.data.verdict.outcome !== 'holds') ||
    newest?.verdict.outcome === 'does-not-match';
  const stamp = misfit ? JSON.stringify(head.data ?? null) : '';
  const reread = useQuery({ ...rereadRecordQuery(session, record.key, stamp), enabled: misfit });
  const settled = !misfit || reread.data === true;
  const ofEntry = (check: Check | undefined): Declared =>
    settled ? (blocked ?? (entry === undefined ? undefined : check)) : undefined;
  const noHead = head.data === undefined && head.error !== null ? failed(head.error) : undefined;
  const states = usePageChecks('record', {
    key: ofEntry(checkOf(keyQuery)),
    data: ofEntry(checkOf(dataQuery)),
    inclusion: blocked ?? noHead ?? (head.data && ofEntry(checkOf(entryQuestion))),
  });
  const latest = entry && entryCheck.data && newestCheck(entry, entryCheck.data.checkpoint);
  useMarks(latest ? [latest] : []);
  const noun = summary?.variant === 'blob' ? 'Blob' : 'Item';
  const entryNumber = entry?.entryNumber ?? record.entryNumber;
  const logSize = entryCheck.data?.checkpoint.logSize ?? head.data?.logSize;
  const memory = useMemory(head.data);
  const checks: NamedCheck[] = [
    // A key that is the one in the address is what a reader expects.
    ...(states.key?.state === 'holds' || states.key?.verdict === undefined || blocked !== undefined
      ? []
      : [{ id: 'key', kind: 'key' as const, ...keyCheckWords(states.key, record.key) }]),
    { id: 'data', kind: 'data', ...dataCheckWords(states.data ?? NOT_YET, noun, entryNumber) },
    {
      id: 'entry',
      kind: 'inclusion',
      ...entryCheckWords(states.inclusion ?? NOT_YET, entryNumber, logSize, entryCheck.data?.leafRuleTitle),
    },
    ...(head.data === undefined
      ? []
      : [{ id: 'memory', kind: 'memory' as const, ...memoryCheckWords(memory) }]),
    ...(entry === undefined || (trail.data === undefined && newest?.words === undefined)
      ? []
      : [
          {
            id: 'newest',
            kind: 'newest' as const,
            ...((settled ? newest?.words : undefined) ?? newestWords(record.key, entry.entryNumber)),
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
    blocked !== undefined && 'reason' in blocked && !trail.isError
      ? { title: 'The server’s answers disagree', message: blocked.reason, request: false as const }
      : proofError === null
        ? undefined
        : describeFailure(proofError);
  // The history is asked for once the proof is there or cannot be had.
  const proved = entryCheck.data !== undefined || proofFailure !== undefined;
  // What is shown is read back out of the bytes that were hashed; where nothing could be hashed, the strip above says so.
  const shown: readonly ShownItem[] | undefined = !settled
    ? undefined
    : (dataCheck.data?.items ??
      (blocked !== undefined || dataCheck.isError ? record.items.map((item) => ({ item })) : undefined));
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
            <KeepRecord
              register={register}
              entry={entryCheck.data}
              data={settled ? dataCheck.data : undefined}
            />
          </>
        }
      />
      {proved && entry && <NewerVersion {...{ record: name, entry }} head={entryCheck.data?.checkpoint} />}
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
          <HistoryCard
            {...{ record: name, schema, entry }}
            head={entryCheck.data?.checkpoint}
            complete={complete}
          />
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
          blocked === undefined || trail.isError
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

/** NOT_YET is a check that the page has not come to. */
const NOT_YET: Pick<DeclaredState, 'verdict'> = { verdict: undefined };

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
          return (
            <div key={index} className={styles['item']}>
              {traced && items.length === 1 ? (
                <TracedTable {...traced} item={item} schema={schema} />
              ) : (
                <DataTable item={item} schema={schema} />
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
