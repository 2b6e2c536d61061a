import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { canBeAddressed } from '../../ui/paths.ts';
import { useMatches } from '../../ui/use-width.ts';

/** ListRequest is what an address asks of the records view, beside the moment of the log. */
export interface ListRequest {
  /** Words to look for. */
  readonly text: string;
  /** Also in former versions. */
  readonly former: boolean;
  /** Per attribute the values to show, `''` for "not set"; no attribute without a value. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  readonly status: 'current' | 'ended' | '';
  /** An attribute, `key`, `entry-number` or `entry-timestamp`, descending with `-` before it; '' for none. */
  readonly sort: string;
  /** The columns to show; undefined for those that suit the register. */
  readonly columns: readonly string[] | undefined;
}

/** CLEARED takes off all that narrows the records; sort and columns stay. */
export const CLEARED = { text: '', former: false, choices: new Map(), status: '' } as const;

/** CHOICE begins the name of a parameter that is a choice, so that no attribute can be taken for another parameter: `is.kind=state`. */
const CHOICE = 'is.';

/** OWN are the other parameters of the view; `attribute` and `value` are the one choice of older links, and `rows` ends with what was asked. */
const OWN = new Set(['q', 'former', 'status', 'sort', 'columns', 'attribute', 'value', 'rows']);

/** readRequest reads the query of an address; what it does not understand asks for nothing. */
export function readRequest(params: URLSearchParams): ListRequest {
  const text = (name: string): string => params.get(name) ?? '';
  const status = text('status');
  const pairs = [...params].flatMap(([name, value]) =>
    name.startsWith(CHOICE) ? [[name.slice(CHOICE.length), value] as const] : [],
  );
  if (text('value') !== '') pairs.push([text('attribute'), text('value')]);
  let choices: ListRequest['choices'] = new Map();
  for (const [attribute, value] of pairs)
    if (attribute !== '') choices = withChoice(choices, attribute, value, true);
  return {
    text: text('q'),
    former: params.get('former') === 'yes',
    choices,
    status: status === 'current' || status === 'ended' ? status : '',
    sort: text('sort'),
    columns: readColumns(params.get('columns')),
  };
}

/** writeRequest puts a change into the query of an address, and keeps the parameters of others. readRequest reads it back. */
export function writeRequest(before: URLSearchParams, change: Partial<ListRequest>): URLSearchParams {
  const { text, former, choices, status, sort, columns } = { ...readRequest(before), ...change };
  const params = new URLSearchParams(
    [...before].filter(([name]) => !OWN.has(name) && !name.startsWith(CHOICE)),
  );
  for (const [name, value] of Object.entries({ q: text, former: former ? 'yes' : '', status, sort }))
    if (value !== '') params.set(name, value);
  for (const [attribute, values] of choices)
    for (const value of values) params.append(CHOICE + attribute, value);
  // Names are encoded once more within the list, because an attribute may have a comma in its name.
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

/** withChoice adds a choice of an attribute, or takes it off. */
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

/** isNarrowed reports whether an address asks for less than all records. */
export function isNarrowed({ text, choices, status }: ListRequest): boolean {
  return text.trim() !== '' || choices.size > 0 || status !== '';
}

/** REST_MS is how long a typist has to pause before the address follows: every part of the page that knows the address is drawn again then. */
const REST_MS = 200;

/** AskedList is what the address asks for, and how to change it. */
export interface AskedList {
  readonly request: ListRequest;
  /** One step to go back from. */
  readonly change: (change: Partial<ListRequest>) => void;
  /** Typed words count at once; the address follows in place when the typist pauses, or `rest` is called. */
  readonly type: (text: string) => void;
  readonly rest: () => void;
}

/**
 * useAskedList reads what the address asks for. The router delivers a new address a moment after it was written, so what the reader asked counts from the press
 * on, and stays when an address that was written before it comes.
 */
export function useAskedList(): AskedList {
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState({ params, query: params, written: params.toString() });
  if (asked.params !== params) {
    const isOwn = params.toString() === asked.written;
    setAsked(isOwn ? { ...asked, params } : { params, query: params, written: params.toString() });
  }
  const { query, written } = asked;
  const request = useMemo(() => readRequest(query), [query]);
  const write = (to: URLSearchParams, replace: boolean): void => {
    setAsked({ params, query: to, written: to.toString() });
    setParams(to, { replace });
  };
  const rest = (): void => {
    if (query.toString() !== written) write(query, true);
  };
  const onRest = useEffectEvent(rest);
  useEffect(() => {
    const { href } = location;
    // A page opened meanwhile may still be loading: its address is not overwritten.
    const timer = setTimeout(() => location.href === href && onRest(), REST_MS);
    return () => clearTimeout(timer);
  }, [query]);
  useEffect(() => {
    const follow = (): void => setAsked({ params, query: params, written: params.toString() });
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [params]);
  return {
    request,
    change: (next) => write(writeRequest(query, next), false),
    type: (text) => setAsked({ params, query: writeRequest(query, { text }), written }),
    rest,
  };
}

/** CARDS is how many records a narrow page shows at first, where each is a card, and MORE_CARDS how many a press adds. */
const CARDS = 20;
const MORE_CARDS = 50;

/** useCards is how many records the page shows, all but on a narrow one, and shows more of them. The address keeps it, so that Back leads to the same card. */
export function useCards(): { readonly cards: number; readonly showMore: () => void } {
  const [params, setParams] = useSearchParams();
  const isNarrow = useMatches('(width < 700px)');
  const asked = Number(params.get('rows'));
  const cards = Number.isSafeInteger(asked) ? Math.max(CARDS, asked) : CARDS;
  const showMore = (): void => {
    const next = new URLSearchParams(params);
    next.set('rows', String(cards + MORE_CARDS));
    setParams(next, { replace: true });
  };
  return { cards: isNarrow ? cards : Infinity, showMore };
}
