import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Rows } from '../../ui/scroller/use-rows.ts';

/** startingEntry reads `?entry=`: an entry number within the log, else `otherwise`. */
export function startingEntry(text: string | null, logSize: number, otherwise = 1): number {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Math.min(Number(text), logSize) : otherwise;
}

/**
 * useEntryAddress keeps the address and the log in step: `?entry=` follows the reader's scrolling once the log stands still, and an address changed from
 * outside (back, forward, a link) moves the log. With `unmoved` the log stands where the address without it has it. Returns the way to go to an entry.
 */
export function useEntryAddress(rows: Rows, asked: number, unmoved: boolean): (entryNumber: number) => void {
  const { first, resting, scrolls, scrollToRow } = rows;
  const [, setParams] = useSearchParams();
  // Addresses written here come back as `asked` a little later; they must not move the log.
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
        { replace: true, preventScrollReset: true },
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
    if (!unmoved) write(first + 1);
  }, [first, resting, scrolls, unmoved, write]);

  return useCallback(
    (entryNumber: number) => {
      scrollToRow(entryNumber - 1);
      write(entryNumber);
    },
    [scrollToRow, write],
  );
}
