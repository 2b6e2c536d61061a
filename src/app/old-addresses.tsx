import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { fieldsOf } from '../core/guards.ts';
import { Link } from '../ui/link.tsx';
import { numberIn, parsePlace, pathTo } from '../ui/paths.ts';

/** Address is an address within this site, without the base that the site is served under. */
interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** OldAddress is how a removed feature was addressed, and what replaces it. */
interface OldAddress {
  /** Returns the address of the page that replaces the feature; undefined for any other address. */
  readonly target: (address: Address) => string | undefined;
  /** What that page says to those who followed an old address. */
  readonly words: string;
}

/** OLD_ADDRESSES are the addresses of features that were removed, by the feature. */
export const OLD_ADDRESSES: Readonly<Record<string, OldAddress>> = {
  lab: {
    target: ({ pathname, search }) => {
      const [, base = ''] = /^(\/[^/]+)\/lab\/?$/.exec(pathname) ?? [];
      const place = parsePlace(base);
      if (place.view !== 'overview') return undefined;
      const entry = numberIn(new URLSearchParams(search).get('entry'));
      if (Number.isNaN(entry)) return pathTo(place);
      return pathTo({ view: 'entry', register: place.register, entryNumber: String(entry) });
    },
    words: 'The lab was removed. To change a copy, open a record and choose “Tamper with a copy”.',
  },
  tour: {
    target: ({ pathname }) => (/^\/tour\/?$/.test(pathname) ? '/' : undefined),
    words: 'The tour was removed. This page links to four demos of a dishonest server.',
  },
  conformance: {
    target: ({ pathname }) => (/^\/conformance\/?$/.test(pathname) ? '/help' : undefined),
    words: 'The conformance page was removed. Run its checks in a terminal: npm run conformance -- ADDRESS.',
  },
  certificate: {
    target: ({ pathname, search, hash }) => {
      const query = new URLSearchParams(search);
      if (query.get('print') !== 'certificate' || parsePlace(pathname, search).view !== 'record')
        return undefined;
      query.delete('print');
      return `${pathname}${query.size === 0 ? '' : `?${query}`}${hash}`;
    },
    words: 'Certificates were removed. This is the record; print this page instead.',
  },
  'sent-root': {
    target: ({ pathname, search }) => {
      const query = new URLSearchParams(search);
      const root = query.get('root');
      const place = parsePlace(pathname, search);
      const isFile = 'register' in place && place.register.kind === 'file';
      if (root === null || !(isFile || place.view === 'compare')) return undefined;
      const seen = `${query.get('size') ?? ''}.${root.replace(/^(?:sha-256:|1220(?=.{64}$))/, '')}`;
      for (const name of ['root', 'size']) query.delete(name);
      return `${pathname}${query.size === 0 ? '' : `?${query}`}#seen=${encodeURIComponent(seen)}`;
    },
    words: 'What the sender of a link saw is now compared on every page. Links carry it after the sign #.',
  },
  'proof-link': {
    target: ({ pathname, hash }) =>
      /^\/check\/?$/.test(pathname) && hash.startsWith('#proof=') ? '/check' : undefined,
    words: 'Proofs in links and QR codes can no longer be read. Open a saved file instead.',
  },
};

/** newAddressOf returns where the address of a removed feature leads now; undefined for any other address. */
export function newAddressOf(
  address: Address,
): { readonly feature: string; readonly target: string } | undefined {
  for (const [feature, old] of Object.entries(OLD_ADDRESSES)) {
    const target = old.target(address);
    if (target !== undefined) return { feature, target };
  }
  return undefined;
}

/** OldAddress leads from the address of a removed feature to the page that replaces it. */
export function OldAddress({ children }: { children: ReactNode }): ReactNode {
  const moved = newAddressOf(useLocation());
  if (moved === undefined) return children;
  return <Navigate replace to={moved.target} state={{ removed: moved.feature }} />;
}

/** REWRITTEN is what the demo of a rewritten history says on its first page, the honest one. */
const REWRITTEN = (
  <>
    Once this page is verified, this browser remembers the log’s root hash. Now{' '}
    <Link to="/unfaithful~v2+fork/records/ZW">open the record after its history was rewritten</Link>.
  </>
);

/**
 * RemovedNote tells who followed the address of a removed feature why another page is shown, and who follows a
 * demo what is next. That is in the history state, so the note goes with the next navigation.
 */
export function RemovedNote(): ReactNode {
  const state: unknown = useLocation().state;
  const { removed, next } = fieldsOf(state);
  const moved = typeof removed === 'string' ? OLD_ADDRESSES[removed]?.words : undefined;
  const words = next === 'rewritten' ? REWRITTEN : moved;
  return (
    words && (
      <p className="quiet boxed above" data-announce="">
        {words}
      </p>
    )
  );
}
