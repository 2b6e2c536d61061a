import { DeclareMissingRecord } from '../../query/use-whole-log.ts';
import { useAt } from '../../ui/at.ts';
import { Link } from '../../ui/link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { isolated } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';

/** RecordMissing says that a key names no record here, and offers to look for it among those there are. */
export function RecordMissing({ register, recordKey }: { register: RegisterId; recordKey: string }) {
  return (
    <>
      <DeclareMissingRecord recordKey={recordKey} at={useAt()} />
      <Notice
        page
        title={`No record with the key “${isolated(recordKey)}”`}
        live
        actions={
          <>
            <Link
              className={buttonClass('strong')}
              to={`${pathTo({ view: 'records', register })}?q=${encodeURIComponent(recordKey)}`}
            >
              Search the records for “{isolated(recordKey)}”
            </Link>
            <Link className={buttonClass()} to={pathTo({ view: 'records', register })}>
              All records
            </Link>
          </>
        }
      >
        <p>
          The server answered that this register has no such record. Keys are exact: capital letters, hyphens
          and zeros at the front count.
        </p>
      </Notice>
    </>
  );
}
