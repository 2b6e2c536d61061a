import { useSummary } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Link, usePaths } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Value } from '../../ui/values/value.tsx';

/** INVENTED is what every bundled register is marked with. */
export const INVENTED = <strong className="tag sand">demonstration data, dates invented</strong>;

/** FromRegister says of which register a page is, where that is, and who it says keeps it. */
export function FromRegister() {
  const { register, view } = usePaths();
  const { base } = useSession();
  const { data: about } = useSummary();
  return (
    <>
      From{' '}
      <Link to={view('overview')}>
        <Literal text={about?.title ?? about?.name ?? 'this register'} most={200} />
      </Link>
      {register.kind === 'remote' && `, at ${new URL(base).host}`}
      {register.kind === 'file' && ', a file'}
      {register.kind !== 'bundled' && about?.custodian && (
        <>
          , custodian stated: <Value value={about.custodian} datatype="string" />
        </>
      )}
      {register.kind === 'bundled' && <>, an example {INVENTED}</>}
    </>
  );
}
