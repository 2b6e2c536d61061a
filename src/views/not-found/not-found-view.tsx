import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { bundledQuery, useSite } from '../../query/site-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { parsePlace, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { addressWords } from '../../ui/source.ts';

/** PLACES are addresses that exist. */
const PLACES = [
  ['/country', 'An example register'],
  ['/country/records/GB', 'One record of it, checked'],
  ['/check', 'Check a file'],
  ['/settings', 'Settings'],
  ['/help', 'What is this?'],
] as const;

/**
 * NotFoundView is shown for an unknown address: of a known register, of a register in
 * other letters, or of nothing.
 */
export function NotFoundView() {
  const { pathname, search } = useLocation();
  const site = useSite();
  const { data: bundled, isPending } = useQuery(bundledQuery(site));
  const typed = pathname + search;
  const meant = useQuery({
    queryKey: ['path-of', typed],
    queryFn: () => site.pathOf(typed),
    staleTime: Infinity,
  });
  const found = meant.data && 'path' in meant.data ? meant.data : undefined;
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(pathname) ?? [];
  const small = first.toLowerCase();
  const [register, name] = registerAt(first) ?? registerAt(small) ?? [];
  if (meant.isPending || (register?.kind === 'bundled' && isPending))
    return <Skeleton title="Looking for this address" lines={4} label="Loading the registers" />;
  const title =
    register?.kind === 'bundled'
      ? bundled?.find((one) => one.name === register.name)?.title
      : register && addressWords(register);
  const address = (
    <p>
      <code className="wrap">{pathname}</code>
    </p>
  );
  if (found !== undefined && (register === undefined || title !== undefined))
    return (
      <Notice
        page
        title="This is not an address of this site"
        actions={
          <Link className={buttonClass('strong')} to={found.path}>
            Open {found.what.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}
          </Link>
        }
      >
        {address}
        <p>It reads like an address of a register’s API.</p>
      </Notice>
    );
  if (title !== undefined) {
    const isSpelt = name === first;
    // The rest of the address may be right.
    const isRestThere = !isSpelt && parsePlace(`/${name}${rest}`, search).view !== 'nowhere';
    const path = `/${name}${isRestThere ? rest : ''}`;
    return (
      <Notice
        page
        title={
          isSpelt
            ? `${isolated(title)} has no page “${isolated(rest.slice(1))}”`
            : `There is no register called “${isolated(first)}”`
        }
        actions={
          <Link className={buttonClass('strong')} to={isRestThere ? path + search : path}>
            Open {isSpelt ? isolated(title) : path}
          </Link>
        }
      >
        {isSpelt ? address : <p>The name of {isolated(title)} is written in small letters.</p>}
      </Notice>
    );
  }
  return (
    <Notice
      page
      title="There is nothing at this address"
      actions={
        <Link className={buttonClass('strong')} to="/">
          Open a register
        </Link>
      }
    >
      {address}
      <p>
        An address here begins with a register: the name of a bundled one, or the percent-encoded base address
        of any other. Part of this one may be missing. Try these:
      </p>
      <ul className="rows">
        {PLACES.map(([to, name]) => (
          <li key={to} className="line">
            <Link to={to}>{name}</Link>
            <code className="faint">{to}</code>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/**
 * registerAt returns the register with this first segment of an address, still
 * percent-encoded, and that segment.
 */
function registerAt(segment: string): readonly [RegisterId, string] | undefined {
  const place = parsePlace(`/${segment}`);
  return 'register' in place ? [place.register, segment] : undefined;
}
