import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import { copyCheckQuery } from '../../query/lab-query.ts';
import { useSession, type RegisterSession } from '../../query/session.ts';
import {
  checkRequests,
  type Copy,
  type CopyChecks,
  copyOf,
  type Edit,
  forge,
  FORGERY,
  type ForgeryStep,
  isSame,
  type Original,
} from './lab-model.ts';

/** Lab is the state of the lab: the copy with its history, and what can be done to it. */
export interface Lab {
  readonly copy: Copy;
  readonly isPristine: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the last thing done was to compare the roots. */
  readonly compared: boolean;
  readonly edit: (edit: Edit, typing?: string) => void;
  readonly rest: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly reset: () => void;
  readonly forgeTo: (step: ForgeryStep) => void;
}

/**
 * useLab keeps the copy. The step that the address names as `preset` is played once, on the copy as it was sent; it stays in the address only as long as the copy is
 * what the address says.
 */
export function useLab(original: Original): Lab {
  const session = useSession();
  const queries = useQueryClient();
  const [sent] = useState(() => copyOf(original));
  const [{ present: copy, past, future }, dispatch] = useReducer(advance, sent, begin);
  const [params, setParams] = useSearchParams();
  const preset = params.get('preset');
  const named = FORGERY.find(({ id }) => id === preset)?.id;
  const [first] = useState(named);
  const [compared, setCompared] = useState(first === 'compare');
  const isPristine = isSame(copy, sent);

  const play = useCallback(
    async (step: ForgeryStep, from: Copy) => {
      const check = (one: Copy): Promise<CopyChecks> =>
        queries.ensureQueryData(checksQuery(session, original, one));
      const copies = await forge(step, original, from, check);
      dispatch({ do: 'follow', copies: [from, ...copies] });
    },
    [original, queries, session],
  );
  useEffect(() => {
    if (first !== undefined) void play(first, sent);
  }, [first, play, sent]);

  const name = (step: ForgeryStep | undefined): void => {
    if (step === named) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (step === undefined) next.delete('preset');
        else next.set('preset', step);
        return next;
      },
      { replace: true },
    );
  };
  const act = (action: Action): void => {
    dispatch(action);
    setCompared(false);
    name(undefined);
  };
  return {
    copy,
    isPristine,
    compared,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    edit: (edit, typing) => act({ do: 'edit', edit, typing }),
    rest: () => dispatch({ do: 'rest' }),
    undo: () => act({ do: 'undo' }),
    redo: () => act({ do: 'redo' }),
    reset: () => act({ do: 'follow', copies: [sent] }),
    forgeTo: (step) => {
      const order = FORGERY.map(({ id }) => id);
      const isFurther = named !== undefined && order.indexOf(step) >= order.indexOf(named);
      if (isPristine || isFurther) name(step);
      setCompared(step === 'compare');
      void play(step, copy);
    },
  };
}

/** CheckedCopy is a copy with what the worker found of it. */
export interface CheckedCopy extends CopyChecks {
  readonly of: Copy;
}

/** REST_MS is how long nothing must have been typed before a copy is checked. */
const REST_MS = 120;

/** useCopyChecks checks a copy in the worker, a moment after the last change. Until the answer is there the one before stays, with the copy that it is about. */
export function useCopyChecks(
  original: Original,
  copy: Copy,
): {
  readonly checked: CheckedCopy | undefined;
  /** What was found of the copy before anything was changed. */
  readonly sent: CopyChecks | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const session = useSession();
  const [first] = useState(copy);
  const [settled, setSettled] = useState(copy);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(copy), REST_MS);
    return () => clearTimeout(timer);
  }, [copy]);
  const { data, error, refetch } = useQuery({
    ...checksQuery(session, original, settled),
    placeholderData: keepPreviousData,
  });
  const { data: sent } = useQuery(checksQuery(session, original, first));
  return { checked: data, sent, error, retry: () => void refetch() };
}

function checksQuery(session: RegisterSession, original: Original, copy: Copy) {
  const text = `${original.entry.entryNumber} ${original.leafRule ?? ''} ${JSON.stringify(copy)}`;
  return copyCheckQuery(session, text, copy, checkRequests(original, copy));
}

/** History is a copy with what it was before, and what undoing took back. */
export interface History {
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
      return typing === undefined ? history : rested;
    case 'undo': {
      const before = past.at(-1);
      return before === undefined
        ? rested
        : { past: past.slice(0, -1), present: before, future: [present, ...future] };
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
