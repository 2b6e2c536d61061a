import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';

/** Neighbours leads to the entries before and after, as far as the log goes, and to the place of this one in it. */
export function Neighbours({
  register,
  entryNumber,
  logSize,
}: {
  register: RegisterId;
  entryNumber: number;
  logSize: number | undefined;
}) {
  const to = (n: number): string => pathTo({ view: 'entry', register, entryNumber: String(n) });
  return (
    <>
      {entryNumber > 1 && (
        <Link className={buttonClass()} to={to(entryNumber - 1)} rel="prev">
          Previous
        </Link>
      )}
      {logSize !== undefined && entryNumber < logSize && (
        <Link className={buttonClass()} to={to(entryNumber + 1)} rel="next">
          Next
        </Link>
      )}
      <Link className={buttonClass()} to={`${pathTo({ view: 'entries', register })}?entry=${entryNumber}`}>
        In the log
      </Link>
    </>
  );
}
