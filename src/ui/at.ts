import { createContext, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { numberIn } from './paths.ts';

/** AskedAt is the parameter `?at=<log size>` of an address. A size may still be beyond the log. */
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

/** useAt returns the log size in the address; undefined for the present, and for an invalid size, with which the frame shows no view. */
export function useAt(): number | undefined {
  const asked = readAt(useLocation().search);
  return asked.kind === 'at' ? asked.size : undefined;
}

/** Moment is the start of the addresses that keep `?at=`, and its value in the address. */
interface Moment {
  readonly register: string;
  readonly at: string;
}

/** MomentContext is the moment that links keep; without one they lead to the present. */
export const MomentContext = createContext<Moment | undefined>(undefined);

/** TimeBarContext is the time bar, for a view that places it itself. */
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

/** withAt returns the current address at another moment: `at` is a log size or a date; undefined is the present. `date` is the one that the size was found for. */
export function withAt(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  at: string | undefined,
  date?: string,
): string {
  const params = new URLSearchParams(search);
  // A list's scroll position belongs to its moment.
  for (const name of ['at', 'date', 'entry']) params.delete(name);
  if (at !== undefined) params.set('at', at);
  if (date !== undefined) params.set('date', date);
  return params.size === 0 ? pathname : `${pathname}?${params.toString()}`;
}
