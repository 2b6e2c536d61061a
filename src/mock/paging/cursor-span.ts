import type { Call } from '../call.ts';
import { parseDigits } from '../http/digits.ts';
import { badRequest, quoted } from '../http/problem.ts';
import { single } from '../http/query.ts';
import { pageLinks, pageShown, type Pairs, type Span } from './page-links.ts';

/**
 * cursorSpan reads the cursor of the item and blob lists. Pages begin at fixed places and the order is that of first appearance, so that a
 * complete page never changes and an incomplete one grows in order (API document, "Items").
 * @throws Problem 400 for a cursor that this list never gave out
 */
export function cursorSpan(call: Call, total: number): Span {
  const { pageSize: count, cursorName } = call.manner;
  const text = single(call.query, cursorName);
  const page = text === undefined ? 0 : parseCursor(text);
  // The page after a complete last one is empty today and grows later.
  const shown = page && pageShown(page, Math.floor(total / count) + 1, call.manner);
  if (page === undefined || shown === undefined)
    throw badRequest(`${quoted(text ?? '')} is not a cursor of this list.`);
  const at = (index: number): Pairs => [[cursorName, writeCursor(index)]];
  const links = pageLinks(call, {
    here: at(page),
    first: at(0),
    onward: at(page + 1),
    next: (page + 1) * count < total ? at(page + 1) : undefined,
    previous: page > 0 ? at(page - 1) : undefined,
  });
  return { offset: shown * count, count, links };
}

const CURSOR = /^page:(\d+)$/;

/** A cursor is opaque to clients: base64 keeps them from reckoning with it. */
function writeCursor(page: number): string {
  return btoa(`page:${page}`).replaceAll('=', '');
}

function parseCursor(text: string): number | undefined {
  try {
    const page = parseDigits(CURSOR.exec(atob(text))?.[1] ?? '');
    return page !== undefined && writeCursor(page) === text ? page : undefined;
  } catch {
    return undefined;
  }
}
