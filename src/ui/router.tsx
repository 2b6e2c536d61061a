import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

declare const __SINGLE_FILE__: boolean;

/** SiteLocation is an address within this site, and what the browser's history keeps with it. */
export interface SiteLocation {
  /** Percent-encoded, without the base of the site. */
  readonly pathname: string;
  /** With its question mark; empty without a query. */
  readonly search: string;
  /** With its number sign; empty without a fragment. */
  readonly hash: string;
  /** What the page that led here told this one. */
  readonly state: unknown;
  /** Another for each visit of an address; the same where the reader comes back to it. */
  readonly key: string;
  /** Whether the page was loaded, or its reader went back or forward to it, rather than following a link. */
  readonly isReturn: boolean;
}

/** HistoryState is what this site keeps with an entry of the browser's history. */
type HistoryState = Pick<SiteLocation, 'state' | 'key'>;

/** What `navigate` dispatches on the window; the browser itself tells only of going back and forward. */
const NAVIGATE = 'site-navigate';

const BASE = import.meta.env.BASE_URL.replace(/\/$/, '');

/** parseLocation takes an address within this site apart. */
export function parseLocation(
  address: string,
  kept: Partial<HistoryState> = {},
  isReturn = true,
): SiteLocation {
  const [, pathname = '/', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  return { pathname, search, hash, state: kept.state, key: kept.key ?? '', isReturn };
}

/** readLocation reads where the browser is. The edition in one file has its addresses behind the #: without a server no path leads anywhere but to the file. */
export function readLocation(isReturn = true): SiteLocation {
  const { pathname, search, hash } = window.location;
  const address = __SINGLE_FILE__ ? hash.slice(1) : pathname.slice(BASE.length) + search + hash;
  return parseLocation(
    address.replace(/^\/?/, '/'),
    (history.state ?? {}) as Partial<HistoryState>,
    isReturn,
  );
}

/** LocationContext is where the page on view is. */
export const LocationContext = createContext(parseLocation('/'));

/** useLocation returns where the page on view is; the address of the browser is ahead of it while the next page is fetched. */
export function useLocation(): SiteLocation {
  return use(LocationContext);
}

/** Router follows the address of the browser. The page before stays on show until the next one can be drawn. */
export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(readLocation);
  useLayoutEffect(() => {
    const follow = ({ type }: Event): void => {
      const next = readLocation(type !== NAVIGATE);
      startTransition(() => setLocation(next));
    };
    for (const type of ['popstate', NAVIGATE]) window.addEventListener(type, follow);
    return () => {
      for (const type of ['popstate', NAVIGATE]) window.removeEventListener(type, follow);
    };
  }, []);
  return <LocationContext value={location}>{children}</LocationContext>;
}

/** hrefOf is what a link to an address within this site says. It never leads out of the site: an address that begins with two slashes would. */
export function hrefOf(to: string): string {
  const within = to.replace(/^[/\\]*/, '/');
  return __SINGLE_FILE__ ? `#${within}` : BASE + within;
}

interface NavigateOptions {
  /** Whether the address takes the place of the one before in the browser's history. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** navigate goes to an address within this site, without a reload. */
export function navigate(to: string, { replace = false, state }: NavigateOptions = {}): void {
  const kept: HistoryState = { state, key: Math.random().toString(36).slice(2) };
  if (replace) history.replaceState(kept, '', hrefOf(to));
  else history.pushState(kept, '', hrefOf(to));
  window.dispatchEvent(new Event(NAVIGATE));
}

/** Redirect goes to another address in the place of this one. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

/** withQuery writes an address, without a question mark where nothing is asked for. */
export function withQuery(pathname: string, query: URLSearchParams): string {
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

/** useSearchParams is the query of the page, and what shows the page by another one. A page that its reader is leaving no longer changes the address. */
export function useSearchParams() {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: URLSearchParams | Readonly<Record<string, string>>, options?: NavigateOptions): void => {
      if (readLocation().pathname === pathname)
        navigate(withQuery(pathname, new URLSearchParams(next)), options);
    },
    [pathname],
  );
  return [params, setParams] as const;
}
