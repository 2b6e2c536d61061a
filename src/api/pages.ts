import { linkTarget } from '../core/link-header.ts';
import { ApiError, isNotFound } from './api-error.ts';
import type { Received, Transport } from './transport.ts';

/** NextLink is the next page by the Link header; `unknown` if no header can be read, `elsewhere` for another site, which is never requested. */
export type NextLink =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'elsewhere'; readonly target: string }
  | { readonly kind: 'next'; readonly address: string };

/**
 * readNextLink resolves the next link against the address that answered. The pages of one list differ in their query only, so the target's
 * query is put to the list's own path: this survives links that forget the path of the base address or of a filter. Parameters of
 * `listAddress` that the link drops are kept.
 */
export function readNextLink(header: string | null, answered: string, listAddress: string): NextLink {
  const target = header === null ? undefined : linkTarget(header, 'next');
  if (target === undefined) return { kind: 'unknown' };
  if (target === null) return { kind: 'none' };
  const from = new URL(answered);
  const url = URL.canParse(target, from) ? new URL(target, from) : undefined;
  // Servers behind a TLS proxy write links with http.
  if (url?.protocol === 'http:' && from.protocol === 'https:' && url.host === from.host)
    url.protocol = 'https:';
  if (url?.origin !== from.origin) return { kind: 'elsewhere', target: target.slice(0, 200) };
  url.hash = '';
  // A lone `?` would make a second name for the same page.
  if (url.search === '') url.search = '';
  else url.pathname = from.pathname;
  for (const [name, value] of new URL(listAddress).searchParams)
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return { kind: 'next', address: url.href };
}

/** Place is the position of a reader in a list. It is plain JSON, so it can be part of a query key or be stored; a stored one is checked by `isWithin` before it is followed. */
export interface Place {
  /** Absolute address of the page. */
  readonly address: string;
  /** 2 for the first page after the start. */
  readonly ordinal: number;
  /** An earlier address of the same list, to notice loops in constant space (Brent). */
  readonly seen: string;
}

/** firstPlace is the start of a list. */
export function firstPlace(address: string): Place {
  return { address, ordinal: 1, seen: address };
}

/** nextPlace returns the place one page on. Brent's cycle detection: the remembered address moves on at every power of two, so any circle is noticed. */
function nextPlace({ address: here, ordinal, seen }: Place, address: string): Place {
  return { address, ordinal: ordinal + 1, seen: Number.isInteger(Math.log2(ordinal)) ? here : seen };
}

/** Onward is the target of a page's next link; `circle`: a page that was read before. */
export type Onward =
  | Exclude<NextLink, { kind: 'next' }>
  | { readonly kind: 'next'; readonly place: Place }
  | Circle;
interface Circle {
  readonly kind: 'circle';
  /** Whether the page links to itself. */
  readonly isOwn: boolean;
}

/** onwardFrom returns the target of the next link of the page at `place`, which was read from `answered`. */
export function onwardFrom(here: Place, link: NextLink, answered: string): Onward {
  if (link.kind !== 'next') return link;
  const { address } = link;
  const isSeen = address === here.seen;
  const isOwn = address === here.address || address === answered || (isSeen && here.ordinal === 1);
  if (isOwn || isSeen) return { kind: 'circle', isOwn };
  return { kind: 'next', place: nextPlace(here, address) };
}

/** isWithin reports whether an address is within the register at `base`: a place may have been stored or pasted, and must not cause requests elsewhere. */
export function isWithin(address: string, base: string): boolean {
  const own = new URL(base);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const sameSite = url?.hostname === own.hostname && (url.origin === own.origin || url.protocol === 'https:');
  return sameSite && `${url.pathname}/`.startsWith(`${own.pathname.replace(/\/$/, '')}/`);
}

/** PageRef refers to a further page. It is opaque to callers. */
export interface PageRef extends Place {
  /** The first key of the page before: a page that begins with the same key is no new page. */
  readonly after: string;
  /** True if no Link header could be read and the address is guessed by page-index. */
  readonly guessed: boolean;
}

