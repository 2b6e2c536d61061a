import type { Call, Link, Behaviour } from './call.ts';
import { integerParameter, keySegment, parseDigits, single } from './http/request.ts';
import { badRequest, notFound, quoted } from './http/response.ts';
import { nineTenths } from './switches/alterations.ts';

/** MAX_PAGE is the largest page that can be requested (wire notes: up to 5,000). */
const MAX_PAGE = 5000;

/** Span is one page of a list: `count` members from `offset` on, 0-based. */
export interface Span {
  readonly offset: number;
  readonly count: number;
  readonly links: readonly Link[];
}

/** Pairs are query parameters in order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** Neighbours are the queries of a page and of the pages next to it. */
export interface Neighbours {
  readonly here: Pairs;
  readonly first: Pairs;
  /** The page that follows, or would if the list did not end here. */
  readonly onward: Pairs;
  readonly isLast: boolean;
  readonly previous?: Pairs | undefined;
  /** What a server that computes wrongly calls previous, a page before the first; absent if none was seen to. */
  readonly beforeFirst?: Pairs;
  /** Parameters that every link keeps. */
  readonly filter?: Pairs;
}

/** pageLinks makes the next and previous links of a page, to the path as requested, suffix included. */
function pageLinks(call: Call, page: Neighbours): Link[] {
  const { here, first, onward, isLast, beforeFirst, filter = [] } = page;
  const { nextLinks } = call.behaviour;
  const kept = nextLinks === 'forget' ? [] : filter;
  const link = (rel: Link['rel'], pairs: Pairs | undefined): Link[] =>
    pairs
      ? [
          {
            rel,
            path: call.askedPath,
            query: new URLSearchParams([...kept, ...pairs].map(([name, value]) => [name, value])),
          },
        ]
      : [];
  if (nextLinks === 'loop' && beforeFirst) return [...link('next', here), ...link('previous', beforeFirst)];
  const goesOn = nextLinks === 'away' || nextLinks === 'endless';
  const next =
    nextLinks === 'back'
      ? (page.previous ?? here)
      : !isLast || goesOn
        ? onward
        : nextLinks === 'circle'
          ? first
          : undefined;
  return [...link('next', next), ...link('previous', page.previous)];
}

/** pageShown is the page that is at an index from 0 on: beyond the last of `count` pages an endless list begins again, any other has none. */
function pageShown(index: number, count: number, { nextLinks }: Behaviour): number | undefined {
  if (index < count) return index;
  return nextLinks === 'endless' ? index % count : undefined;
}

/**
 * entrySpan reads `start` and `limit` for the entry list (API document, "Entries", rule 2). A start past the end gives an empty page without
 * links. @throws Problem 400
 */
export function entrySpan(call: Call): Span {
  const { query, behaviour } = call;
  const start = integerParameter(query, 'start', { least: 1, most: Number.MAX_SAFE_INTEGER, fallback: 1 });
  const count = integerParameter(query, 'limit', { least: 1, most: MAX_PAGE, fallback: behaviour.pageSize });
  const size = readableSize(call);
  const shown = behaviour.nextLinks === 'endless' && size > 0 ? (start - 1) % size : start - 1;
  if (shown >= size) return { offset: size, count: 0, links: [] };
  const limit = query.has('limit') ? count : undefined;
  const links = pageLinks(call, {
    here: from(start, limit),
    first: from(1, limit),
    onward: from(start + count, limit),
    isLast: start + count > size,
    previous: start > 1 ? before(start, count, limit) : undefined,
    beforeFirst: from(0, limit),
  });
  return { offset: shown, count: Math.min(count, size - shown), links };
}

/** readableSize returns how many entries can be read: all, except with the fault that ends the log early. */
export function readableSize({ log, behaviour }: Pick<Call, 'log' | 'behaviour'>): number {
  return behaviour.readable === 'all' ? log.size : nineTenths(log.size);
}

function from(start: number, limit: number | undefined): Pairs {
  return [['start', String(start)], ...(limit === undefined ? [] : [['limit', String(limit)] as const])];
}

/** Before a start within the first page the previous page is shorter, so that no entry is sent twice. */
function before(start: number, count: number, limit: number | undefined): Pairs {
  return start > count ? from(start - count, limit) : from(1, start - 1);
}

const MOST_PAGES = Math.floor(Number.MAX_SAFE_INTEGER / MAX_PAGE);

/**
 * pageSpan reads `page-index` (from 1) and `page-size` for a list of `total` members; `filter` is kept in the links.
 * @throws Problem 400 for malformed values, 404 past the last page (wire notes)
 */
