import type { ReactNode } from 'react';
import { describeFailure, type Failure } from '../../query/failure.ts';
import { DeclareMissing } from '../../query/use-whole-log.ts';
import { buttonClass } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePaths } from '../../ui/register-paths.ts';

/** EntryMissing says that there is no such entry, or that an address asks for something that is no entry number. */
export function EntryMissing({ entryNumber, logSize }: { entryNumber: string; logSize: number | undefined }) {
  const paths = usePaths();
  return (
    <NoEntry
      title={`No entry ${entryNumber}`}
      actions={
        <>
          <Link className={buttonClass('strong')} to={paths.view('entries')}>
            Open the log
          </Link>
          <Link className={buttonClass()} to={paths.record(entryNumber)}>
            Is it a key? Open the record {entryNumber}
          </Link>
        </>
      }
    >
      {logSize === undefined
        ? 'There is no such entry.'
        : `Entries are numbered from 1; this log has ${formatNumber(logSize)}.`}
    </NoEntry>
  );
}

/** EntryNotYet says that an entry came after the size at which the register is shown. */
export function EntryNotYet({ entryNumber, at }: { entryNumber: number; at: number }) {
  const paths = usePaths();
  const [number, size] = [formatNumber(entryNumber), formatNumber(at)];
  return (
    <NoEntry
      at={at}
      title={`Entry ${number} was not there yet at size ${size}`}
      actions={
        <>
          <Link className={buttonClass('strong')} present to={paths.entry(entryNumber)}>
            Entry {number} in the log of now
          </Link>
          <Link className={buttonClass()} to={paths.entry(at)}>
            The last entry then, {size}
          </Link>
        </>
      }
    >
      Entries are numbered from 1 in the order of the log, so that a log of {size} ends with entry {size}.
    </NoEntry>
  );
}

function NoEntry({
  title,
  at,
  actions,
  children,
}: {
  title: string;
  at?: number;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <Notice page title={title} live actions={actions}>
      <DeclareMissing at={at} />
      <p>{children}</p>
    </Notice>
  );
}

/** withheldWords says of an entry that was not had that there is one: the log of the published root is long enough. */
export function withheldWords(error: Error, entryNumber: number, logSize: number): Failure {
  const failure = describeFailure(error);
  if (!failure.notFound) return failure;
  const size = countOf(logSize, 'entry', 'entries');
  return {
    ...failure,
    title: `Entry ${formatNumber(entryNumber)} is not shown`,
    message: `The root hash is of ${size}, so that this one is among them. ${failure.message}`,
  };
}
