import type { Call } from './call.ts';
import { keySegment, parseDigits, positiveParameter, single } from './http/request.ts';
import { badRequest, type Link, notFound, type Query, quoted } from './http/response.ts';
import { nineTenths } from './switches/alterations.ts';

/** MAX_PAGE is the largest page that can be requested (api/servers.md: up to 5,000). */
const MAX_PAGE = 5000;

/** Span is one page of a list: `count` members from `offset` on, 0-based. */
export interface Span {
  readonly offset: number;
  readonly count: number;
  readonly links: readonly Link[];
}

/** Page is where a page is in its list. */
interface Page {
  /** The query of the page at a place. */
  readonly at: (place: number) => Query;
  readonly here: number;
  readonly first: number;
  /** From one place to the next. */
  readonly step?: number;
  readonly isLast: boolean;
}

/** pageLinks makes the next and previous links of a page. */
function pageLinks(call: Call, { at, here, first, step = 1, isLast }: Page): Link[] {
  const { has } = call;
  const previous = here > first ? at(here - step) : undefined;
  const goesOn = !isLast || has('links-away') || has('links-endless');
  const onward = goesOn ? at(here + step) : has('links-circle') ? at(first) : undefined;
  return linksTo(call, has('links-back') ? (previous ?? at(here)) : onward, previous);
}

/** The links go to the path as requested, suffix included. */
function linksTo({ fullPath: path }: Call, next: Query | undefined, previous: Query | undefined): Link[] {
  const links = [['next', next] as const, ['previous', previous] as const];
  return links.flatMap(([rel, query]) => (query ? [{ rel, path, query }] : []));
}

/**
 * placeShown is the place, from 0 on, that is shown for one asked for: beyond the last of `count` an endless
 * list begins again, any other has none.
 */
function placeShown(place: number, count: number, { has }: Call): number | undefined {
  if (place < count) return place;
  return has('links-endless') && count > 0 ? place % count : undefined;
}

/** How many members a page has where the request does not say. */
const pageSize = ({ has }: Call): number => (has('small-pages') ? 10 : 100);

/**
 * entrySpan reads `start` and `limit` for the entry list (API document, "Entries", rule 2). A start past the
 * end gives an empty page without links. Before a start within the first page the previous page is shorter,
 * so that no entry is sent twice. @throws Problem 400
 */
export function entrySpan(call: Call): Span {
  const { query } = call;
  const start = positiveParameter(query, 'start', 1, Number.MAX_SAFE_INTEGER);
  const count = positiveParameter(query, 'limit', pageSize(call), MAX_PAGE);
  const size = readableSize(call);
  const shown = placeShown(start - 1, size, call);
  if (shown === undefined) return { offset: size, count: 0, links: [] };
  const limit: Query = query.has('limit') ? { limit: String(count) } : {};
  const at = (from: number): Query =>
    from < 1 ? { start: '1', limit: String(start - 1) } : { start: String(from), ...limit };
  const links = call.has('link-loop')
    ? linksTo(call, at(start), { ...at(start), start: '0' })
    : pageLinks(call, { at, here: start, first: 1, step: count, isLast: start + count > size });
  return { offset: shown, count: Math.min(count, size - shown), links };
}

/** readableSize returns how many entries can be read: all, except with the fault that ends the log early. */
export function readableSize({ log, has }: Call): number {
  return has('log-cut') ? nineTenths(log.size) : log.size;
}

const MOST_PAGES = Math.floor(Number.MAX_SAFE_INTEGER / MAX_PAGE);

/**
 * pageSpan reads `page-index` (from 1) and `page-size` for a list of `total` members;
 * `filter` is kept in the links.
 * @throws Problem 400 for malformed values, 404 past the last page (api/servers.md)
 */
