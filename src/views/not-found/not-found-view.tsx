import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { bundledQuery, useSite } from '../../query/site-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { Notice, Skeleton } from '../../ui/notice.tsx';
import { parsePlace, type RegisterId } from '../../ui/paths.ts';
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
  const path = `/${name}`;
  // The rest of the address may be right.
  const isRestThere = name !== first && parsePlace(path + rest, search).view !== 'nowhere';
  const address = (
    <p>
      <code className="wrap">{pathname}</code>
    </p>
  );
  const notice = (heading: string, to: string, words: string, children: ReactNode) => (
    <Notice
      page
      title={heading}
      actions={
        <Link className={buttonClass('strong')} to={to}>
          {words}
        </Link>
      }
    >
      {children}
    </Notice>
  );
  if (found !== undefined && (register === undefined || title !== undefined))
    return notice(
      'This is not an address of this site',
      found.path,
      `Open ${found.what.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`,
      <>
        {address}
        <p>It reads like an address of a register’s API.</p>
      </>,
    );
  if (title !== undefined && name === first)
    return notice(
      `${isolated(title)} has no page “${isolated(rest.slice(1))}”`,
      path,
      `Open ${isolated(title)}`,
      address,
    );
  if (title !== undefined)
    return notice(
      `There is no register called “${isolated(first)}”`,
      isRestThere ? path + rest + search : path,
      `Open ${isRestThere ? path + rest : path}`,
      <p>The name of {isolated(title)} is written in small letters.</p>,
    );
  return notice(
    'There is nothing at this address',
    '/',
    'Open a register',
    <>
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
    </>,
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
