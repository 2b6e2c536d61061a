import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Checkpoint, Item } from '../../core/model.ts';
import type { ChangeKind, RecordChange } from '../../log/changes.ts';
import type { Version } from '../../log/log-copy.ts';
import { type ChangesState, useChanges } from './change-queries.ts';
import { useRetry } from '../../query/session.ts';
import { useMarks, usePageChecks, useWorstVerdict } from '../../query/use-page-checks.ts';
import { failed } from '../../query/report-check.ts';
import { isCopyComing } from '../../query/copy.ts';
import { useWholeLog } from '../../query/use-whole-log.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckStrip } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link, usePaths } from '../../ui/link.tsx';
import { openRows } from '../../ui/open-row.ts';
import { ReadWholeLog } from '../../ui/read-whole-log.tsx';
import { useSource } from '../../ui/source.ts';
import { Skeleton } from '../../ui/notice.tsx';
import { FirstValues } from '../shared/first-values.tsx';
import { QueryFailure, ReadMissing, TryAgain } from '../shared/page-failure.tsx';
import { changeChecks, useChangeProof } from './change-checks.ts';
import styles from './changes.module.css';
import type { Verdict } from '../../core/verdict.ts';
import { Changes } from '../../ui/diff/item-changes.tsx';
import { diffItems } from '../../ui/values/compare-items.ts';
import { Literal } from '../../ui/literal.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/values/value.tsx';

/** ROWS is how many records are listed at first, and added by a press. */
const ROWS = 50;

/** KINDS are the kinds of change in display order, with their meanings. */
const KINDS: Readonly<Record<ChangeKind, string>> = {
  added: 'No entry of this key in the smaller log.',
  changed: 'The data is different.',
  ended: 'It got an end date.',
  touched: 'It has new entries, and its data is the same.',
};

const LEFT_OUT: Verdict = {
  outcome: 'cannot-check',
  code: 'incomplete',
  reason: 'some of the data compared was not sent, or its hash could not be confirmed',
};

/** ChangesResult shows the changes between two sizes, 0 <= from < to <= the head's, with their checks. */
export function ChangesResult({ head, from, to }: { head: Checkpoint; from: number; to: number }) {
  const paths = usePaths();
  const [params] = useSearchParams();
  const kind = (Object.keys(KINDS) as ChangeKind[]).find((one) => one === params.get('kind'));
  const [count, setCount] = useState(ROWS);
  const found = useChanges({ from, to, kind, count });
  const { answer, copy, between, direct, error } = found;
  const isComing = isCopyComing(found.whole);
  const proofs = useChangeProof(head, from, to, between !== undefined);
  const whole = useWholeLog();
  // Rows from a copy of the whole register depend on that copy. The server's proofs are shown too, and count: a
  // page is not green beside two logs that could not be compared.
  const isBetween = copy === undefined && (between !== undefined || direct);
  const { data = [], before = [], missing = 0 } = between ?? {};
  const ofData = [...data, ...(missing > 0 ? [LEFT_OUT] : [])];
  usePageChecks(
    isBetween ? 'changes' : 'list',
    isBetween
      ? {
          consistency: between ? proofs.checks : error === null ? undefined : failed(error),
          data: ofData,
          inclusion: before,
        }
      : { 'whole-log': whole, consistency: proofs.checks },
    undefined,
    isBetween
      ? [
          ...(ofData.length > 0 ? ['data' as const] : []),
          ...(before.length > 0 ? ['inclusion' as const] : []),
        ]
      : ['consistency'],
  );
  useMarks([
    ...proofs.checks.filter((check) => check !== undefined && 'kind' in check),
    ...(between?.refused ?? []),
  ]);
  const verdict = useWorstVerdict([whole]);
  const previous = useWorstVerdict(before);
  const checks = changeChecks(
    proofs,
    { from, to, now: head.logSize },
    copy
      ? { ...copy, verdict, kind: 'copy' }
      : between
        ? { ...between, kind: 'between', previous }
        : found.whole.phase === 'failed' && !direct
          ? { kind: 'copy', verdict, size: head.logSize, missing: 0 }
          : error === null && (direct ? 'between' : isComing && 'copy'),
    useSource(),
    from > 0 && <Link to={paths.consistency(from, to)}>View the consistency proof</Link>,
  );
  const total = Object.values(answer?.counts ?? {}).reduce((sum, one) => sum + one, 0);
  const matching = kind && answer ? answer.counts[kind] : total;
  return (
    <>
      <CheckStrip checks={checks} label="What this rests on" />
      <TryAgain />
      <ReadMissing reading={found.whole} />
      {answer === undefined ? (
        <Waiting found={found} />
      ) : (
        <Card
          flush
          title={`${countOf(total, 'record')} with new entries`}
          actions={between !== undefined && from > 0 && <ReadAll found={found} />}
        >
          <nav className={`row pills ${styles.kinds}`} aria-label="Kinds of change">
            <KindLink count={total} shown={kind} />
            {(Object.keys(KINDS) as ChangeKind[])
              .filter((one) => answer.counts[one] > 0 || one === kind)
              .map((one) => (
                <KindLink key={one} kind={one} count={answer.counts[one]} shown={kind} />
              ))}
          </nav>
          <ul ref={openRows} className="rows inset" aria-label="Records with new entries">
            {answer.rows.map((change) => (
              <ChangeRow key={change.key} change={change} to={to} />
            ))}
          </ul>
          {matching === 0 && <p className={styles.none}>No record of this kind.</p>}
          {matching > count && (
            <p className={styles.none}>
              <Button
                disabled={found.earlier && 'The changes are being compared'}
                onClick={() => setCount(count + ROWS)}
              >
                Show {Math.min(matching - count, ROWS)} more of {formatNumber(matching)}
              </Button>
            </p>
          )}
        </Card>
      )}
    </>
  );
}

