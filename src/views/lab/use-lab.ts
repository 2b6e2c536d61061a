import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import { copyCheckQuery } from '../../query/lab-query.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import { forge, FORGERY, type ForgeryStep } from './forgery.ts';
import { checkRequests, type Copy, copyOf, type Edit, isSame, type Original } from './lab-model.ts';

/** Lab is the copy with its history, and what can be done to it. */
export type Lab = ReturnType<typeof useLab>;

/**
 * useLab keeps the copy. The step that the address names as `preset` is played once, on the copy as it was sent; it stays in the address only as long as the copy is
 * what the address says.
 */
export function useLab(original: Original) {
  const session = useSession();
  const queries = useQueryClient();
  const [sent] = useState(() => copyOf(original));
  const [{ present: copy, past, future }, dispatch] = useReducer(advance, sent, begin);
  const [params, setParams] = useSearchParams();
  const order = FORGERY.map(({ id }) => id);
  const named = order.find((id) => id === params.get('preset'));
  const [first] = useState(named);
  const [compared, setCompared] = useState(first === 'compare');
  const isPristine = isSame(copy, sent);

  const play = useCallback(
    async (step: ForgeryStep, from: Copy) => {
      const copies = await forge(step, original, from, (one) =>
        queries.ensureQueryData(checksQuery(session, original, one)),
      );
      dispatch({ do: 'follow', copies: [from, ...copies] });
    },
    [original, queries, session],
  );
  useEffect(() => {
    if (first !== undefined) void play(first, sent);
  }, [first, play, sent]);

  const name = (step?: ForgeryStep): void => {
    if (step === named) return;
    setParams(
      (before) => {
        if (step === undefined) before.delete('preset');
        else before.set('preset', step);
        return before;
      },
      { replace: true },
    );
  };
  const act = (action: Action): void => {
    dispatch(action);
    setCompared(false);
    name();
  };
  return {
    copy,
    isPristine,
    /** Whether the last thing done was to compare the roots. */
    compared,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** Makes a change; `typing` names the field that is typed in. */
    edit: (edit: Edit, typing?: string) => act({ do: 'edit', edit, typing }),
    rest: () => dispatch({ do: 'rest' }),
    undo: () => act({ do: 'undo' }),
    redo: () => act({ do: 'redo' }),
    reset: () => act({ do: 'follow', copies: [sent] }),
    forgeTo: (step: ForgeryStep) => {
      const isFurther = named !== undefined && order.indexOf(step) >= order.indexOf(named);
      if (isPristine || isFurther) name(step);
      setCompared(step === 'compare');
      void play(step, copy);
    },
  };
}

/** REST_MS is how long nothing must have been typed before a copy is checked. */
const REST_MS = 120;

/**
 * useCopyChecks checks a copy in the worker, a moment after the last change. Until the answer is there the one before stays as `checked`, with the copy that it is
 * about; `sent` is what was found of the copy before anything was changed.
 */
export function useCopyChecks(original: Original, copy: Copy) {
  const session = useSession();
  const [first] = useState(copy);
  const [settled, setSettled] = useState(copy);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(copy), REST_MS);
    return () => clearTimeout(timer);
  }, [copy]);
  const now = checksQuery(session, original, settled);
  const { data: checked, error, refetch } = useQuery({ ...now, placeholderData: keepPreviousData });
  const { data: sent } = useQuery(checksQuery(session, original, first));
  return { checked, sent, error, retry: () => void refetch() };
}

function checksQuery(session: RegisterSession, original: Original, copy: Copy) {
  const text = `${original.entry.entryNumber} ${original.leafRule ?? ''} ${JSON.stringify(copy)}`;
  return copyCheckQuery(session, text, copy, checkRequests(original, copy));
}

/** History is a copy with what it was before, and what undoing took back. */
interface History {
  readonly past: readonly Copy[];
  readonly present: Copy;
  readonly future: readonly Copy[];
  /** The field that is being typed in: the next letter there belongs to the same step. */
  readonly typing?: string | undefined;
}

/** Action is what can be done to a history. */
export type Action =
  /** `typing` names the field that is typed in, so that the letters of one word are undone together. */
  | { readonly do: 'edit'; readonly edit: Edit; readonly typing?: string | undefined }
  /** Goes through these copies, each a step of its own. */
  | { readonly do: 'follow'; readonly copies: readonly Copy[] }
  /** The typing has come to a rest: the next letter begins a new step. */
  | { readonly do: 'rest' | 'undo' | 'redo' };

/** begin is the history of a copy nobody has changed yet. */
export function begin(present: Copy): History {
  return { past: [], present, future: [] };
}

/** advance does one action. What leads to the same copy is no step. */
export function advance(history: History, action: Action): History {
  const { past, present, future, typing } = history;
  const rested = { past, present, future };
  switch (action.do) {
    case 'edit': {
      const next = action.edit(present);
      return action.typing !== undefined && action.typing === typing
        ? { ...history, present: next, future: [] }
        : { ...step(history, next), typing: action.typing };
    }
    case 'follow':
      return action.copies.reduce(step, rested);
    case 'rest':
      return rested;
    case 'undo': {
      const before = past.at(-1);
      if (before === undefined) return rested;
      return { past: past.slice(0, -1), present: before, future: [present, ...future] };
    }
    case 'redo': {
      const [after, ...rest] = future;
      return after === undefined ? rested : { past: [...past, present], present: after, future: rest };
    }
  }
}

function step(history: History, next: Copy): History {
  if (isSame(history.present, next)) return history;
  return { past: [...history.past, history.present], present: next, future: [] };
}