export function pageSpan(call: Call, total: number, filter: Query = {}): Span {
  const { query } = call;
  const count = positiveParameter(query, 'page-size', pageSize(call), MAX_PAGE);
  const here = positiveParameter(query, 'page-index', 1, MOST_PAGES);
  const last = Math.max(1, Math.ceil(total / count));
  const shown = placeShown(here - 1, last, call);
  if (shown === undefined) throw notFound(`There is no page ${here}: the last is page ${last}.`);
  const size: Query = query.has('page-size') ? { 'page-size': String(count) } : {};
  const at = (page: number): Query => ({ ...filter, 'page-index': String(page), ...size });
  const offset = shown * count;
  const links = pageLinks(call, { at, here, first: 1, isLast: here >= last });
  return { offset, count: Math.min(count, total - offset), links };
}

/**
 * cursorSpan reads the cursor of the item and blob lists. Pages begin at fixed places and the order is
 * that of first appearance, so that a complete page never changes and an incomplete one grows in order
 * (API document, "Items").
 * @throws Problem 400 for a cursor that this list never gave out
 */
export function cursorSpan(call: Call, total: number): Span {
  // No request can say it: a long page keeps the number of requests for the whole list small.
  const count = call.has('small-pages') ? 10 : MAX_PAGE;
  const cursorName = call.has('cursor-start') ? 'start' : 'cursor';
  const text = single(call.query, cursorName);
  const here = text === undefined ? 0 : parseCursor(text);
  // The page after a complete last one is empty today and grows later.
  const shown = here && placeShown(here, Math.floor(total / count) + 1, call);
  if (here === undefined || shown === undefined)
    throw badRequest(`${quoted(text ?? '')} is not a cursor of this list.`);
  const at = (page: number): Query => ({ [cursorName]: writeCursor(page) });
  const isLast = (here + 1) * count >= total;
  return { offset: shown * count, count, links: pageLinks(call, { at, here, first: 0, isLast }) };
}

/** A cursor is opaque to clients: base64 keeps them from computing with it. */
function writeCursor(page: number): string {
  return btoa(`page:${page}`).replaceAll('=', '');
}

function parseCursor(text: string): number | undefined {
  try {
    const page = parseDigits(atob(text).replace('page:', ''));
    return page !== undefined && writeCursor(page) === text ? page : undefined;
  } catch {
    return undefined;
  }
}

/** faultyPage is a page of ascending entry numbers as the mount sends it. A page of one is always true. */
export function faultyPage(numbers: readonly number[], { has }: Call): readonly number[] {
  if (has('entries-skipped')) return numbers.toSpliced(1, 1);
  if (has('entries-repeated')) return numbers.toSpliced(1, 0, ...numbers.slice(1, 2));
  return has('entries-reversed') ? numbers.toReversed() : numbers;
}

const DEPRECATION = '<https://registers.example/deprecated>; rel="deprecation"';

/**
 * linkHeader writes the links of an answer (RFC 8288) in the manner of the mount; undefined if
 * there is nothing to send.
 */
export function linkHeader(links: readonly Link[], call: Call): string | undefined {
  const written = call.has('link-none')
    ? []
    : links.map((link) => `<${target(link, call)}>; rel="${link.rel}"`);
  if (call.has('deprecation-link')) return [DEPRECATION, ...written].join(',');
  return written.length === 0 ? undefined : written.join(', ');
}

const ELSEWHERE = 'https://elsewhere.registers.example';

function target({ rel, path, query }: Link, { base, origin, has }: Call): string {
  const search = query ? `?${new URLSearchParams(query)}` : '';
  if (has('links-away') && rel === 'next') return ELSEWHERE + base + path + search;
  if (has('link-relative') && query) return search;
  return (has('link-absolute') ? origin : '') + base + path + search;
}

/** versionHistory links a record to its trail (RFC 5829; API document, "Records", rule 1). */
export function versionHistory(key: string, { has }: Call): Link {
  const segment = has('link-raw-key') ? rawSegment(key) : keySegment(key);
  return { rel: 'version-history', path: `/records/${segment}/entries` };
}

/** Characters not allowed in a header or between `<` and `>` are always encoded. */
function rawSegment(key: string): string {
  return key.replaceAll(/[^\x21-\x7e]|[<>"%?#]/gu, encodeURIComponent);
}