/**
 * Page is one page of a list. No `next` means that no further page is known, `mayGoOn` that there may be one nevertheless: no Link header
 * could be read or followed, and this list has no page-index. A `next` may lead to an empty page.
 */
export interface Page<T> {
  readonly values: readonly T[];
  readonly next?: PageRef;
  readonly mayGoOn?: true;
}

/** PagedList is a list that a server may send in pages. */
export interface PagedList<T> {
  /** Base address of the register: no page outside it is requested. */
  readonly base: string;
  /** Address of the first page. */
  readonly address: string;
  /** @throws ShapeError */
  decode(body: unknown): readonly T[];
  keyOf(value: T): string;
  /** Whether to go on by page-index and page-size if no Link header can be read. */
  readonly byIndex: boolean;
  /** The number of values in the whole list, if known. */
  readonly total?: number | undefined;
}

/** Limits lists that are read to their end. */
const MAX_PAGES = 1000;

/**
 * readPage reads the first page of a list, or the one that `page` leads to, and finds out where the next one is: by Link, else by
 * page-index until a page is empty, missing (404), shorter than the first, or the same again (a server that ignores page-index). A link that leads in a circle or
 * off the site is not followed; the page itself is returned.
 */
export async function readPage<T>(
  transport: Transport,
  list: PagedList<T>,
  page: PageRef | undefined,
  signal: AbortSignal | undefined,
): Promise<Page<T>> {
  const here = page ?? { ...firstPlace(list.address), after: '', guessed: false };
  if (!isWithin(here.address, list.base)) {
    const message = 'This page does not belong to the register. Start again from its list.';
    throw new ApiError('UNSUPPORTED', message, { address: here.address });
  }
  try {
    return await transport.get(here.address, (body, received) => finish(list, here, body, received), {
      signal,
    });
  } catch (error) {
    if (here.guessed && isNotFound(error)) return { values: [] };
    throw error;
  }
}

/** readAllPages reads a list to its end, or until a page brings nothing new. TOO_LARGE after MAX_PAGES pages. */
export async function readAllPages<T>(
  transport: Transport,
  list: PagedList<T>,
  signal: AbortSignal | undefined,
): Promise<readonly T[]> {
  const all: T[] = [];
  const keys = new Set<string>();
  let ref: PageRef | undefined;
  do {
    const page: Page<T> = await readPage(transport, list, ref, signal);
    const before = keys.size;
    for (const value of page.values) keys.add(list.keyOf(value));
    if (keys.size === before) break;
    for (const value of page.values) all.push(value);
    ref = page.next;
    if (ref !== undefined && ref.ordinal > MAX_PAGES) {
      const message = `This list has more than ${MAX_PAGES} pages, more than this page reads at once.`;
      throw new ApiError('TOO_LARGE', message, { address: ref.address });
    }
  } while (ref !== undefined);
  return all;
}

function finish<T>(list: PagedList<T>, here: PageRef, body: unknown, received: Received): Page<T> {
  const values = list.decode(body);
  const first = values[0];
  if (first === undefined) return { values };
  const after = list.keyOf(first);
  if (here.ordinal > 1 && after === here.after) return { values: [] };
  const link = readNextLink(received.link, received.address, list.address);
  const onward = onwardFrom(here, link, received.address);
  if (onward.kind === 'next') return { values, next: { ...onward.place, after, guessed: false } };
  if (onward.kind === 'none') return { values };
  // After pages found by links, the index of the next one is not known.
  if (!list.byIndex || !(onward.kind === 'unknown' || here.ordinal === 1 || here.guessed))
    return values.length < (list.total ?? Infinity) ? { values, mayGoOn: true } : { values };
  const url = new URL(here.address);
  const size = here.guessed ? Number(url.searchParams.get('page-size')) : values.length;
  if (values.length < size || (here.ordinal - 1) * size + values.length >= (list.total ?? Infinity))
    return { values };
  url.searchParams.set('page-index', String(here.ordinal + 1));
  url.searchParams.set('page-size', String(size));
  return { values, next: { ...nextPlace(here, url.href), after, guessed: true } };
}
