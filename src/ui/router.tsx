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
import { createStore } from '../core/store.ts';

declare const __SINGLE_FILE__: boolean;

/** PageLocation is an address within this site, below the base that the site is served under. */
export interface PageLocation {
  /** Still percent-encoded. */
  readonly pathname: string;
  /** Empty, or with its `?`. */
  readonly search: string;
  readonly hash: string;
  /** What was passed to the page beside its address. */
  readonly state: unknown;
  /** Different at each visit of an address. */
  readonly key: string;
  /** Whether a reload, Back or Forward led here, and no link. */
  readonly isReturn: boolean;
}

const BASE = import.meta.env.BASE_URL.replace(/\/$/, '');

/** locationOf splits an address within this site. */
export function locationOf(address: string, isReturn = true): PageLocation {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  return { pathname: pathname || '/', search, hash, state: null, key: 'default', isReturn };
}

/** here reads the location of the page. A file on disk has one path only, so its addresses are behind the #. */
function here(isReturn: boolean): PageLocation {
  const { pathname, search, hash } = window.location;
  const address = __SINGLE_FILE__ ? hash.slice(1) : pathname.slice(BASE.length) + search + hash;
  const { key = 'default', state = null } = (window.history.state ?? {}) as Partial<PageLocation>;
  return { ...locationOf(address, isReturn), key, state };
}

function hrefOf(address: string): string {
  return __SINGLE_FILE__ ? `#${address}` : BASE + address;
}

/** LocationContext carries the location of the page on view. */
export const LocationContext = createContext<PageLocation | undefined>(undefined);

/** useLocation returns the location of the page on view, which may be a moment behind the address bar. Throws outside of a router: a bug, not a state. */
export function useLocation(): PageLocation {
  const location = use(LocationContext);
  if (location === undefined) throw new Error('useLocation outside a router');
  return location;
}

/** Navigated is told of every address that `useNavigate` writes. */
const navigated = createStore(undefined);

/** Router follows the address of the page. The page on view stays until the next one is loaded. */
export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => here(true));
  useLayoutEffect(() => {
    const follow = (isReturn: boolean): void => startTransition(() => setLocation(here(isReturn)));
    const onReturn = (): void => follow(true);
    window.addEventListener('popstate', onReturn);
    const unsubscribe = navigated.subscribe(() => follow(false));
    return () => {
      window.removeEventListener('popstate', onReturn);
      unsubscribe();
    };
  }, []);
  return <LocationContext value={location}>{children}</LocationContext>;
}

interface NavigateOptions {
  /** Whether the address replaces the current one in the history. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** useNavigate returns the function to go to an address within this site, or to one of the same path by its query alone. */
export function useNavigate(): (to: string, options?: NavigateOptions) => void {
  const { pathname } = useLocation();
  return useCallback(
    (to, { replace = false, state = null } = {}) => {
      const href = hrefOf(absolute(to, pathname));
      const entry = { state, key: Math.random().toString(36).slice(2) };
      try {
        if (replace) window.history.replaceState(entry, '', href);
        else window.history.pushState(entry, '', href);
      } catch {
        // Browsers refuse hundreds of changes a minute.
        if (!replace) window.location.assign(href);
        return;
      }
      navigated.set(undefined);
    },
    [pathname],
  );
}

function absolute(to: string, pathname: string): string {
  return (to.startsWith('/') ? to : pathname + to).replace(/\?(?=#|$)/, '');
}

/** useHref returns the address of a place for an `href`, with the base of the site. */
export function useHref(to: string): string {
  return hrefOf(absolute(to, useLocation().pathname));
}

type Query = URLSearchParams | Readonly<Record<string, string>>;

/** useSearchParams returns the query of the address, and the function to change it. */
export function useSearchParams() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: Query | ((before: URLSearchParams) => Query), options?: NavigateOptions): void => {
      const query = typeof next === 'function' ? next(new URLSearchParams(params)) : next;
      navigate(`?${new URLSearchParams(query)}`, options);
    },
    [params, navigate],
  );
  return [params, setParams] as const;
}

/** Navigate goes to another address as soon as it is shown, in place of this one. */
export function Navigate({ to }: { to: string }): null {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}
