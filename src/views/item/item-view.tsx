import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { BlobHashStep } from '../../core/blob-hash.ts';
import { formatHash, type Hash, parseHash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { checkedItemQuery, itemCheck } from '../../query/data-queries.ts';
import { entriesWithItemQuery, entryNamingQuery, SCAN_AT_ONCE } from './item-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { failed } from '../../query/report-check.ts';
import { useSession } from '../../query/session.ts';
import { useEntryProof } from '../../query/use-entry-check.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable, UNVERIFIED } from '../../ui/data-table.tsx';
import { countOf, formatMilliseconds, formatNumber } from '../../ui/format.ts';
import { CopyButton, HashText } from '../../ui/hash.tsx';
import { Link, usePaths, useAt } from '../../ui/link.tsx';
import { Literal, Mono } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/notice.tsx';
import { useSource } from '../../ui/source.ts';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { emptyWords, LongText } from '../../ui/values/value.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';
import { useCheckLines } from '../shared/check-lines.tsx';
import { NotThere } from '../shared/not-there.tsx';
import { PageFailure, QueryFailure } from '../shared/page-failure.tsx';
import { PageVerdict, useUnverified } from '../shared/page-verdict.tsx';
import { useLogSize, useSchema } from '../shared/register-facts.ts';
import styles from './item.module.css';

/**
 * ItemView inspects one item (one blob): its data, its bytes, how its hash is computed, and
 * the entries that use it.
 */
export function ItemView({ hash }: { hash: string }) {
  const isFile = useSource() !== 'server';
  const ways = [['All items', usePaths().view('items')]] as const;
  const parsed = parseHash(hash, 'item') ?? parseHash(hash, 'blob') ?? parseHash(hash, 'bare');
  const check = useQuery({
    ...checkedItemQuery(useSession(), parsed ?? ('' as never)),
    enabled: parsed !== undefined,
  });
  if (parsed === undefined)
    return (
      <NotThere title="This is not a hash" ways={ways}>
        <p>
          <code translate="no">{hash}</code>
        </p>
        <p>
          A hash has 64 digits from 0 to 9 and a to f, in lower case, and may begin with sha-256: (items) or
          1220 (blobs).
        </p>
      </NotThere>
    );
  if (check.isPending) return <Skeleton title="Item" lines={8} label="Loading and hashing the data" />;
  if (check.data !== undefined) return <Inspected hash={parsed} check={check.data} />;
  if (describeFailure(check.error).notFound)
    return (
      <NotThere title="No data with this hash" ways={ways}>
        <p>
          This register has nothing under <HashText hash={parsed} digits="full" />. Check that the hash is
          whole. {isFile && 'An entry may still record it: some files have only the hash of an item.'}
        </p>
      </NotThere>
    );
  return <PageFailure page="item" query={check} />;
}

function Inspected({ hash, check }: { hash: Hash; check: ItemCheck }) {
  const paths = usePaths();
  const schema = useSchema();
  const at = useAt();
  const unverified = useUnverified();
  const users = useEntriesUsing(hash);
  const naming = useEntryNaming(check, users.logSize);
  const named = naming.data ?? users.entries.data?.[0];
  const { head, proof, inclusion } = useEntryProof(named, at);
  const { error } = users.search ? users.entries : naming;
  const isLooking = naming.isPending || (users.search && users.entries.isPending);
  const declared: DeclaredCheck =
    named !== undefined || isLooking ? inclusion : error ? failed(error) : NOT_NAMED;
  const states = usePageChecks('item', { data: itemCheck(check), inclusion: declared }, at);
  const noun = check.variant === 'blob' ? 'Blob' : 'Item';
  const lines = useCheckLines({ states, entryNumber: named?.entryNumber, at, proof, head });
  const doubt = check.verdict.outcome === 'holds' && unverified === 'unknown' ? undefined : unverified;
  return (
    <article>
      <PageHead
        crumbs={
          <>
            <Link to={paths.view('items')}>{noun}s</Link> / <HashText hash={hash} />
          </>
        }
        title={noun}
        note={`The data itself, found by its hash. Hashed in this browser in ${formatMilliseconds(check.computedInMs)}.`}
        actions={<CopyButton text={formatHash(hash, check.variant)}>Copy hash</CopyButton>}
      />
      <PageVerdict checks={lines} />
      <div className="main-and-side">
        <Card title="Data" note={doubt && UNVERIFIED[doubt]}>
          <DataTable item={check.item} schema={schema} unverified={doubt} unset={emptyWords} />
        </Card>
        <Card title="Entries that use it">
          <EntriesUsing {...users} />
        </Card>
      </div>
      <HashSteps check={check} />
    </article>
  );
}

const NOT_NAMED: Verdict = {
  outcome: 'not-checked',
  code: 'not-named',
  reason: 'no entry that is known here records this data',
};

/**
 * useEntryNaming looks for an entry that names an item in what this page has read, in the link to it, and among
 * the versions of the record whose key the item states.
 */
function useEntryNaming({ expected, item }: ItemCheck, logSize: number) {
  const session = useSession();
  const number = Number(new URLSearchParams(useLocation().search).get('entry') ?? 0);
  const linked = Number.isSafeInteger(number) && number > 0 ? number : undefined;
  const query = entryNamingQuery(session, expected, { linked, item, logSize });
  return useQuery({ ...query, enabled: logSize > 0 });
}

/**
 * useEntriesUsing finds the entries that name an item. The API has no such request, so the log is read; a
 * long one only after `look` is called.
 */
function useEntriesUsing(hash: Hash) {
  const session = useSession();
  const { logSize = 0 } = useLogSize();
  const [wanted, setWanted] = useState(false);
  const search = wanted || (logSize > 0 && logSize <= SCAN_AT_ONCE);
  const entries = useQuery({ ...entriesWithItemQuery(session, hash, logSize), enabled: search });
  return { entries, search, logSize, look: () => setWanted(true) };
}

/** EntriesUsing lists the entries that name the item. */
function EntriesUsing({ entries: users, search, logSize, look }: ReturnType<typeof useEntriesUsing>) {
  const paths = usePaths();
  const isPast = useAt() !== undefined;
  if (!search)
    return (
      <>
        <p className="quiet">
          The API cannot be asked which entries name an item; finding them means reading{' '}
          {isPast ? 'the first' : 'all'} {formatNumber(logSize)} entries.
        </p>
        <Button onClick={look}>Read the log and look</Button>
      </>
    );
  if (users.isPending) return <Skeleton lines={2} label="Reading the log" />;
  if (users.isError) return <QueryFailure query={users} />;
  return (
    <>
      <ul className="rows">
        {users.data.map(({ entryNumber, key, timestamp }) => (
          <li key={entryNumber} className="line">
            <Link to={paths.entry(entryNumber)}>Entry {formatNumber(entryNumber)}</Link>
            <Link to={paths.record(key)}>
              <Mono text={key} />
            </Link>
            <span className="quiet">
              <Time at={timestamp} />
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet">
        {countOf(users.data.length, 'entry')} of the{isPast ? ' first' : ''} {formatNumber(logSize)} listed.
      </p>
    </>
  );
}

const HASHING = 'How the hash is computed';

/**
 * HashSteps shows how the hash is computed: the canonical text and its one hash (items), or the hash of each
 * attribute and of them all (blobs).
 */
export function HashSteps({ check }: { check: ItemCheck }) {
  if (check.blobSteps !== undefined) return <BlobSteps steps={check.blobSteps} />;
  const bytes = new TextEncoder().encode(check.hashedText).length;
  return (
    <Card title={HASHING} note={`${countOf(bytes, 'byte')} hashed with SHA-256`}>
      <ol className="stack bullets">
        <li>
          <p>
            The item is written as canonical JSON: names in order, no spaces. These are the very bytes that
            were hashed, as UTF-8.
          </p>
          <LongText text={check.hashedText} name="canonical JSON" />
        </li>
        <li>
          <p>SHA-256 of those bytes:</p>
          <p className="wrap">
            {check.computed !== undefined && (
              <HashText hash={check.computed} compareWith={check.expected} digits="full" />
            )}
          </p>
        </li>
      </ol>
    </Card>
  );
}

/** BlobSteps shows the last step and as many of the others as requested; all were hashed. */
function BlobSteps({ steps }: { steps: readonly BlobHashStep[] }) {
  const attributes = steps.filter((step) => step.kind === 'attribute');
  const whole = steps.find((step) => step.kind === 'dict');
  const { shown, more } = useBatch(attributes, ATTRIBUTES, 'attributes');
  const rows = shown.map((step) => ({
    key: step.name,
    cells: [
      <Literal key="name" text={step.name} most={NAME} />,
      <HashText key="hash" hash={step.nameHash} />,
      wayOf(step),
      <HashText key="value" hash={step.valueHash} />,
    ],
  }));
  const last = [
    'the blob',
    '–',
    'H(64 ‖ all pairs of hashes, in order)',
    whole && <HashText key="whole" hash={whole.hash} />,
  ];
  return (
    <Card title={HASHING} note="objecthash: each name and value is hashed, then all the pairs in order">
      <Table
        label={HASHING}
        className={`keyed ${styles.table}`}
        columns={['attribute', 'hash of its name', 'how the value is hashed', 'hash of its value']}
        rows={[...rows, { key: ' the blob', className: styles.last, cells: last }]}
      />
      {more}
    </Card>
  );
}

function wayOf({ redacted, tag, members = [] }: Extract<BlobHashStep, { kind: 'attribute' }>): string {
  if (redacted) return 'redacted: the hash was sent in its place';
  return tag === 'u'
    ? 'H(75 ‖ text)'
    : `H(73 ‖ ${countOf(members.length, 'member hash', 'member hashes')} in order)`;
}
