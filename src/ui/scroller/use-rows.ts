import {
  type RefObject,
  startTransition,
  type UIEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  firstRow,
  lastRow,
  scrolledTo,
  type ScrollWindow,
  spacerHeight,
  placeAgain,
  placeAt,
  tallestSpacer,
  trueTop,
  visibleRows,
} from './scroll-window.ts';

const REST_MS = 180;

/** HURRY_MS after the last jump the list counts as resting. */
const HURRY_MS = 90;

/** Rows has what a list of fixed-height rows needs to draw itself. */
export interface Rows {
  /** The element that scrolls, and what to call when it does. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  /** The height of the spacer, and the position of a row in it, in pixels. */
  readonly spacerHeight: number;
  readonly topOf: (row: number) => number;
  /** The rows to draw, `end` excluded. */
  readonly start: number;
  readonly end: number;
  /** The first row wholly in view, and the last one in view; -1 in an empty list. */
  readonly first: number;
  readonly last: number;
  /** The direction in which the reader scrolls: 1 down, -1 up; 0 after a move by the program. */
  readonly heading: -1 | 0 | 1;
  /** True during a fast scroll: request nothing. */
  readonly hurried: boolean;
  /** True once the list rests: the time to request more than the rows. */
  readonly resting: boolean;
  /** How often the reader has scrolled; moves of the program do not count. */
  readonly scrolls: number;
  /** scrollToRow puts a row at the top. */
  readonly scrollToRow: (row: number) => void;
}

/**
 * useRows draws only the rows in view of a list that may have millions. `rowHeight` is in pixels and the same
 * for all; `initialRow` is the first one in view at first. Rows are counted from 0.
 */
export function useRows(total: number, rowHeight: number, initialRow: number): Rows {
  const scroller = useRef<HTMLDivElement | null>(null);
  const [window, setWindow] = useState<ScrollWindow>(() =>
    placeAt(
      { total, rowHeight, viewport: 600, tallest: tallestHere(), scrollTop: 0, offset: 0 },
      initialRow * rowHeight,
    ),
  );
  const [resting, setResting] = useState(true);
  const [scrolls, setScrolls] = useState(0);
  const [heading, setHeading] = useState<-1 | 0 | 1>(0);
  const [hurried, setHurried] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hurry = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const current = { ...window, total, rowHeight };
  const latest = useRef(current);
  // The window as it was last placed or scrolled: with the row height it was scrolled by, should
  // that have changed since.
  const placed = useRef(window);
  useLayoutEffect(() => {
    latest.current = current;
  });

  const place = useCallback((next: ScrollWindow) => {
    latest.current = next;
    placed.current = next;
    setWindow(next);
    if (scroller.current !== null && scroller.current.scrollTop !== next.scrollTop)
      scroller.current.scrollTop = next.scrollTop;
  }, []);

  const scrollToRow = useCallback(
    (row: number) => {
      setHeading(0);
      place(placeAt(latest.current, row * latest.current.rowHeight));
    },
    [place],
  );

  const startRow = useRef<number | undefined>(initialRow);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const row = startRow.current;
      startRow.current = undefined;
      const next = { ...latest.current, viewport: element.clientHeight, tallest: tallestHere() };
      place(row === undefined ? placeAgain(placed.current, next) : placeAt(next, row * next.rowHeight));
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
      // The program's own moves arrive here, too, perhaps rounded by the browser.
      if (Math.abs(scrollTop - latest.current.scrollTop) <= 1) return;
      keepFocus(event.currentTarget, latest.current.rowHeight);
      const next = scrolledTo(latest.current, scrollTop);
      const distance = trueTop(next) - trueTop(latest.current);
      place(next);
      setHeading(distance < 0 ? -1 : 1);
      setResting(false);
      setScrolls((count) => count + 1);
      if (Math.abs(distance) > 2 * next.viewport) {
        setHurried(true);
        clearTimeout(hurry.current);
        hurry.current = setTimeout(() => setHurried(false), HURRY_MS);
      }
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // A scroll whose event has not fired yet must not be undone.
        const now = scroller.current?.scrollTop ?? latest.current.scrollTop;
        if (Math.abs(now - latest.current.scrollTop) > 1) return;
        // Results for a resting list may be drawn bit by bit.
        startTransition(() => setResting(true));
        // Placed again, so that the scroll bar is right after many small scrolls in a scaled list.
        if (latest.current.offset !== 0) place(placeAt(latest.current, trueTop(latest.current)));
      }, REST_MS);
    },
    [place],
  );
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      clearTimeout(hurry.current);
    },
    [],
  );

  return {
    scroller,
    onScroll,
    spacerHeight: spacerHeight(current),
    ...visibleRows(current),
    topOf: (row) => row * rowHeight + current.offset,
    first: firstRow(current),
    last: lastRow(current),
    heading,
    hurried,
    resting,
    scrolls,
    scrollToRow,
  };
}

/** keepFocus moves the focus away from a row about to be removed, or the scroll keys would do nothing. */
function keepFocus(element: HTMLElement, rowHeight: number): void {
  const focused = document.activeElement;
  if (focused === null || focused === element || !element.contains(focused)) return;
  const box = element.getBoundingClientRect();
  const { top, bottom } = focused.getBoundingClientRect();
  if (bottom < box.top - 6 * rowHeight || top > box.bottom + 6 * rowHeight)
    element.focus({ preventScroll: true });
}

function tallestHere(): number {
  return tallestSpacer(globalThis.devicePixelRatio);
}

/** ScrollableSides are the sides at which a box can scroll further. */
type ScrollableSides = 'none' | 'left' | 'right' | 'both';

/**
 * useScrollableSides follows at which sides a box can scroll further, while it scrolls or it or its content
 * changes width. A pixel is lost in rounding.
 */
export function useScrollableSides(box: RefObject<HTMLElement | null>): ScrollableSides {
  const [more, setMore] = useState<ScrollableSides>('none');
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const follow = (): void => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const left = scrollLeft > 1;
      const right = scrollLeft + clientWidth < scrollWidth - 1;
      setMore(left && right ? 'both' : left ? 'left' : right ? 'right' : 'none');
    };
    const observer = new ResizeObserver(follow);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [box]);
  return more;
}
