import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { fieldsOf } from '../core/guards.ts';

declare const __SINGLE_FILE__: boolean;

/** Location is an address within this site, without the base that the site is served under. */
export interface Location {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** What the link passed to the page beside its address. */
  readonly state: unknown;
  /** The entry of the history that has this address. */
  readonly key: string;
  /** Whether a link of this page led here; else the browser opened it, or came back to it. */
  readonly isFollowed: boolean;
}

/** BASE is what precedes every path. A file on disk has one path only, so its addresses are behind the #. */
const BASE = __SINGLE_FILE__ ? '#' : import.meta.env.BASE_URL.slice(0, -1);

const FIRST_KEY = 'default';

/** locationOf reads a path of this site, with its query and fragment. */
export function locationOf(path: string, state: unknown = null): Location {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\??[^#]*)(#?.*)$/s.exec(path) ?? [];
  return { pathname: pathname.replace(/^\/?/, '/'), search, hash, state, key: FIRST_KEY, isFollowed: false };
}

/** readLocation reads the address bar. */
function readLocation(isFollowed: boolean): Location {
  const { pathname, search, hash } = window.location;
  const path = __SINGLE_FILE__ ? hash.slice(1) : pathname.slice(BASE.length) + search + hash;
  const { state = null, key } = fieldsOf(window.history.state);
  return { ...locationOf(path, state), key: typeof key === 'string' ? key : FIRST_KEY, isFollowed };
}

/** LocationContext is the address of the page on view. */
export const LocationContext = createContext<Location | undefined>(undefined);

/** onNavigate is what the router does once this page has written an address. */
let onNavigate = (): void => undefined;

/** Router gives the pages below it the address, and the next one once the page there can be shown. */
export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => readLocation(false));
  // Before the effects of the pages, which may navigate.
  useLayoutEffect(() => {
    const follow = (isFollowed: boolean): void =>
      startTransition(() => setLocation(readLocation(isFollowed)));
    const onPop = (): void => follow(false);
    onNavigate = () => follow(true);
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  return <LocationContext value={location}>{children}</LocationContext>;
}

/** useLocation returns the address of the page on view. The address bar may be ahead of it. */
export function useLocation(): Location {
  const location = use(LocationContext);
  if (location === undefined) throw new Error('useLocation outside the router');
  return location;
}

/** hrefOf returns the address of a path of this site, for links and for others. */
export function hrefOf(path: string): string {
  return `${BASE}${path}`;
}

/** HowToGo is whether an address replaces the one before in the history, and what is passed to its page. */
interface HowToGo {
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** navigate goes to a path of this site without a reload. */
export function navigate(path: string, { replace = false, state = null }: HowToGo = {}): void {
  const kept = { state, key: crypto.getRandomValues(new Uint32Array(1)).join('') };
  if (replace) window.history.replaceState(kept, '', hrefOf(path));
  else
    try {
      window.history.pushState(kept, '', hrefOf(path));
    } catch {
      // Too many addresses in a short time, or too much state.
      window.location.assign(hrefOf(path));
      return;
    }
  onNavigate();
}

/** Redirect replaces the address by another. */
export function Redirect({ to, state }: { to: string; state?: unknown }): null {
  const go = useEffectEvent(() => navigate(to, { replace: true, state }));
  useEffect(() => go(), [to]);
  return null;
}

/** Parameters are those of an address, or what makes them of the present ones. */
type Parameters = URLSearchParams | ((now: URLSearchParams) => URLSearchParams);

/**
 * useSearchParams returns the parameters of the address, and the function to change them. It changes nothing
 * once another page was opened, which may still be loading.
 */
export function useSearchParams(): [URLSearchParams, (next: Parameters, how?: HowToGo) => void] {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: Parameters, how?: HowToGo) => {
      const now = readLocation(false);
      if (now.pathname !== pathname) return;
      const query = typeof next === 'function' ? next(new URLSearchParams(now.search)) : next;
      navigate(pathname + (query.size === 0 ? '' : `?${query}`), how);
    },
    [pathname],
  );
  return [params, setParams];
}
