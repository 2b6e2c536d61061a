import { createContext, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { numberIn } from './paths.ts';

/** AskedAt is the moment of the log that an address asks for by `?at=<log size>`. A size may still be beyond the log. */
export type AskedAt =
  | { readonly kind: 'now' }
  | { readonly kind: 'at'; readonly size: number }
  | { readonly kind: 'malformed'; readonly text: string };

/** readAt reads `?at=` from the query of an address: a log size of at least 1, in digits. */
export function readAt(search: string): AskedAt {
  const text = new URLSearchParams(search).get('at');
  if (text === null) return { kind: 'now' };
  const size = numberIn(text);
  return Number.isNaN(size) ? { kind: 'malformed', text } : { kind: 'at', size };
}

/** useAt is the log size that the address asks for; undefined for the present, and where what it asks for is no size: the frame shows no view then. */
export function useAt(): number | undefined {
  const asked = readAt(useLocation().search);
  return asked.kind === 'at' ? asked.size : undefined;
}

/** Moment is the register whose links keep `?at=`, by the beginning of its addresses, and that size as it is in the address. */
interface Moment {
  readonly register: string;
  readonly at: string;
}

/** MomentContext is what links keep; without one they lead to the present. */
export const MomentContext = createContext<Moment | undefined>(undefined);

/** TimeBarContext is the bar that drags through time, for a view that has a place of its own for it. */
export const TimeBarContext = createContext<ReactNode>(undefined);

/** keepMoment adds `?at=` to an address within the moment's register, unless it has one. */
export function keepMoment(to: string, moment: Moment | undefined): string {
  if (moment === undefined) return to;
  const [path = '', query = '', hash = ''] = partsOf(to);
  const within = path === moment.register || path.startsWith(`${moment.register}/`);
  if (!within || new URLSearchParams(query).has('at')) return to;
  return `${path}?${query === '' ? '' : `${query}&`}at=${encodeURIComponent(moment.at)}${hash}`;
}

function partsOf(to: string): readonly (string | undefined)[] {
  return /^([^?#]*)\??([^#]*)(.*)$/s.exec(to)?.slice(1) ?? [];
}

/** withAt is the current address at another moment: `at` is a log size or a date; undefined is the present. `date` is the one that the size was found for. */
export function withAt(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  at: string | undefined,
  date?: string,
): string {
  const params = new URLSearchParams(search);
  // Where a list stood belongs to the moment it was read at.
  for (const name of ['at', 'date', 'entry']) params.delete(name);
  if (at !== undefined) params.set('at', at);
  if (date !== undefined) params.set('date', date);
  return params.size === 0 ? pathname : `${pathname}?${params.toString()}`;
}
