import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QuestionName } from '../log/questions.ts';
import { copyIn, type RegisterCopy } from './copy-controller.ts';
import { copyAnswer, useCopy, useCopyAnswer } from './copy.ts';
import { dragged } from './drag.ts';
import { queryKey } from './keys.ts';
import { trailQuery } from './record-queries.ts';
import { useSession } from './session.ts';

/** REST_MS is the time without a key press after which the drag ends. A slider that is held ends it when released. */
const REST_MS = 400;

/**
 * useTimeDrag drags the page of this path through the log of `now` entries. With a copy of the register, the page follows each move as fast as the copy
 * answers; else a record's page moves from version to version, any other page when the reader pauses. Only then are servers asked, and `go` called.
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
  /** Different for each address. */
  visit: string;
  /** searchAt is the query of the address of this page at a size. */
  searchAt: (size: number) => string;
  /** The key of the record on view, on the page of one. */
  recordKey: string | undefined;
  /** go changes the address to a size; `isFirst` if it left the present. */
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
    /** Whether this drag left the present; undefined without a drag. */
    isFirst: undefined as boolean | undefined,
    /** Whether the address is changing to the size where the drag stopped. */
    isOwn: false,
    /** The address at the last move; a different one means that the reader followed a link. */
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
      // A reader who goes elsewhere ends the drag.
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
  /** The view asks the copy the same questions at the next size: ask them in advance, so that no step shows a gap. */
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
    /** The position of the thumb, ahead of the page. */
    size: thumb ?? shown,
    times,
    versions,
    /** Whether the page can be dragged only to versions of its record. */
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
