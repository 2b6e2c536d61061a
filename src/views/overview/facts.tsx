import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Register } from '../../core/model.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { READ_WITHOUT_ASKING, useReplica } from '../../query/replica.ts';
import { useSession } from '../../query/session.ts';
import { useCountsAt } from '../../query/use-counts-at.ts';
import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { PartialDate, Time } from '../../ui/time.tsx';
import { SnapshotLine } from './snapshot-line.tsx';
import styles from './overview.module.css';
import { Literal } from '../../ui/literal.tsx';

type Fact = readonly [label: string, value: ReactNode];

/** Facts are the counts and dates of the register: as its summary states them, or as they were at a log size. */
export function Facts({ about, at }: { about: Register; at: number | undefined }) {
  return at === undefined ? <PresentFacts about={about} /> : <FactsAt about={about} at={at} />;
}

function PresentFacts({ about }: { about: Register }) {
  const facts: Fact[] = [];
  const count = (label: string, value: number | undefined): void => {
    if (value !== undefined) facts.push([label, formatNumber(value)]);
  };
  count('records', about.totalRecords);
  count('entries', about.totalEntries);
  count(about.variant === 'blob' ? 'blobs' : 'items', about.totalItems);
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
  const copy = useReplica(session, true);
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
          {copy.phase === 'too-large'
            ? 'Records and items of that size are not counted: the register is too large to be read whole.'
            : 'Records and items of that size are counted once the whole register is read into this browser.'}{' '}
          {copy.phase === 'absent' && (copy.entries ?? 0) > READ_WITHOUT_ASKING && (
            <Button onClick={copy.start}>Read {countOf(copy.entries ?? 0, 'entry', 'entries')}</Button>
          )}
          {copy.phase === 'reading' && `Reading: ${formatNumber(copy.done)} of ${formatNumber(copy.of)} …`}
        </p>
      )}
      {copy.phase === 'ready' && copy.replica.size >= at && about.variant === 'blob' && (
        <SnapshotLine replica={copy.replica} at={at} />
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