export function pageSpan(call: Call, total: number, filter: Pairs = []): Span {
  const { query, behaviour } = call;
  const count = integerParameter(query, 'page-size', {
    least: 1,
    most: MAX_PAGE,
    fallback: behaviour.pageSize,
  });
  const index = integerParameter(query, 'page-index', { least: 1, most: MOST_PAGES, fallback: 1 });
  const last = Math.max(1, Math.ceil(total / count));
  const shown = pageShown(index - 1, last, behaviour);
  if (shown === undefined) throw notFound(`There is no page ${index}: the last is page ${last}.`);
  const size: Pairs = query.has('page-size') ? [['page-size', String(count)]] : [];
  const at = (page: number): Pairs => [['page-index', String(page)], ...size];
  const links = indexLinks(call, { at, index, first: 1, isLast: index >= last, filter });
  return { offset: shown * count, count, links };
}

/** Links between pages that have an index. */
function indexLinks(
  call: Call,
  page: Pick<Neighbours, 'isLast' | 'filter'> & {
    readonly at: (index: number) => Pairs;
    readonly index: number;
    readonly first: number;
  },
): Link[] {
  const { at, index, first } = page;
  const previous = index > first ? at(index - 1) : undefined;
  return pageLinks(call, { ...page, here: at(index), first: at(first), onward: at(index + 1), previous });
}

/**
 * cursorSpan reads the cursor of the item and blob lists. Pages begin at fixed places and the order is that of first appearance, so that a
 * complete page never changes and an incomplete one grows in order (API document, "Items").
 * @throws Problem 400 for a cursor that this list never gave out
 */
export function cursorSpan(call: Call, total: number): Span {
  const { itemPageSize: count, cursorName } = call.behaviour;
  const text = single(call.query, cursorName);
  const page = text === undefined ? 0 : parseCursor(text);
  // The page after a complete last one is empty today and grows later.
  const shown = page && pageShown(page, Math.floor(total / count) + 1, call.behaviour);
  if (page === undefined || shown === undefined)
    throw badRequest(`${quoted(text ?? '')} is not a cursor of this list.`);
  const at = (index: number): Pairs => [[cursorName, writeCursor(index)]];
  const isLast = (page + 1) * count >= total;
  return { offset: shown * count, count, links: indexLinks(call, { at, index: page, first: 0, isLast }) };
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

/** spoiltPage is a page of ascending entry numbers as the behaviour sends it. A page of one is always true. */
export function spoiltPage(numbers: readonly number[], { entryPages }: Behaviour): readonly number[] {
  switch (entryPages) {
    case 'skip':
      return numbers.toSpliced(1, 1);
    case 'repeat':
      return numbers.flatMap((number, index) => (index === 1 ? [number, number] : [number]));
    case 'reverse':
      return numbers.toReversed();
    case 'true':
      return numbers;
  }
}

const DEPRECATION = '<https://registers.example/deprecated>; rel="deprecation"';

/** linkHeader writes the links of an answer (RFC 8288) in the behaviour of the mount; undefined if there is nothing to send. */
export function linkHeader(links: readonly Link[], call: Call): string | undefined {
  const { behaviour } = call;
  const written =
    behaviour.links === 'none' ? [] : links.map((link) => `<${target(link, call)}>; rel="${link.rel}"`);
  if (behaviour.deprecation) return [DEPRECATION, ...written].join(',');
  return written.length === 0 ? undefined : written.join(', ');
}

const ELSEWHERE = 'https://elsewhere.registers.example';

function target({ rel, path, query }: Link, { base, origin, behaviour }: Call): string {
  const search = query ? `?${query}` : '';
  if (behaviour.nextLinks === 'away' && rel === 'next') return ELSEWHERE + base + path + search;
  if (behaviour.links === 'query' && query) return search;
  return (behaviour.links === 'absolute' ? origin : '') + base + path + search;
}

/** versionHistory links a record to its trail (RFC 5829; API document, "Records", rule 1). */
export function versionHistory(key: string, { behaviour }: Call): Link {
  const segment = behaviour.linkKeys === 'raw' ? rawSegment(key) : keySegment(key);
  return { rel: 'version-history', path: `/records/${segment}/entries` };
}

/** Characters not allowed in a header or between `<` and `>` are always encoded. */
function rawSegment(key: string): string {
  return key.replaceAll(/[^\x21-\x7e]|[<>"%?#]/gu, encodeURIComponent);
}
