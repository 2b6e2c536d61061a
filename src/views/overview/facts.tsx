import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Register } from '../../core/model.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { READ_WITHOUT_ASKING, useCopy } from '../../query/copy.ts';
import { useMarks, useVerdict } from '../../query/use-page-checks.ts';
import { useSession } from '../../query/session.ts';
import { useCountsAt } from '../../query/use-whole-log.ts';
import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { PartialDate, Time } from '../../ui/time.tsx';
import { Literal } from '../../ui/literal.tsx';
import type { RegisterCopy } from '../../query/copy-desk.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery } from '../../query/register-queries.ts';
import { snapshotCheck, snapshotCheckQuery } from '../../query/snapshot-check.ts';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import styles from './overview.module.css';

type Fact = readonly [label: string, value: ReactNode];

/** Facts are the counts and dates of the register: as its summary states them, or as they were at a log size. */
export function Facts({ about, at }: { about: Register; at: number | undefined }) {
  return at === undefined ? <PresentFacts about={about} /> : <FactsAt about={about} at={at} />;
}

function PresentFacts({ about }: { about: Register }) {
  const { data: head } = useQuery(headQuery(useSession()));
  const counts = useCountsAt(head?.logSize ?? 0);
  const facts: Fact[] = [];
  const count = (label: string, value: number | undefined): void => {
    if (value !== undefined) facts.push([label, formatNumber(value)]);
  };
  // What was counted here from the whole log is shown in the place of what the server states.
  count('records', counts?.records ?? about.totalRecords);
  count('entries', head?.logSize ?? about.totalEntries);
  count(about.variant === 'blob' ? 'blobs' : 'items', counts?.items ?? about.totalItems);
  if (about.lastUpdated !== undefined)
    facts.push(['last updated', <Time key="t" at={about.lastUpdated} only="day" />]);
  if (about.phase !== undefined) facts.push(['phase', <Literal key="p" text={about.phase} />]);
  if (about.status?.startDate !== undefined)
    facts.push(['in use since', <PartialDate key="d" value={about.status.startDate} />]);
  if (about.registry !== undefined) facts.push(['registry', <Literal key="r" text={about.registry} />]);
  return <FactList facts={facts} />;
}

/** FactsAt counts what the first `at` entries make. What only the summary knows is of the present and left out. */
function FactsAt({ about, at }: { about: Register; at: number }) {
  const session = useSession();
  const reading = useCopy(session, true);
  const counts = useCountsAt(at);
  const { data: last } = useQuery(entryQuery(session, at));
  const facts: Fact[] = [];
  if (counts !== undefined) facts.push(['records', formatNumber(counts.records)]);
  facts.push(['entries', formatNumber(at)]);
  if (counts !== undefined)
    facts.push([about.variant === 'blob' ? 'blobs' : 'items', formatNumber(counts.items)]);
  if (last !== undefined) facts.push(['last entry', <Time key="t" at={last.timestamp} only="day" />]);
  return (
    <>
      <FactList facts={facts} />
      {counts === undefined && (
        <p className={styles['uncounted']}>
          {reading.phase === 'too-large'
            ? 'Records and items of that size are not counted: the register is too large to be read whole.'
            : 'Records and items of that size are counted once the whole register is read into this browser.'}{' '}
          {reading.phase === 'absent' && (reading.entries ?? 0) > READ_WITHOUT_ASKING && (
            <Button onClick={reading.start}>Read {countOf(reading.entries ?? 0, 'entry', 'entries')}</Button>
          )}
          {reading.phase === 'reading' &&
            `Reading: ${formatNumber(reading.done)} of ${formatNumber(reading.of)} …`}
        </p>
      )}
      {reading.phase === 'ready' && reading.copy.size >= at && about.variant === 'blob' && (
        <SnapshotLine copy={reading.copy} at={at} />
      )}
    </>
  );
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** SnapshotLine holds the server's own snapshot at a log size, where it keeps any, against what the log makes. */
function SnapshotLine({ copy, at }: { copy: RegisterCopy; at: number }) {
  const { head } = copy;
  const { data, error } = useQuery(snapshotCheckQuery(useSession(), copy, at));
  const check = head && snapshotCheck(at, head);
  useMarks(check === undefined ? [] : [check]);
  const reported = useVerdict(check);
  if (data !== undefined && data.records === undefined) return null;
  const verdict = check === undefined ? data?.verdict : reported;
  const size = `at size ${formatNumber(at)}`;
  const reason = verdict !== undefined && 'reason' in verdict ? verdict.reason : '';
  const titles: Record<NamedCheck['state'], string> = {
    holds: `The server’s own snapshot ${size} is what the log makes`,
    'does-not-match': `The server’s own snapshot ${size} is not what the log makes`,
    'cannot-check': `The server’s own snapshot ${size} could not be compared with the log`,
    'not-checked': `The server’s own snapshot ${size} was not looked at`,
    checking: `Comparing the server’s own snapshot ${size} with the log`,
  };
  const state = verdict?.outcome ?? (error === null ? 'checking' : 'cannot-check');
  const detail =
    state === 'holds'
      ? `It lists ${countOf(data?.records ?? 0, 'record')}; each is the latest up to that size in the log, which was read and hashed here.`
      : error === null
        ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`
        : describeFailure(error).message;
  return (
    <div className={styles['snapshot']}>
      <CheckStrip
        label="The server’s snapshot"
        checks={[{ id: 'snapshot', kind: 'newest', state, title: titles[state], detail }]}
      />
    </div>
  );
}
