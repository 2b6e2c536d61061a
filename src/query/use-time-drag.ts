import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QuestionName } from '../log/questions.ts';
import { copyIn, type RegisterCopy } from './copy-controller.ts';
import { copyAnswer, useCopy, useCopyAnswer } from './copy.ts';
import { dragged } from './drag.ts';
import { queryKey } from './keys.ts';
import { trailQuery } from './record-queries.ts';
import { useSession } from './session.ts';

/** REST_MS is after what time without a key the moment moved to is the one asked for. A slider that is held asks for none before it is let go. */
const REST_MS = 400;

/**
 * useTimeDrag drags the page of this path through the log of `now` entries. Where the register was read whole, the page follows each move as fast as the copy
 * answers; the page of a record, else, from version to version; any other page once the reader pauses. Only then is the server asked, and `go` called.
 */
export function useTimeDrag({
  at,
  now,
  pathname,
  visit,
  searchAt,
  recordKey,
  go,
}: {
  /** The log size shown; undefined for the present. */
  at: number | undefined;
  now: number;
  pathname: string;
  /** Another for each address that was gone to. */
  visit: string;
  /** searchAt is the query of the address of this page at a size. */
  searchAt: (size: number) => string;
  /** The key of the record on view, on the page of one. */
  recordKey: string | undefined;
  /** go brings the address to a size; `isFirst` where it was the present that was left. */
  go: (size: number, isFirst: boolean) => void;
}) {
  const session = useSession();
  const queries = useQueryClient();
  const [isWanted, setWanted] = useState(false);
  const whole = copyIn(useCopy(session, isWanted));
  const copy = whole?.size === now ? whole : undefined;
  const { data: times } = useCopyAnswer(session, copy, 'timestamps', {});
  const { data: trail } = useQuery({
    ...trailQuery(session, recordKey ?? ''),
    enabled: recordKey !== undefined,
  });
  const versions = trail?.map(({ entryNumber }) => entryNumber).filter((size) => size <= now);
  const [thumb, setThumb] = useState<number>();
  const shown = at ?? now;
  const move = useRef({
    shown,
    target: shown,
    /** Whether the present was left by this drag; undefined while nothing is dragged. */
    isFirst: undefined as boolean | undefined,
    /** Whether the address is on its way to where the drag has stopped. */
    isOwn: false,
    /** The address at the last move: where a link was followed since, the page is on its way there. */
    from: '',
  });
  const following = useRef<Promise<void>>(undefined);
  const timer = useRef(0);
  useEffect(() => {
    const moved = move.current;
    return () => {
      const goesOn = moved.isOwn && moved.isFirst !== undefined;
      moved.isOwn = false;
      if (goesOn) return;
      // A reader who goes elsewhere meanwhile drags no more.
      clearTimeout(timer.current);
      moved.isFirst = undefined;
      moved.target = moved.shown;
      dragged.set(undefined);
      setThumb(undefined);
    };
  }, [visit]);

  const show = (size: number): void => {
    dragTo(pathname, searchAt(size));
    move.current.shown = size;
  };
  const follow = async (): Promise<void> => {
    while (move.current.shown !== move.current.target) {
      const { target } = move.current;
      if (copy !== undefined) await prepare(copy, move.current.shown, target);
      show(target);
      await new Promise(requestAnimationFrame);
    }
    following.current = undefined;
  };
  /** What the view asks the copy of one size, it will ask it of the next one, too: once that is answered, no step shows a gap. */
  const prepare = (of: RegisterCopy, from: number, to: number): Promise<unknown> => {
    const found = queries
      .getQueryCache()
      .findAll({ queryKey: queryKey(session, 'copy', of.id), type: 'active' });
    const asked = found.flatMap(({ queryKey: [, , , name, text] }) => {
      const ask = JSON.parse(String(text)) as { readonly at: number };
      if (name === 'timestamps' || ask.at !== from) return [];
      return queries.prefetchQuery(copyAnswer(session, of, name as QuestionName, { ...ask, at: to }));
    });
    return Promise.all(asked);
  };
  const rest = async (): Promise<void> => {
    clearTimeout(timer.current);
    const { target } = move.current;
    await following.current;
    const { isFirst, from } = move.current;
    if (isFirst === undefined || target !== move.current.target || from !== window.location.href) return;
    move.current.isFirst = undefined;
    move.current.isOwn = true;
    show(target);
    setThumb(undefined);
    go(target, isFirst);
  };
  return {
    /** Where the thumb is: ahead of the page as long as that follows. */
    size: thumb ?? shown,
    times,
    versions,
    /** Whether the page can be dragged to the versions of its record alone. */
    onlyVersions: copy === undefined && versions !== undefined,
    rest: () => void rest(),
    move: (size: number, isHeld: boolean): void => {
      setWanted(true);
      setThumb(size);
      const moved = move.current;
      if (following.current === undefined) moved.shown = shown;
      moved.target = size;
      moved.from = window.location.href;
      moved.isFirst ??= at === undefined;
      clearTimeout(timer.current);
      if (!isHeld) timer.current = window.setTimeout(() => void rest(), REST_MS);
      if (copy !== undefined || versions !== undefined) following.current ??= follow();
    },
  };
}

/** dragTo shows the page of this path by another query; the drag ends once `dragged` is undefined again. */
export function dragTo(pathname: string, search: string): void {
  const end =
    dragged.get()?.end ??
    new Promise<void>((resolve) => {
      const stop = dragged.subscribe(() => {
        if (dragged.get() !== undefined) return;
        stop();
        resolve();
      });
    });
  dragged.set({ pathname, search, end });
}