/** KindLink shows the number of changes of one kind, or of all, and filters by it. */
function KindLink({
  kind,
  count,
  shown,
}: {
  kind?: ChangeKind;
  count: number;
  shown: ChangeKind | undefined;
}) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.delete('kind');
  if (kind) next.set('kind', kind);
  return (
    <Link
      to={`?${next}`}
      replace
      title={kind && KINDS[kind]}
      aria-current={shown === kind ? 'true' : undefined}
    >
      {kind ? kindName(kind) : 'all'} <b>{formatNumber(count)}</b>
    </Link>
  );
}

/** Waiting shows the progress of the reading, or offers to start a long one. */
function Waiting({ found: { error, whole, direct, reading, fetching } }: { found: ChangesState }) {
  const retry = useRetry();
  if (error !== null) return <QueryFailure query={{ error, isFetching: fetching, refetch: retry }} />;
  if (!direct && whole.phase !== 'ready' && whole.entries !== undefined)
    return (
      <ReadWholeLog reading={whole} isRetriedAbove>
        What changed between these sizes is computed from the whole register.
      </ReadWholeLog>
    );
  const progress = reading && `records: ${formatNumber(reading.done)} of ${formatNumber(reading.of)}`;
  return (
    <>
      <p className="quiet">Reading the {progress ?? 'entries between'} …</p>
      <Skeleton lines={6} label="Comparing the two logs" />
    </>
  );
}

/** ReadAll offers to read the whole register if only the server states the previous versions. */
function ReadAll({ found: { whole } }: { found: ChangesState }) {
  const [isOpen, setOpen] = useState(false);
  if (whole.phase !== 'absent' && whole.phase !== 'reading') return null;
  return (
    <Button
      disabled={isOpen}
      onClick={() => {
        setOpen(true);
        whole.start();
      }}
    >
      {isOpen ? 'Reading the whole register …' : 'Read the whole register to be sure'}
    </Button>
  );
}

/** kindName returns the name of a kind of change, as readers see it. */
function kindName(kind: ChangeKind): string {
  return kind === 'touched' ? 'same data' : kind;
}

/** ChangeRow shows how one record changed between the two sizes, and by which entries. */
function ChangeRow({
  change,
  to,
}: {
  change: RecordChange;
  /** The larger size, at which the record is linked. */
  to: number;
}) {
  const { key, kind, before, after, entries } = change;
  const name = nameOf(onlyItem(change.after)) ?? nameOf(onlyItem(change.before));
  const path = usePaths().record(key);
  return (
    <li className="group wrap">
      <div className="line">
        <span className={styles.kind} data-kind={kind}>
          {kindName(kind)}
        </span>
        <Link className={styles.key} to={`${path}${path.includes('?') ? '&' : '?'}at=${to}`}>
          <Literal text={key} most={300} />
        </Link>
        {name !== undefined && (
          <strong>
            <Literal text={name} most={300} />
          </strong>
        )}
        <span className="faint end">
          {before !== undefined && (
            <>
              <EntryOf version={before} /> to{' '}
            </>
          )}
          <EntryOf version={after} />, <Time at={after.entry.timestamp} only="day" />
          {entries > 1 && ` (${countOf(entries, 'entry')})`}
        </span>
      </div>
      <div className="quiet">
        <ChangeText change={change} />
      </div>
    </li>
  );
}

function EntryOf({ version: { entry } }: { version: Version }) {
  const { entryNumber } = entry;
  return (
    <Link className="target" to={usePaths().entry(entryNumber)}>
      entry {formatNumber(entryNumber)}
    </Link>
  );
}

function ChangeText({ change: { kind, before, after } }: { change: RecordChange }) {
  if (kind === 'touched') return null;
  const item = onlyItem(after);
  const was = onlyItem(before);
  if (after.items.includes(undefined) || before?.items.includes(undefined) === true)
    return <p>Its data could not be read or verified, so only the entries are listed.</p>;
  if (item === undefined || (before && was === undefined))
    return (
      <p>
        {before && `${countOf(before.items.length, 'item')} before, `}
        {countOf(after.items.length, 'item')} after.
      </p>
    );
  if (was) return <Changes changes={diffItems(was, item)} />;
  return (
    <p className="line">
      <FirstValues item={item} except={nameOf(item)} />
    </p>
  );
}

/** onlyItem returns the data of a version with exactly one item, if known. */
function onlyItem(version: Version | undefined): Item | undefined {
  return version?.items.length === 1 ? version.items[0] : undefined;
}
