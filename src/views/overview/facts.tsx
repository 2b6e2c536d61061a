import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Register } from '../../core/model.ts';
import type { RegisterCopy } from '../../query/copy-desk.ts';
import { READ_WITHOUT_ASKING, useCopy } from '../../query/copy.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { snapshotCheck, snapshotCheckQuery } from '../../query/snapshot-check.ts';
import { useMarks, useVerdict } from '../../query/use-page-checks.ts';
import { useCountsAt } from '../../query/use-whole-log.ts';
import { Button } from '../../ui/button.tsx';
import type { CheckState } from '../../ui/check-badge.tsx';
import { CheckStrip } from '../../ui/check-list.tsx';
import { sentenceOf } from '../../ui/check-words.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { useSource } from '../../ui/source.ts';
import { Literal } from '../../ui/literal.tsx';
import { PartialDate, Time } from '../../ui/time.tsx';
import styles from './overview.module.css';

/** Facts are the counts and dates of the register: as its summary states them, or as they were at a log size. */
export function Facts({ about, at }: { about: Register; at: number | undefined }) {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  const { data: last } = useQuery({ ...entryQuery(session, at ?? 0), enabled: at !== undefined });
  const source = useSource();
  const counts = useCountsAt(at ?? head?.logSize ?? 0);
  const copy = useCopy(session, true);
  const isCounting =
    copy.phase === 'reading' ||
    copy.phase === 'ready' ||
    (copy.phase === 'absent' && (copy.entries ?? 0) <= READ_WITHOUT_ASKING);
  // What only the summary knows is of the present.
  const now: Partial<Register> = at === undefined ? about : {};
  const { totalRecords, totalEntries, totalItems, lastUpdated, phase, status, registry } = now;
  const day = (time: string | undefined): ReactNode => time !== undefined && <Time at={time} only="day" />;
  const date = (text: string | undefined): ReactNode => text !== undefined && <PartialDate value={text} />;
  const literal = (text: string | undefined): ReactNode => text !== undefined && <Literal text={text} />;
  const number = (value: number | undefined): ReactNode => value !== undefined && formatNumber(value);
  // What was counted here from the whole log is shown in the place of what the server states.
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    ['records', number(counts?.records ?? totalRecords)],
    ['entries', number(at ?? head?.logSize ?? totalEntries)],
    // What is being counted has its place, so that nothing moves.
    [
      about.variant === 'blob' ? 'blobs' : 'items',
      number(counts?.items ?? totalItems) || (isCounting && '…'),
    ],
    ['last entry', day(last?.timestamp)],
    ['last updated', day(lastUpdated)],
    ['phase', literal(phase)],
    ['in use since', date(status?.startDate)],
    ['registry', literal(registry)],
  ];
  const known = facts.filter(([, value]) => value !== false);
  return (
    <>
      {known.length > 0 && (
        <dl className={styles.facts}>
          {known.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {at === undefined && known.length > 0 && (
        <p className={styles.stated}>
          {counts === undefined
            ? `As stated by the ${source}.`
            : `Records and ${about.variant === 'blob' ? 'blobs' : 'items'} counted in this browser; the rest as stated by the ${source}.`}
        </p>
      )}
      {at !== undefined && (
        <CountedAt at={at} isCounted={counts !== undefined} hasSnapshots={about.variant === 'blob'} />
      )}
    </>
  );
}

/** CountedAt says what it takes to count the records and items of a size, and holds the server's snapshot against what was read. */
function CountedAt({
  at,
  isCounted,
  hasSnapshots,
}: {
  at: number;
  isCounted: boolean;
  hasSnapshots: boolean;
}) {
  const reading = useCopy(useSession(), true);
  const { phase, entries = 0, start } = reading;
  return (
    <>
      {!isCounted && (
        <p className={styles.uncounted}>
          {phase === 'too-large'
            ? 'Records and items of that size are not counted: the register is too large to be read whole.'
            : 'Records and items of that size are counted once the whole register is read into this browser.'}{' '}
          {phase === 'absent' && entries > READ_WITHOUT_ASKING && (
            <Button onClick={start}>Read {countOf(entries, 'entry', 'entries')}</Button>
          )}
          {phase === 'reading' && `Reading: ${formatNumber(reading.done)} of ${formatNumber(reading.of)} …`}
        </p>
      )}
      {phase === 'ready' && reading.copy.size >= at && hasSnapshots && (
        <SnapshotLine copy={reading.copy} at={at} />
      )}
    </>
  );
}

const SNAPSHOT: Record<CheckState, string> = {
  holds: 'is what the log makes',
  'does-not-match': 'is not what the log makes',
  'cannot-check': 'could not be compared with the log',
  'not-checked': 'was not looked at',
  checking: 'is being compared with the log',
};

/** SnapshotLine holds the server's own snapshot at a log size, where it keeps any, against what the log makes. */
function SnapshotLine({ copy, at }: { copy: RegisterCopy; at: number }) {
  const source = useSource();
  const { data, error } = useQuery(snapshotCheckQuery(useSession(), copy, at));
  const check = copy.head && snapshotCheck(at, copy.head);
  useMarks(check === undefined ? [] : [check]);
  const reported = useVerdict(check);
  if (data !== undefined && data.records === undefined) return null;
  const verdict = check === undefined ? data?.verdict : reported;
  const state = verdict?.outcome ?? (error === null ? 'checking' : 'cannot-check');
  const detail =
    state === 'holds'
      ? `It lists ${countOf(data?.records ?? 0, 'record')}; each is the latest up to that size in the log, which was read and hashed here.`
      : sentenceOf({ verdict, failure: error === null ? undefined : describeFailure(error).message });
  const title = `The ${source}’s own snapshot at size ${formatNumber(at)} ${SNAPSHOT[state]}`;
  return (
    <div className={styles.snapshot}>
      <CheckStrip label="The snapshot" checks={[{ id: 'snapshot', kind: 'newest', state, title, detail }]} />
    </div>
  );
}
