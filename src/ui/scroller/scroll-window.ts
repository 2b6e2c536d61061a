/**
 * ScrollWindow is where a list of fixed-height rows stands. Browsers cut elements taller than about 17 million pixels, so the spacer that gives the
 * scroll bar its length is bounded; `offset` is what has to be added to a row's true position to place it in the spacer. Small scrolls are true to the
 * pixel; jumps are proportional.
 */
export interface ScrollWindow {
  readonly total: number;
  readonly rowHeight: number;
  readonly viewport: number;
  /** Where the spacer is scrolled to, in pixels. */
  readonly scrollTop: number;
  /** Position in the spacer minus true position, in pixels; 0 while the list fits. */
  readonly offset: number;
}

/** MAX_SPACER_PX is well under the tallest element that every browser draws. */
export const MAX_SPACER_PX = 8_000_000;

/** spacerHeight is the height of the element that is scrolled, in pixels. */
export function spacerHeight(window: Pick<ScrollWindow, 'total' | 'rowHeight'>): number {
  return Math.min(window.total * window.rowHeight, MAX_SPACER_PX);
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

/** standAt places the window so that `top` (true pixels) is its first visible pixel; its scrollTop is to be set on the element. */
export function standAt(window: ScrollWindow, top: number): ScrollWindow {
  const at = clamp(top, 0, trueMax(window));
  const max = trueMax(window);
  const scrollTop = max === 0 ? 0 : Math.round((at / max) * spacerMax(window));
  const fits = window.total * window.rowHeight <= MAX_SPACER_PX;
  return fits ? { ...window, scrollTop: at, offset: 0 } : { ...window, scrollTop, offset: scrollTop - at };
}

/** scrolledTo follows the element to a new scrollTop: by the same distance where it is small, in proportion where it is a jump or an end of the spacer. */
export function scrolledTo(window: ScrollWindow, scrollTop: number): ScrollWindow {
  if (window.total * window.rowHeight <= MAX_SPACER_PX) return { ...window, scrollTop, offset: 0 };
  const distance = Math.abs(scrollTop - window.scrollTop);
  const atEnd = scrollTop <= 0 || scrollTop >= spacerMax(window);
  if (distance <= window.viewport * 3 && !atEnd) return { ...window, scrollTop };
  const max = spacerMax(window);
  const top = max === 0 ? 0 : (clamp(scrollTop, 0, max) / max) * trueMax(window);
  return { ...window, scrollTop, offset: scrollTop - top };
}

/** visibleRows is the run of rows to draw, 0-based, `end` excluded, with some beyond either edge so that a scroll shows no gap. */
export function visibleRows(
  window: ScrollWindow,
  beyond = 8,
): { readonly start: number; readonly end: number } {
  const top = trueTop(window);
  return {
    start: Math.max(0, Math.floor(top / window.rowHeight) - beyond),
    end: Math.min(window.total, Math.ceil((top + window.viewport) / window.rowHeight) + beyond),
  };
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
