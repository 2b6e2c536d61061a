import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { canBeAddressed } from '../../ui/paths.ts';

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
  /** The columns to show; undefined for those that suit the register and the width. */
  readonly columns: readonly string[] | undefined;
}

/** RequestChange is what the reader changes in the address; what is missing stays. `columns: null` goes back to those that suit. */
export interface RequestChange extends Partial<Omit<ListRequest, 'columns'>> {
  readonly columns?: readonly string[] | null;
}

/** CLEARED takes off all that narrows the records; sort and columns stay. */
export const CLEARED: RequestChange = { text: '', former: false, choices: new Map(), status: '' };

/** CHOICE begins the name of a parameter that is a choice, so that no attribute can be taken for another parameter: `is.kind=state`. */
const CHOICE = 'is.';

/** readRequest reads the query of an address. What it does not know it leaves alone. The `attribute=` and `value=` of older links are a choice. */
export function readRequest(params: URLSearchParams): ListRequest {
  const status = params.get('status');
  const pairs = [...params]
    .filter(([name]) => name.startsWith(CHOICE))
    .map(([name, value]) => [name.slice(CHOICE.length), value] as const);
  const value = params.get('value') ?? '';
  if (value !== '') pairs.push([params.get('attribute') ?? '', value]);
  let choices: ListRequest['choices'] = new Map();
  for (const [attribute, choice] of pairs)
    if (attribute !== '') choices = withChoice(choices, attribute, choice, true);
  return {
    text: params.get('q') ?? '',
    former: params.get('former') === 'yes',
    choices,
    status: status === 'current' || status === 'ended' ? status : '',
    sort: params.get('sort') ?? '',
    columns: readColumns(params.get('columns')),
  };
}

/** writeRequest puts a change into the query of an address, and keeps all other parameters. readRequest reads it back. */
export function writeRequest(before: URLSearchParams, change: RequestChange): URLSearchParams {
  const params = new URLSearchParams(before);
  const former = change.former === undefined ? undefined : change.former ? 'yes' : '';
  const texts = { q: change.text, former, status: change.status, sort: change.sort };
  for (const [name, value] of Object.entries(texts)) {
    if (value === '') params.delete(name);
    else if (value !== undefined) params.set(name, value);
  }
  if (change.choices !== undefined) {
    for (const name of new Set(params.keys()))
      if (name.startsWith(CHOICE) || name === 'attribute' || name === 'value') params.delete(name);
    for (const [attribute, choices] of change.choices)
      for (const choice of choices) params.append(CHOICE + attribute, choice);
  }
  if (change.columns === null) params.delete('columns');
  else if (change.columns !== undefined)
    params.set('columns', change.columns.filter(canBeAddressed).map(encodeURIComponent).join(','));
  return params;
}

/** Names are encoded once more within the list, because an attribute may have a comma in its name. */
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
  const next = new Map(choices);
  const before = choices.get(attribute) ?? [];
  const mine = chosen ? [...new Set([...before, choice])] : before.filter((other) => other !== choice);
  if (mine.length === 0) next.delete(attribute);
  else next.set(attribute, mine);
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
  readonly change: (change: RequestChange) => void;
  /** Typed words count at once; the address follows in place when the typist pauses, or is `done` and goes elsewhere. */
  readonly type: (text: string, done?: boolean) => void;
}

/**
 * useAskedList reads what the address asks for. The router delivers a new address a moment after it was written, so what the reader chose counts from the
 * press on: a second choice made meanwhile adds to the first.
 */
export function useAskedList(): AskedList {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<{ from: URLSearchParams; to: URLSearchParams; written: boolean }>();
  // An address that came from elsewhere outranks what was chosen before it.
  const ahead = draft?.from === params ? draft : undefined;
  const query = ahead?.to ?? params;
  const request = useMemo(() => readRequest(query), [query]);
  const write = useCallback((to: URLSearchParams) => setParams(to, { replace: true }), [setParams]);
  const type = (text: string, done = false): void => {
    if (!done) setDraft({ from: params, to: writeRequest(query, { text }), written: false });
    else if (ahead?.written === false) write(ahead.to);
  };
  useEffect(() => {
    if (ahead?.written !== false) return undefined;
    const { href } = location;
    // A page that was opened meanwhile, and is still being fetched, is not taken back.
    const timer = setTimeout(() => location.href === href && write(ahead.to), REST_MS);
    return () => clearTimeout(timer);
  }, [ahead, write]);
  useEffect(() => {
    const drop = (): void => setDraft(undefined);
    addEventListener('popstate', drop);
    return () => removeEventListener('popstate', drop);
  }, []);
  const change = (next: RequestChange): void => {
    const to = writeRequest(query, next);
    setDraft({ from: params, to, written: true });
    setParams(to);
  };
  return { request, change, type };
}
