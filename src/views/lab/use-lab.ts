import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import { copyCheckQuery } from '../../query/lab-query.ts';
import { useSession, type RegisterSession } from '../../query/session.ts';
import {
  checkRequests,
  copyOf,
  copyText,
  sameCopy,
  type Copy,
  type CopyChecks,
  type Edit,
  type Original,
} from './copy.ts';
import { forge, FORGERY, readStep, type ForgeryStep } from './forgery.ts';
import { advance, begin, type Action } from './history.ts';

/** Lab is the state of the lab: the copy with its history, and what can be done to it. */
export interface Lab {
  readonly copy: Copy;
  readonly pristine: boolean;
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
  const named = readStep(params.get('preset'));
  const [first] = useState(named);
  const [compared, setCompared] = useState(first === 'compare');
  const pristine = sameCopy(copy, sent);

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
    pristine,
    compared,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    edit: (edit, typing) => act({ do: 'edit', edit, typing }),
    rest: () => dispatch({ do: 'rest' }),
    undo: () => act({ do: 'undo' }),
    redo: () => act({ do: 'redo' }),
    reset: () => act({ do: 'follow', copies: [sent] }),
    forgeTo: (step) => {
      const isFurther = named !== undefined && FORGERY.indexOf(step) >= FORGERY.indexOf(named);
      if (pristine || isFurther) name(step);
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
  const text = `${original.entry.entryNumber} ${original.leafRule ?? ''} ${copyText(copy)}`;
  return copyCheckQuery(session, text, copy, checkRequests(original, copy));
}
