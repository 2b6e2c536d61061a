import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { canBeAddressed, numberIn } from '../../ui/paths.ts';
import { useMatches } from '../../ui/use-width.ts';

/** ListRequest is the query of the records view, except the log size. */
export interface ListRequest {
  /** Words to search for. */
  readonly text: string;
  /** Whether to search former versions, too. */
  readonly former: boolean;
  /** Per attribute the values to show, `''` for "not set"; no attribute without a value. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  readonly status: 'current' | 'ended' | '';
  /** An attribute, `key`, `entry-number` or `entry-timestamp`, descending with `-` before it; '' for none. */
  readonly sort: string;
  /** The columns to show; undefined for those that suit the register. */
  readonly columns: readonly string[] | undefined;
}

/** CLEARED removes all filters; sort and columns stay. */
export const CLEARED = { text: '', former: false, choices: new Map(), status: '' } as const;

/**
 * CHOICE begins the name of a filter parameter, so that no attribute conflicts with another
 * parameter: `is.kind=state`.
 */
const CHOICE = 'is.';

/**
 * OWN are the other parameters of the view; `attribute` and `value` are the filter of older links, and `rows`
 * does not survive a change.
 */
const OWN = new Set(['q', 'former', 'status', 'sort', 'columns', 'attribute', 'value', 'rows']);

/** readRequest reads the query of an address and ignores invalid parts. */
export function readRequest(params: URLSearchParams): ListRequest {
  const text = (name: string): string => params.get(name) ?? '';
  const status = text('status');
  const pairs = [...params].filter(([name]) => name.startsWith(CHOICE));
  if (text('value') !== '') pairs.push([CHOICE + text('attribute'), text('value')]);
  const choices = pairs.reduce<ListRequest['choices']>(
    (all, [name, value]) => (name === CHOICE ? all : withChoice(all, name.slice(CHOICE.length), value, true)),
    new Map(),
  );
  return {
    text: text('q'),
    former: text('former') === 'yes',
    choices,
    status: status === 'current' || status === 'ended' ? status : '',
    sort: text('sort'),
    columns: readColumns(params.get('columns')),
  };
}

/**
 * writeRequest writes a change into the query of an address, keeping other parameters. It is
 * the inverse of readRequest.
 */
export function writeRequest(before: URLSearchParams, change: Partial<ListRequest>): URLSearchParams {
  const { text, former, choices, status, sort, columns } = { ...readRequest(before), ...change };
  const params = new URLSearchParams(
    [...before].filter(([name]) => !OWN.has(name) && !name.startsWith(CHOICE)),
  );
  for (const [name, value] of Object.entries({ q: text, former: former ? 'yes' : '', status, sort }))
    if (value !== '') params.set(name, value);
  for (const [attribute, values] of choices)
    for (const value of values) params.append(CHOICE + attribute, value);
  // Names are encoded again within the list, because an attribute may have a comma in its name.
  if (columns !== undefined)
    params.set('columns', columns.filter(canBeAddressed).map(encodeURIComponent).join(','));
  return params;
}

function readColumns(text: string | null): readonly string[] | undefined {
  try {
    return text?.split(',').filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** withChoice adds or removes a filter value of an attribute. */
export function withChoice(
  choices: ListRequest['choices'],
  attribute: string,
  choice: string,
  chosen: boolean,
): ListRequest['choices'] {
  const mine = new Set(choices.get(attribute));
  if (chosen) mine.add(choice);
  else mine.delete(choice);
  const next = new Map([...choices, [attribute, [...mine]]]);
  if (mine.size === 0) next.delete(attribute);
  return next;
}

/** isNarrowed reports whether an address selects fewer than all records. */
export function isNarrowed({ text, choices, status }: ListRequest): boolean {
  return text.trim() !== '' || choices.size > 0 || status !== '';
}

/**
 * REST_MS is the pause in typing before the address is updated, which redraws every part
 * of the page that reads it.
 */
const REST_MS = 200;

/** ListControls is the list that the reader asked for, and the functions to change it. */
export interface ListControls {
  readonly request: ListRequest;
  /** change adds a step to go back from. */
  readonly change: (change: Partial<ListRequest>) => void;
  /** type changes the words at once; the address follows in place when the typist pauses, or `rest` is called. */
  readonly type: (text: string) => void;
  readonly rest: () => void;
}

/**
 * useListControls returns the list that the reader asked for: that of the address, or already the next one,
 * because the router delivers an address a moment after it was written.
 */
export function useListControls(): ListControls {
  const [params, setParams] = useSearchParams();
  const [next, setNext] = useState<URLSearchParams>();
  const query = next ?? params;
  if (next?.toString() === params.toString()) setNext(undefined);
  const request = useMemo(() => readRequest(query), [query]);
  const rest = (): void => next && setParams(next, { replace: true });
  const onRest = useEffectEvent(rest);
  useEffect(() => {
    if (next === undefined) return undefined;
    const { href } = location;
    // Another address was opened meanwhile, of a page that may still be loading: it is not overwritten.
    const timer = setTimeout(() => (location.href === href ? onRest() : setNext(undefined)), REST_MS);
    return () => clearTimeout(timer);
  }, [next]);
  return {
    request,
    change: (change) => {
      const changed = writeRequest(query, change);
      setNext(changed);
      setParams(changed);
    },
    type: (text) => setNext(writeRequest(query, { text })),
    rest,
  };
}

/** CARDS is how many records a narrow page shows at first as cards, and MORE_CARDS how many a press adds. */
const CARDS = 20;
const MORE_CARDS = 50;

/**
 * useCards returns how many records the page shows, all unless it is narrow, and the function to show more.
 * The address keeps it, so that Back returns to the same card.
 */
export function useCards() {
  const [params, setParams] = useSearchParams();
  const isNarrow = useMatches('(width < 700px)');
  const cards = Math.max(CARDS, numberIn(params.get('rows')) || 0);
  const showMore = (): void => {
    const next = new URLSearchParams(params);
    next.set('rows', String(cards + MORE_CARDS));
    setParams(next, { replace: true });
  };
  return { cards: isNarrow ? cards : Infinity, showMore };
}
