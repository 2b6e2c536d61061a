import { describeFailure, type Failure } from '../../query/failure.ts';
import { DeclareMissing } from '../../query/use-whole-log.ts';
import { buttonClass } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';

/** EntryMissing says that there is no such entry, or that an address asks for something that is no entry number. */
export function EntryMissing({
  register,
  entryNumber,
  logSize,
}: {
  register: RegisterId;
  entryNumber: string;
  logSize: number | undefined;
}) {
  return (
    <Notice
      page
      title={`No entry ${entryNumber}`}
      live
      actions={
        <>
          <Link className={buttonClass('strong')} to={pathTo({ view: 'entries', register })}>
            Open the log
          </Link>
          <Link className={buttonClass()} to={pathTo({ view: 'record', register, key: entryNumber })}>
            Is it a key? Open the record {entryNumber}
          </Link>
        </>
      }
    >
      <DeclareMissing />
      <p>
        {logSize === undefined
          ? 'The server has no such entry.'
          : `Entries are numbered from 1; this log has ${formatNumber(logSize)}.`}
      </p>
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
    title: `The server does not show entry ${formatNumber(entryNumber)}`,
    message: `It publishes a root of ${size}, so that this one is among them. ${failure.message}`,
  };
}

/** EntryNotYet says that an entry came after the size at which the register is shown. */
export function EntryNotYet({
  register,
  entryNumber,
  at,
}: {
  register: RegisterId;
  entryNumber: number;
  at: number;
}) {
  const number = formatNumber(entryNumber);
  return (
    <Notice
      page
      title={`Entry ${number} was not there yet at size ${formatNumber(at)}`}
      live
      actions={
        <>
          <Link
            className={buttonClass('strong')}
            present
            to={pathTo({ view: 'entry', register, entryNumber: String(entryNumber) })}
          >
            Entry {number} in the log of now
          </Link>
          <Link className={buttonClass()} to={pathTo({ view: 'entry', register, entryNumber: String(at) })}>
            The last entry then, {formatNumber(at)}
          </Link>
        </>
      }
    >
      <DeclareMissing at={at} />
      <p>
        Entries are numbered from 1 in the order of the log, so that a log of {formatNumber(at)} ends with
        entry {formatNumber(at)}.
      </p>
    </Notice>
  );
}
