import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { describeFailure } from '../../query/failure.ts';
import { useSummary } from '../../query/register-queries.ts';
import { useFindDate } from '../../query/size-at-date.ts';
import { dateOrderWords, readDate } from '../../ui/earlier-size.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link, useGo } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { numberIn } from '../../ui/paths.ts';
import { useAt, usePaths } from '../../ui/register-paths.ts';
import { TextForm } from '../../ui/text-form.tsx';
import { Download } from '../shared/download.tsx';
import styles from './entries.module.css';

/** LogProps are the size of the log, and its order. */
export interface LogProps {
  readonly logSize: number;
  readonly isNewest: boolean;
}

const ORDERS = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
] as const;

/**
 * LogHead is the part above the log: what it is, the key whose entries it shows, its order, and ways to go to an
 * entry, by its number or a date.
 */
export function LogHead({
  logSize,
  isNewest,
  recordKey,
  onGo,
}: LogProps & {
  /** The only key shown, if there is one. */
  recordKey?: string;
  /** Goes to an entry; absent where only those of a key are shown. */
  onGo?: (entryNumber: number) => undefined;
}) {
  const past = useAt() !== undefined;
  const { view, entries } = usePaths();
  const { data: about } = useSummary();
  const goTo = useGo();
  const queries = useQueryClient();
  const findDate = useFindDate(logSize);
  const [found, setFound] = useState<string>();
  const asked = useRef(0);
  const moveTo = (entryNumber: number): undefined => {
    asked.current += 1;
    setFound(undefined);
    return onGo?.(entryNumber);
  };
  const go = (typed: string): string | undefined => {
    const entryNumber = numberIn(typed.replaceAll(/[\s,#]/g, ''));
    if (entryNumber <= logSize) return moveTo(entryNumber);
    return `The log has entries 1 to ${formatNumber(logSize)}.`;
  };
  const goToDate = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const date = target.validity.valid ? readDate(target.value) : undefined;
    if (date === undefined) return;
    setFound(`Looking for ${date.words} …`);
    asked.current += 1;
    // Where the reader went meanwhile counts.
    const turn = asked.current;
    try {
      const place = await queries.fetchQuery(findDate(date.fromMs - 1));
      if (turn !== asked.current) return;
      const next = place.size + 1;
      const words =
        next > logSize
          ? `The log ends before ${date.words}. This is its last entry.`
          : `Entry ${formatNumber(next)} is where ${date.words} (UTC) begins.`;
      setFound(`${words} ${dateOrderWords(place)}`);
      onGo?.(Math.min(next, logSize));
    } catch (error) {
      if (turn === asked.current) setFound(describeFailure(error).message);
    }
  };
  return (
    <>
      <PageHead
        title="Entries"
        note={
          <>
            {past
              ? `The first ${countOf(logSize, 'entry')} of the log.`
              : 'Entries are only ever added, at the newest end.'}{' '}
            <Link to={view('items')}>All {about?.variant === 'blob' ? 'blobs' : 'items'} that they name</Link>
          </>
        }
        actions={<Download what="entries" />}
      />
      <div className={`bar above ${styles.tools} unprinted`}>
        <TextForm
          key={recordKey}
          label="Filter by key"
          className="bar"
          size={8}
          defaultValue={recordKey}
          onText={(typed) => {
            if (typed.trim() === '') return 'Type a key, such as that of a record.';
            goTo(entries({ key: typed.trim() }));
            return undefined;
          }}
        />
        {onGo === undefined ? (
          <Link to={view('entries')}>Show all entries</Link>
        ) : (
          <>
            <TextForm label="Go to entry" size={8} inputMode="numeric" className="bar" onText={go} />
            <label className="bar quiet">
              or date
              <input type="date" min="1970-01-01" onChange={(event) => void goToDate(event)} />
            </label>
          </>
        )}
        <nav className="row pills" aria-label="Order">
          {ORDERS.map(([order, words]) => (
            <Link
              key={order}
              to={entries({ ...(recordKey && { key: recordKey }), order })}
              aria-current={isNewest === (order === 'newest') || undefined}
            >
              {words}
            </Link>
          ))}
        </nav>
      </div>
      <p className={styles.found} data-announce="">
        {found}
      </p>
    </>
  );
}
