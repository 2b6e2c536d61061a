import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { copyCheckQuery } from '../../query/lab-query.ts';
import { useSession, type RegisterSession } from '../../query/session.ts';
import { checkRequests, copyOf, copyText, type Copy, type CopyChecks, type Original } from './copy.ts';

/** REST_MS is how long nothing must have been typed before a copy is checked. */
const REST_MS = 120;

/** CheckedCopy is a copy with what the worker found of it. */
export interface CheckedCopy extends CopyChecks {
  readonly of: Copy;
}

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
  const { data, error, refetch } = useQuery({
    ...checksQuery(session, original, useSettled(copy)),
    placeholderData: keepPreviousData,
  });
  const [first] = useState(() => copyOf(original));
  const { data: sent } = useQuery(checksQuery(session, original, first));
  return { checked: data, sent, error, retry: () => void refetch() };
}

/** useMakeChecks returns the way to make the checks of any copy at once. */
export function useMakeChecks(original: Original): (copy: Copy) => Promise<CopyChecks> {
  const session = useSession();
  const queries = useQueryClient();
  return useCallback(
    (copy) => queries.ensureQueryData(checksQuery(session, original, copy)),
    [queries, session, original],
  );
}

function checksQuery(session: RegisterSession, original: Original, copy: Copy) {
  const text = `${original.entry.entryNumber} ${original.leafRule ?? ''} ${copyText(copy)}`;
  return copyCheckQuery(session, text, copy, checkRequests(original, copy));
}

function useSettled(copy: Copy): Copy {
  const [settled, setSettled] = useState(copy);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(copy), REST_MS);
    return () => clearTimeout(timer);
  }, [copy]);
  return settled;
}
