/**
 * ScrollWindow is the scroll position of a list of fixed-height rows. Browsers cut very tall elements, so the
 * spacer that gives the scroll bar its length is bounded; `offset` plus a row's true position is its place in
 * the spacer. Scrolling by hand is exact to the pixel everywhere; a jump of the scroll bar is proportional,
 * except at both ends of the spacer, which are exactly the ends of the list.
 */
export interface ScrollWindow {
  readonly total: number;
  readonly rowHeight: number;
  readonly viewport: number;
  /** The largest height of the spacer, in pixels (tallestSpacer). */
  readonly tallest: number;
  /** The scroll position of the spacer, in pixels. */
  readonly scrollTop: number;
  /** Position in the spacer minus true position, in pixels; 0 while the list fits. */
  readonly offset: number;
}

/** TALLEST_PX is less than Firefox draws (17.8 million) and half of what Chromium does (33.5 million). */
const TALLEST_PX = 15_000_000;

/** EDGE_PX is the unscaled length at either end of the spacer. */
const EDGE_PX = 100_000;

/**
 * tallestSpacer returns the largest height of an element in CSS pixels: browsers limit device pixels,
 * `devicePixelRatio` per CSS pixel, zoom included.
 */
export function tallestSpacer(devicePixelRatio: number): number {
  return Math.floor(TALLEST_PX / Math.max(1, devicePixelRatio));
}

/** spacerHeight is the height of the element that is scrolled, in pixels. */
export function spacerHeight(window: Pick<ScrollWindow, 'total' | 'rowHeight' | 'tallest'>): number {
  return Math.min(window.total * window.rowHeight, window.tallest);
}

function fits({ total, rowHeight, tallest }: ScrollWindow): boolean {
  return total * rowHeight <= tallest;
}

function trueMax(window: ScrollWindow): number {
  return Math.max(0, window.total * window.rowHeight - window.viewport);
}

function spacerMax(window: ScrollWindow): number {
  return Math.max(0, spacerHeight(window) - window.viewport);
}

/** trueTop is the position of the first visible pixel in the list as if it were drawn whole. */
export function trueTop(window: ScrollWindow): number {
  return clamp(window.scrollTop - window.offset, 0, trueMax(window));
}

/**
 * Converts a true position to one in the spacer, and back: exact within EDGE_PX of either
 * end, proportional between.
 */
function toSpacer(window: ScrollWindow, top: number): number {
  return between(top, trueMax(window), spacerMax(window), edgeOf(window));
}

function toTrue(window: ScrollWindow, scrollTop: number): number {
  return between(scrollTop, spacerMax(window), trueMax(window), edgeOf(window));
}

function between(at: number, max: number, otherMax: number, edge: number): number {
  if (at <= edge) return at;
  if (at >= max - edge) return otherMax - (max - at);
  return Math.round(edge + ((at - edge) / (max - 2 * edge)) * (otherMax - 2 * edge));
}

function edgeOf(window: ScrollWindow): number {
  return Math.min(EDGE_PX, Math.floor(spacerMax(window) / 4));
}

/**
 * placeAt places the window so that `top` (true pixels) is its first visible pixel; its scrollTop is
 * to be set on the element.
 */
export function placeAt(window: ScrollWindow, top: number): ScrollWindow {
  const at = clamp(top, 0, trueMax(window));
  if (fits(window)) return { ...window, scrollTop: at, offset: 0 };
  const scrollTop = Math.round(toSpacer(window, at));
  return { ...window, scrollTop, offset: scrollTop - at };
}

/**
 * placeAgain places the window again after its height or that of its rows has changed: at the same row, or at
 * the end if it was there.
 */
export function placeAgain(before: ScrollWindow, window: ScrollWindow): ScrollWindow {
  const end = trueMax(before);
  if (end > 0 && trueTop(before) >= end - 1) return placeAt(window, Infinity);
  return placeAt(window, (trueTop(before) / before.rowHeight) * window.rowHeight);
}

/**
 * scrolledTo follows the element to a new scrollTop: by the same distance if scrolled by hand, in proportion
 * if it jumped. After a long scroll by hand the spacer could end before the list does: near its ends the
 * window is placed again with a new scrollTop, to be set on the element.
 */
export function scrolledTo(window: ScrollWindow, scrollTop: number): ScrollWindow {
  if (fits(window)) return { ...window, scrollTop, offset: 0 };
  if (Math.abs(scrollTop - window.scrollTop) > farthestByHand(window))
    return {
      ...window,
      scrollTop,
      offset: scrollTop - toTrue(window, clamp(scrollTop, 0, spacerMax(window))),
    };
  const next = { ...window, scrollTop };
  const nearEnd = Math.min(scrollTop, spacerMax(window) - scrollTop) < edgeOf(window) / 2;
  const placed = placeAt(next, trueTop(next));
  // Between the ends positions are rounded: by less than a pixel is as good as the same.
  return nearEnd && Math.abs(placed.scrollTop - scrollTop) >= 1 ? placed : next;
}

/**
 * A scroll bar that is dragged by one pixel moves the spacer by its height over the viewport’s; a wheel or
 * finger never moves it so far between two frames.
 */
function farthestByHand(window: ScrollWindow): number {
  return Math.max(3 * window.viewport, spacerMax(window) / window.viewport / 3);
}

/** ROWS_AT_MOST is the most rows drawn, at any height of the screen. */
const ROWS_AT_MOST = 150;

/** BEYOND is how many rows are drawn beyond either edge, so that a scroll shows no gap. */
const BEYOND = 8;

/** visibleRows is the run of rows to draw, 0-based, `end` excluded. */
export function visibleRows(window: ScrollWindow) {
  const top = trueTop(window);
  const start = Math.max(0, Math.floor(top / window.rowHeight) - BEYOND);
  const end = Math.min(window.total, Math.ceil((top + window.viewport) / window.rowHeight) + BEYOND);
  return { start, end: Math.min(end, start + ROWS_AT_MOST) };
}

/** firstRow is the first row that is wholly visible, 0-based. */
export function firstRow(window: ScrollWindow): number {
  return Math.max(0, Math.min(window.total - 1, Math.ceil((trueTop(window) - 1) / window.rowHeight)));
}

/** lastRow is the last row of which more than half is visible, 0-based; -1 in an empty list. */
export function lastRow(window: ScrollWindow): number {
  return Math.min(window.total, Math.round((trueTop(window) + window.viewport) / window.rowHeight)) - 1;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
