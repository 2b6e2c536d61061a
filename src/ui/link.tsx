import { use, type ComponentProps, createContext } from 'react';
import { useHref, useLinkClickHandler, useNavigate, useLocation } from 'react-router';
import { NO_PLACE, numberIn, pathTo, type RegisterId, type RegisterPlace } from './paths.ts';

/**
 * Link goes to another place of this site without a reload; a click that asks for a new tab or a download is
 * left to the browser. Within a register shown at an earlier size it keeps `?at=`; with `present` it does
 * not. `state` is passed to the page there, beside its address. To no place it is text.
 */
export function Link({
  to: target,
  replace = false,
  present = false,
  state,
  onClick,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  replace?: boolean;
  present?: boolean;
  state?: unknown;
}) {
  const scope = use(AtContext);
  const to = present ? target : keepAt(target, scope);
  const href = useHref(to);
  const go = useLinkClickHandler(to, { replace, state });
  if (to[0] === NO_PLACE) return props.children;
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) go(event);
      }}
    />
  );
}

/** useGo returns a function that goes where a Link to this place would lead. */
export function useGo(): (to: string, options?: { readonly replace: boolean }) => void {
  const navigate = useNavigate();
  const scope = use(AtContext);
  return (to, options) => void navigate(keepAt(to, scope), options);
}

/** RegisterContext is the id of the register on view. */
export const RegisterContext = createContext<RegisterId | undefined>(undefined);

/** useRegister returns the register on view. Throws outside one: a bug, not a state. */
export function useRegister(): RegisterId {
  const register = use(RegisterContext);
  if (register === undefined) throw new Error('useRegister outside a register');
  return register;
}

/** PlainView is a view whose address ends with its name. */
type PlainView = Exclude<
  RegisterPlace['view'],
  'record' | 'entry' | 'item' | 'entry-proof' | 'consistency-proof'
>;

/** RegisterPaths writes the addresses within one register. */
type RegisterPaths = ReturnType<typeof pathsIn>;

/** pathsIn writes the addresses of places within a register. */
export function pathsIn(register: RegisterId) {
  return {
    register,
    view: (view: PlainView) => pathTo({ view, register }),
    record: (key: string) => pathTo({ view: 'record', register, key }),
    entry: (entryNumber: number | string) =>
      pathTo({ view: 'entry', register, entryNumber: String(entryNumber) }),
    /** An item; `entryNumber` is an entry that records it. */
    item: (hash: string, entryNumber?: number) =>
      `${pathTo({ view: 'item', register, hash })}${entryNumber === undefined ? '' : `?entry=${entryNumber}`}`,
    /** The log, from an entry on. */
    log: (entryNumber: number) => `${pathTo({ view: 'entries', register })}?entry=${entryNumber}`,
    /** The list of entries with a query: those of a key, an order. */
    entries: (query: Readonly<Record<string, string>>) =>
      `${pathTo({ view: 'entries', register })}?${new URLSearchParams(query)}`,
    /** The list of records with a query: a search or a filter. */
    records: (query: Readonly<Record<string, string>>) =>
      `${pathTo({ view: 'records', register })}?${new URLSearchParams(query)}`,
    changes: (from: number | string, to: number | string) =>
      pathTo({ view: 'changes', register, from: String(from), to: String(to) }),
    entryProof: (entryNumber: number, logSize: number) =>
      pathTo({
        view: 'entry-proof',
        register,
        entryNumber: String(entryNumber),
        logSize: String(logSize),
      }),
    consistency: (from: number, to: number) =>
      pathTo({ view: 'consistency-proof', register, from: String(from), to: String(to) }),
  };
}

/** usePaths writes the addresses within the register on view. Throws outside one: a bug, not a state. */
export function usePaths(): RegisterPaths {
  return pathsIn(useRegister());
}

/** AtParameter is the parameter `?at=<log size>` of an address. */
export interface AtParameter {
  readonly text: string;
  /** A whole number of at least 1, which may still be beyond the log; NaN for any other text. */
  readonly size: number;
}

/** readAt reads `?at=` from the query of an address; undefined for the present. */
export function readAt(search: string): AtParameter | undefined {
  const text = new URLSearchParams(search).get('at');
  return text === null ? undefined : { text, size: numberIn(text) };
}

/**
 * useAt returns the log size in the address; undefined for the present, and for an invalid size, with which
 * the frame shows no view.
 */
export function useAt(): number | undefined {
  return readAt(useLocation().search)?.size || undefined;
}

/** AtScope is the start of the addresses that keep `?at=`, and its value in the address. */
export interface AtScope {
  readonly register: string;
  readonly at: string;
}

/** AtContext is the log size that links keep; without one they lead to the present. */
export const AtContext = createContext<AtScope | undefined>(undefined);

/** keepAt adds `?at=` to an address within the register of the scope, unless it has one. */
export function keepAt(to: string, scope: AtScope | undefined): string {
  if (scope === undefined) return to;
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(to) ?? [];
  const within = path === scope.register || path.startsWith(`${scope.register}/`);
  if (!within || new URLSearchParams(query).has('at')) return to;
  return `${path}?${query === '' ? '' : `${query}&`}at=${encodeURIComponent(scope.at)}${hash}`;
}

/**
 * withAt returns the current address at another size: `at` is a log size or a date; undefined is the present.
 * `date` is the one that the size was found for.
 */
export function withAt(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  at: string | undefined,
  date?: string,
): string {
  const params = new URLSearchParams(search);
  // A list's scroll position belongs to its size.
  for (const name of ['at', 'date', 'entry']) params.delete(name);
  if (at !== undefined) params.set('at', at);
  if (date !== undefined) params.set('date', date);
  return params.size === 0 ? pathname : `${pathname}?${params.toString()}`;
}
