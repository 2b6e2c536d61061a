import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CHUNK, chunkWindow, type ChunkWindow } from './chunk-window.ts';
import type { RowRun } from './use-replica-records.ts';

/** BEYOND_PX is how far above and below the screen rows are drawn, in pixels. */
const BEYOND_PX = 600;

/** Chunks is what a long table on a page needs to draw only what is near the screen. */
export interface Chunks {
  /** The table; its bodies of rows carry their number as `data-chunk`. */
  readonly table: RefObject<HTMLTableElement | null>;
  readonly window: ChunkWindow;
  readonly run: RowRun;
}

/** useChunks follows the scrolling of the page. What is measured of drawn rows counts while `question` stays the same; `rows` are those there are to draw. */
export function useChunks(total: number, question: string, rows: unknown): Chunks {
  const table = useRef<HTMLTableElement | null>(null);
  const heights = useRef(new Map<number, number>());
  const rowHeight = useRef<number | undefined>(undefined);
  const [window, setWindow] = useState<ChunkWindow>({ first: 0, last: 1, before: 0, after: 0 });

  const follow = useCallback(() => {
    const element = table.current;
    if (element === null) return;
    for (const body of element.tBodies) {
      const chunk = body.dataset['chunk'];
      if (chunk === undefined) continue;
      const { height } = body.getBoundingClientRect();
      heights.current.set(Number(chunk), height);
      // Taken once: an estimate that follows every measurement would move all that is not drawn yet.
      rowHeight.current ??= height / body.rows.length;
    }
    const top = element.getBoundingClientRect().top + (element.tHead?.offsetHeight ?? 0);
    const bottom = globalThis.innerHeight - top;
    const next = chunkWindow(total, heights.current, rowHeight.current, -top - BEYOND_PX, bottom + BEYOND_PX);
    setWindow((now) => (sameWindow(now, next) ? now : next));
  }, [total]);

  useLayoutEffect(() => {
    heights.current.clear();
    rowHeight.current = undefined;
  }, [question]);
  useLayoutEffect(follow, [follow, rows]);
  useEffect(() => {
    let due = 0;
    const soon = (): void => {
      due ||= requestAnimationFrame(() => {
        due = 0;
        follow();
      });
    };
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(due);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [follow]);

  const { first, last } = window;
  return { table, window, run: { start: first * CHUNK, count: (last - first + 1) * CHUNK } };
}

function sameWindow(one: ChunkWindow, other: ChunkWindow): boolean {
  return (
    one.first === other.first &&
    one.last === other.last &&
    Math.abs(one.before - other.before) < 1 &&
    Math.abs(one.after - other.after) < 1
  );
}
