import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** RowRange is a range of rows, 0-based. */
export interface RowRange {
  readonly start: number;
  readonly count: number;
}

/** CHUNK is how many rows are drawn or left out together. */
export const CHUNK = 30;

/** ROW_PX is taken for the height of a row until one was drawn, in pixels. */
export const ROW_PX = 41;

/** BEYOND_PX is how far above and below the screen rows are drawn, in pixels. */
const BEYOND_PX = 600;

/** ChunkWindow is the chunks to draw, both ends included, and the space to leave for the others, in pixels. */
export interface ChunkWindow {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** RowWindow is what a long table on a page needs to draw only what is near the screen. */
export interface RowWindow {
  /** The table; its bodies of rows carry their number as `data-chunk`. */
  readonly table: RefObject<HTMLTableElement | null>;
  readonly window: ChunkWindow;
  readonly range: RowRange;
}

/** useRowWindow follows the scrolling of the page. Measured heights count while `question` stays the same; `rows` are those there are to draw. */
export function useRowWindow(total: number, question: string, rows: unknown): RowWindow {
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
      // Set once: an estimate that follows every measurement would move all that is not drawn yet.
      rowHeight.current ??= height / body.rows.length;
    }
    const top = element.getBoundingClientRect().top + (element.tHead?.offsetHeight ?? 0);
    const bottom = globalThis.innerHeight - top;
    const next = chunkWindow(total, heights.current, rowHeight.current, -top - BEYOND_PX, bottom + BEYOND_PX);
    setWindow((now) => (isSame(now, next) ? now : next));
  }, [total]);

  useLayoutEffect(() => {
    heights.current.clear();
    rowHeight.current = undefined;
  }, [question]);
  useLayoutEffect(follow, [follow, rows]);
  useEffect(() => {
    const stop = new AbortController();
    let due = 0;
    const soon = (): void => {
      due ||= requestAnimationFrame(() => {
        due = 0;
        follow();
      });
    };
    addEventListener('scroll', soon, { passive: true, signal: stop.signal });
    addEventListener('resize', soon, { signal: stop.signal });
    return () => {
      cancelAnimationFrame(due);
      stop.abort();
    };
  }, [follow]);

  const { first, last } = window;
  return { table, window, range: { start: first * CHUNK, count: (last - first + 1) * CHUNK } };
}

/** chunksOf is how many chunks a list of `total` rows has. */
export function chunksOf(total: number): number {
  return Math.ceil(total / CHUNK);
}

/**
 * chunkWindow finds the chunks between `top` and `bottom`, pixels from the beginning of the list; at least one, where there are rows at all. `heights` are
 * those of chunks that were drawn, in pixels; another chunk counts with `rowHeight` for each of its rows.
 */
export function chunkWindow(
  total: number,
  heights: ReadonlyMap<number, number>,
  rowHeight: number | undefined,
  top: number,
  bottom: number,
): ChunkWindow {
  const chunks = chunksOf(total);
  const heightOf = (chunk: number): number =>
    heights.get(chunk) ?? Math.max(0, Math.min(CHUNK, total - chunk * CHUNK)) * (rowHeight ?? ROW_PX);
  let first = 0;
  let before = 0;
  for (; first < chunks - 1 && before + heightOf(first) <= top; first += 1) before += heightOf(first);
  let last = first;
  let end = before + heightOf(first);
  while (last < chunks - 1 && end < bottom) {
    last += 1;
    end += heightOf(last);
  }
  let after = 0;
  for (let chunk = last + 1; chunk < chunks; chunk += 1) after += heightOf(chunk);
  return { first, last, before, after };
}

function isSame(one: ChunkWindow, other: ChunkWindow): boolean {
  return (
    one.first === other.first &&
    one.last === other.last &&
    Math.abs(one.before - other.before) < 1 &&
    Math.abs(one.after - other.after) < 1
  );
}
