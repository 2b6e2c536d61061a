import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useHref, useLocation, useSearchParams } from 'react-router';
import { numberIn } from '../../ui/paths.ts';
import type { Rows } from '../../ui/scroller/use-rows.ts';
import { useMatches } from '../../ui/use-width.ts';
import { useSession } from '../../query/session.ts';
import { seeNews, useNews } from '../../query/pending-updates.ts';

/** startingEntry reads `?entry=`: an entry number within the log, else `otherwise`. */
export function startingEntry(text: string | null, logSize: number, otherwise = 1): number {
  const entryNumber = numberIn(text);
  return Number.isNaN(entryNumber) ? otherwise : Math.min(entryNumber, logSize);
}

/**
 * useEntryAddress synchronises the address and the log: `?entry=` follows the reader's scrolling once the log rests, and an address changed from
 * outside (back, forward, a link) moves the log. `unmoved` is the position without `?entry=`. Returns the function to go to an entry.
 */
export function useEntryAddress(rows: Rows, asked: number, unmoved: boolean): (entryNumber: number) => void {
  const { first, resting, scrolls, scrollToRow } = rows;
  const [, setParams] = useSearchParams();
  const here = useHref(useLocation().pathname);
  // Addresses written here return as `asked` a little later; they must not move the log.
  const own = useRef(new Set([asked]));
  const seenScrolls = useRef(0);

  const write = useCallback(
    (entryNumber: number) => {
      own.current.add(entryNumber);
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.set('entry', String(entryNumber));
          return next;
        },
        { replace: true },
      );
    },
    [setParams],
  );

  useEffect(() => {
    if (own.current.has(asked)) own.current = new Set([asked]);
    else scrollToRow(asked - 1);
  }, [asked, scrollToRow]);

  useEffect(() => {
    if (!resting || scrolls === seenScrolls.current) return;
    seenScrolls.current = scrolls;
    // Do not overwrite the address of a page that is still loading.
    const isLeft = location.href.split('?')[0] !== new URL(here, location.href).href;
    if (!unmoved && !isLeft) write(first + 1);
  }, [first, resting, scrolls, unmoved, write, here]);

  return useCallback(
    (entryNumber: number) => {
      scrollToRow(entryNumber - 1);
      write(entryNumber);
    },
    [scrollToRow, write],
  );
}

/** useFollowEnd keeps a reader at the end of the log there when it grows, and marks new entries on view as seen. */
export function useFollowEnd({ last, scrollToRow }: Rows, logSize: number): void {
  const session = useSession();
  // If another tab read them first, the news may arrive after they are on view.
  const news = useNews(session);
  const before = useRef({ last, logSize });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { last, logSize };
    if (logSize > was.logSize && was.last + 1 >= was.logSize) scrollToRow(logSize - 1);
  }, [last, logSize, scrollToRow]);
  useEffect(() => seeNews(session, last + 1), [session, last, logSize, news]);
}

/** TWO_LINES is the height in pixels of a row of two lines. */
export const TWO_LINES = 64;

/** useRowHeight is the height of a row of the log in pixels: one line, or two on a narrow page. Fixed, so that any entry can be reached by arithmetic. */
export function useRowHeight(): number {
  return useMatches('(width < 760px)') ? TWO_LINES : 40;
}
