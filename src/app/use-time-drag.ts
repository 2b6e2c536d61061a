import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { QuestionName } from '../log/questions.ts';
import { copyIn, type RegisterCopy } from '../query/copy-controller.ts';
import { copyAnswer, useCopy, useCopyAnswer } from '../query/copy.ts';
import { dragged, dragTo } from '../query/drag.ts';
import { useSession, queryKey } from '../query/session.ts';
import { withAt } from '../ui/register-paths.ts';

/**
 * REST_MS is the time without a key press after which the drag ends. A slider that is
 * held ends it when released.
 */
const REST_MS = 400;

/** ActiveDrag is a drag of the slider. */
interface ActiveDrag {
  target: number;
  /** The size that the page shows. */
  shown: number;
  /** Whether it left the present, so that the address of the present stays in the history. */
  readonly isFirst: boolean;
  /** The address at the last move; a different one means that the reader followed a link. */
  from: string;
}

/**
 * useTimeDrag drags the page on view, at log size `at` or the present, through the log of `now` entries. With
 * a copy of the register, the page follows each move as fast as the copy answers; else when the reader
 * pauses. Only then are servers asked, and the address changes.
 */
export function useTimeDrag({ at, now }: { at: number | undefined; now: number }) {
  const session = useSession();
  const queries = useQueryClient();
  const location = useLocation();
  const navigate = useNavigate();
  const [isWanted, setWanted] = useState(false);
  const whole = copyIn(useCopy(session, isWanted));
  const copy = whole?.size === now ? whole : undefined;
  const { data: times } = useCopyAnswer(session, copy, 'timestamps', {});
  const [thumb, setThumb] = useState<number>();
  const drag = useRef<ActiveDrag>(undefined);
  /** Whether the address is changing to the size where the drag stopped. */
  const isOwn = useRef(false);
  const following = useRef<Promise<void>>(undefined);
  const timer = useRef(0);
  useEffect(
    () => () => {
      const goesOn = isOwn.current && drag.current !== undefined;
      isOwn.current = false;
      if (goesOn) return;
      // A reader who goes elsewhere ends the drag.
      clearTimeout(timer.current);
      drag.current = undefined;
      dragged.set(undefined);
      setThumb(undefined);
    },
    [location.key],
  );

  const show = (size: number): void =>
    dragTo(location.pathname, withAt(location, String(size)).slice(location.pathname.length));
  const follow = async (of: ActiveDrag, from: RegisterCopy): Promise<void> => {
    while (of.shown !== of.target) {
      const { target } = of;
      await prepare(from, of.shown, target);
      if (drag.current !== of) break;
      show(target);
      of.shown = target;
      await new Promise(requestAnimationFrame);
    }
    following.current = undefined;
  };
  /**
   * The view asks the copy the same questions at the next size: ask them in advance, so
   * that no step shows a gap.
   */
  const prepare = (of: RegisterCopy, from: number, to: number): Promise<unknown> => {
    const key = queryKey(session, 'copy', of.id);
    const active = queries.getQueryCache().findAll({ queryKey: key, type: 'active' });
    return Promise.all(
      active.map(async ({ queryKey: [, , , name, text] }) => {
        const question = JSON.parse(String(text)) as { readonly at: number };
        if (name === 'timestamps' || question.at !== from) return;
        await queries.prefetchQuery(copyAnswer(session, of, name as QuestionName, { ...question, at: to }));
      }),
    );
  };
  const rest = async (): Promise<void> => {
    clearTimeout(timer.current);
    const ended = drag.current;
    const target = ended?.target;
    await following.current;
    if (ended === undefined || ended !== drag.current || target !== ended.target) return;
    if (ended.from !== window.location.href) return;
    drag.current = undefined;
    isOwn.current = true;
    show(ended.target);
    setThumb(undefined);
    void navigate(withAt(location, String(target)), { replace: !ended.isFirst });
  };
  return {
    /** The position of the thumb, ahead of the page. */
    size: thumb ?? at ?? now,
    times,
    rest: () => void rest(),
    move: (size: number, isHeld: boolean): void => {
      setWanted(true);
      setThumb(size);
      const moved = (drag.current ??= {
        target: size,
        shown: at ?? now,
        isFirst: at === undefined,
        from: '',
      });
      moved.target = size;
      moved.from = window.location.href;
      clearTimeout(timer.current);
      if (!isHeld) timer.current = window.setTimeout(() => void rest(), REST_MS);
      if (copy !== undefined) following.current ??= follow(moved, copy);
    },
  };
}
