import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useHref, useLocation, useSearchParams } from 'react-router';
import type { Rows } from '../../ui/scroller/use-rows.ts';

/**
 * useEntryAddress synchronises the address and the log: `?entry=` follows the reader's scrolling once the log
 * rests, and an address changed from outside (back, forward, a link) moves the log. `unmoved` is the position
 * without `?entry=`. Returns the function to go to an entry.
 */
export function useEntryAddress(
  { resting, scrolls, scrollToRow }: Rows,
  isNewest: boolean,
  target: number,
  targetRow: number,
  first: number,
  unmoved: boolean,
): (entryNumber: number, row: number) => void {
  const [, setParams] = useSearchParams();
  const here = useHref(useLocation().pathname);
  // Addresses written here return as `target` a little later; they must not move the log.
  const own = useRef(new Set([target]));
  const seenScrolls = useRef(0);
  const write = useCallback(
    (entryNumber: number) => {
      own.current.add(entryNumber);
      const change = (before: URLSearchParams): URLSearchParams => {
        const next = new URLSearchParams(before);
        next.set('entry', String(entryNumber));
        if (isNewest) next.set('order', 'newest');
        return next;
      };
      setParams(change, { replace: true });
    },
    [setParams, isNewest],
  );
  const goToTarget = useEffectEvent(() => scrollToRow(targetRow));
  useEffect(() => {
    if (own.current.has(target)) own.current = new Set([target]);
    else goToTarget();
  }, [target]);
  useEffect(() => {
    if (!resting || scrolls === seenScrolls.current) return;
    seenScrolls.current = scrolls;
    // Do not overwrite the address of a page that is still loading.
    const isLeft = location.href.split('?')[0] !== new URL(here, location.href).href;
    if (!unmoved && !isLeft) write(first);
  }, [first, resting, scrolls, unmoved, write, here]);
  return useCallback(
    (entryNumber: number, row: number) => {
      scrollToRow(row);
      write(entryNumber);
    },
    [scrollToRow, write],
  );
}

/**
 * useFollowEnd keeps a reader at the newest end of the log there when it grows, and any other at the same entries.
 */
export function useFollowEnd({ first, last, scrollToRow }: Rows, logSize: number, isNewest: boolean): void {
  const before = useRef({ first, last, logSize });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { first, last, logSize };
    if (logSize <= was.logSize) return;
    if (isNewest) scrollToRow(was.first === 0 ? 0 : was.first + logSize - was.logSize);
    else if (was.last + 1 >= was.logSize) scrollToRow(logSize - 1);
  }, [first, last, isNewest, logSize, scrollToRow]);
}

/**
 * useRowKeys makes the log one stop of the Tab key: arrows go from row to row and from link to link within one.
 * A row to be focused may have to be scrolled to and drawn first.
 */
export function useRowKeys({ scroller, first, last, start, end, scrollToRow }: Rows, total: number) {
  const [wanted, setWanted] = useState<{ readonly row: number; readonly link: number }>();
  const done = useRef(wanted);
  useLayoutEffect(() => {
    if (wanted === undefined || wanted === done.current) return;
    const links = linksIn(scroller.current, wanted.row);
    const link = links[Math.min(wanted.link, links.length - 1)];
    if (link === undefined) return scroller.current?.focus({ preventScroll: true });
    done.current = wanted;
    link.focus({ preventScroll: true });
  }, [wanted, start, end, first, scroller]);
  const focusRow = (row: number, link = 0): void => setWanted({ row, link });
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    if ((dx === 0 && dy === 0) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const focused = document.activeElement?.closest('[role=row]');
    if (!focused) return focusRow(first);
    const row = Number(focused.getAttribute('aria-rowindex')) - 2;
    const link = linksIn(scroller.current, row).indexOf(document.activeElement as HTMLElement);
    const next = Math.max(0, Math.min(row + dy, total - 1));
    if (next < first) scrollToRow(next);
    else if (next >= last) scrollToRow(first + next - last + 1);
    focusRow(next, Math.max(0, link + dx));
  });
  useEffect(() => {
    const box = scroller.current;
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    box?.addEventListener('keydown', listen);
    return () => box?.removeEventListener('keydown', listen);
  }, [scroller]);
  return focusRow;
}

/** linksIn lists the links of a drawn row. */
function linksIn(box: HTMLElement | null, row: number): readonly HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>(`[aria-rowindex="${row + 2}"] a`) ?? [])];
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
