import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { canBeAddressed } from '../../ui/paths.ts';

/** ListRequest is what an address asks of the records view, beside the moment of the log. */
export interface ListRequest {
  /** Words to look for. */
  readonly text: string;
  /** Also in former versions. */
  readonly former: boolean;
  /** The exact filter: both or neither are ''. */
  readonly attribute: string;
  readonly value: string;
  /** Per attribute the choices, `''` for "not set"; no attribute without a choice. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  readonly status: 'current' | 'ended' | '';
  /** An attribute, `key`, `entry-number` or `entry-timestamp`, descending with `-` before it; '' for none. */
  readonly sort: string;
  /** The columns to show; undefined for those that suit the register and the width. */
  readonly columns: readonly string[] | undefined;
}

/** CHOICE begins the name of a parameter that is a choice, so that no attribute can be taken for another parameter: `is.kind=state`. */
const CHOICE = 'is.';

/** readRequest reads the query of an address. What it does not know it leaves alone. */
export function readRequest(params: URLSearchParams): ListRequest {
  const attribute = params.get('attribute') ?? '';
  const value = params.get('value') ?? '';
  const exact = attribute !== '' && value !== '';
  const status = params.get('status');
  const choices = new Map<string, string[]>();
  for (const [name, choice] of params) {
    if (!name.startsWith(CHOICE) || name === CHOICE) continue;
    const chosen = choices.get(name.slice(CHOICE.length)) ?? [];
    if (!chosen.includes(choice)) choices.set(name.slice(CHOICE.length), [...chosen, choice]);
  }
  return {
    text: params.get('q') ?? '',
    former: params.get('former') === 'yes',
    attribute: exact ? attribute : '',
    value: exact ? value : '',
    choices,
    status: status === 'current' || status === 'ended' ? status : '',
    sort: params.get('sort') ?? '',
    columns: readColumns(params.get('columns')),
  };
}

/** RequestChange is what the reader changes in the address; what is missing stays. `columns: null` goes back to those that suit. */
export interface RequestChange extends Partial<Omit<ListRequest, 'columns'>> {
  readonly columns?: readonly string[] | null;
}

/** CLEARED takes off all that narrows the records; sort and columns stay. */
export const CLEARED: RequestChange = {
  text: '',
  former: false,
  attribute: '',
  value: '',
  choices: new Map(),
  status: '',
};

/** writeRequest puts a change into the query of an address, and keeps all other parameters. readRequest reads it back. */
export function writeRequest(before: URLSearchParams, change: RequestChange): URLSearchParams {
  const params = new URLSearchParams(before);
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) return;
    if (value === '') params.delete(name);
    else params.set(name, value);
  };
  set('q', change.text);
  if (change.former !== undefined) set('former', change.former ? 'yes' : '');
  set('attribute', change.attribute);
  set('value', change.value);
  set('status', change.status);
  set('sort', change.sort);
  if (change.choices !== undefined) {
    for (const name of new Set(params.keys())) if (name.startsWith(CHOICE)) params.delete(name);
    for (const [attribute, choices] of change.choices)
      for (const choice of choices) params.append(CHOICE + attribute, choice);
  }
  if (change.columns === null) params.delete('columns');
  else if (change.columns !== undefined)
    params.set(
      'columns',
      change.columns
        .filter(canBeAddressed)
        .map((name) => encodeURIComponent(name))
        .join(','),
    );
  return params;
}

/** Names are encoded once more within the list, because an attribute may have a comma in its name. */
function readColumns(text: string | null): readonly string[] | undefined {
  if (text === null) return undefined;
  try {
    return text
      .split(',')
      .filter((name) => name !== '')
      .map((name) => decodeURIComponent(name));
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
  const others = (choices.get(attribute) ?? []).filter((other) => other !== choice);
  const mine = chosen ? [...others, choice] : others;
  if (mine.length === 0) next.delete(attribute);
  else next.set(attribute, mine);
  return next;
}

/** isNarrowed tells whether an address asks for less than all records. */
export function isNarrowed(request: ListRequest): boolean {
  return (
    request.text.trim() !== '' || request.value !== '' || request.choices.size > 0 || request.status !== ''
  );
}

/** REST_MS is how long a typist has to pause before the address follows: every part of the page that knows the address is drawn anew then. */
const REST_MS = 200;

/** ChangeRequest changes what is asked for; what is typed, letter by letter, in place, anything else as a step to go back from. */
export type ChangeRequest = (change: RequestChange, manner?: 'typed') => void;

/** useListRequest reads what the address asks for, and changes it. Typed words count at once; the address follows when the typist pauses or leaves the box. */
export function useListRequest(): readonly [ListRequest, ChangeRequest] {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState<string>();
  const written = useMemo(() => readRequest(params), [params]);
  if (typed === written.text) setTyped(undefined);

  const follow = useCallback(
    (change: RequestChange, replace: boolean) =>
      setParams((before) => writeRequest(before, change), { replace }),
    [setParams],
  );
  useEffect(() => {
    if (typed === undefined) return undefined;
    const now = (): void => follow({ text: typed }, true);
    const timer = setTimeout(now, REST_MS);
    // Before a click elsewhere leads away from this address.
    addEventListener('pointerdown', now, { capture: true, once: true });
    addEventListener('focusout', now, { once: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', now, { capture: true });
      removeEventListener('focusout', now);
    };
  }, [typed, follow]);

  const request = useMemo(
    () => (typed === undefined ? written : { ...written, text: typed }),
    [typed, written],
  );
  const change = useCallback<ChangeRequest>(
    (next, manner) => {
      if (manner === 'typed') {
        setTyped(next.text);
        return;
      }
      setTyped(undefined);
      follow({ ...(typed === undefined ? {} : { text: typed }), ...next }, false);
    },
    [typed, follow],
  );
  return [request, change];
}
