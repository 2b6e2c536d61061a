import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  type UIEvent,
} from 'react';
import {
  firstRow,
  lastRow,
  scrolledTo,
  spacerHeight,
  standAt,
  trueTop,
  visibleRows,
  type ScrollWindow,
} from './scroll-window.ts';

const REST_MS = 180;

/** Rows is what a list of fixed-height rows needs to draw itself. */
export interface Rows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  readonly spacerHeight: number;
  readonly start: number;
  readonly end: number;
  /** Where a row goes in the spacer, in pixels. */
  readonly topOf: (row: number) => number;
  /** The first row wholly in view, 0-based. */
  readonly first: number;
  /** The last row in view, 0-based; -1 in an empty list. */
  readonly last: number;
  /** How often the reader has scrolled; moves of the program do not count. */
  readonly scrolls: number;
  /** True once the list has stood still for a moment: the time to ask for more than the rows themselves. */
  readonly resting: boolean;
  readonly scrollToRow: (row: number) => void;
}

/** useRows draws only the rows in view of a list that may have millions. `rowHeight` is in pixels and the same for all; `initialRow` is where it first stands. */
export function useRows(total: number, rowHeight: number, initialRow: number): Rows {
  const scroller = useRef<HTMLDivElement | null>(null);
  const [window, setWindow] = useState<ScrollWindow>(() =>
    standAt({ total, rowHeight, viewport: 600, scrollTop: 0, offset: 0 }, initialRow * rowHeight),
  );
  const [resting, setResting] = useState(true);
  const [scrolls, setScrolls] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const current = { ...window, total, rowHeight };
  const latest = useRef(current);
  // The window as it was last placed or scrolled: with the row height it was scrolled by, should that have changed since.
  const stood = useRef(window);
  useLayoutEffect(() => {
    latest.current = current;
  });

  const place = useCallback((next: ScrollWindow) => {
    latest.current = next;
    stood.current = next;
    setWindow(next);
    if (scroller.current !== null && scroller.current.scrollTop !== next.scrollTop)
      scroller.current.scrollTop = next.scrollTop;
  }, []);

  const scrollToRow = useCallback(
    (row: number) => place(standAt(latest.current, row * latest.current.rowHeight)),
    [place],
  );

  const toStandAt = useRef<number | undefined>(initialRow);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const row = toStandAt.current ?? trueTop(stood.current) / stood.current.rowHeight;
      toStandAt.current = undefined;
      place(standAt({ ...latest.current, viewport: element.clientHeight }, row * latest.current.rowHeight));
    };
    measure();
    const observer = new ResizeObserver(() => {
      if (element.clientHeight !== latest.current.viewport) measure();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, rowHeight]);

  const onScroll = useCallback(
    (event: UIEvent<HTMLElement>) => {
      const { scrollTop } = event.currentTarget;
      // The program's own moves come back here, at most rounded by the browser.
      if (Math.abs(scrollTop - latest.current.scrollTop) <= 1) return;
      const next = scrolledTo(latest.current, scrollTop);
      latest.current = next;
      stood.current = next;
      setWindow(next);
      setResting(false);
      setScrolls((count) => count + 1);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // What a resting list asks for may be drawn bit by bit.
        startTransition(() => setResting(true));
        // Stand anew, so that the scroll bar tells the truth again after many small scrolls in a scaled list.
        if (latest.current.offset !== 0) place(standAt(latest.current, trueTop(latest.current)));
      }, REST_MS);
    },
    [place],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    scroller,
    onScroll,
    spacerHeight: spacerHeight(current),
    ...visibleRows(current),
    topOf: (row) => row * rowHeight + current.offset,
    first: firstRow(current),
    last: lastRow(current),
    resting,
    scrolls,
    scrollToRow,
  };
}
