import { linkTarget } from '../core/link-header.ts';
import { ApiError, isNotFound } from './api-error.ts';
import type { ResponseInfo, Transport } from './transport.ts';

/** ListPosition is the position of a reader in a list. It is plain JSON, so it can be part of a query key or be stored; a stored one is checked by `isWithin` before it is followed. */
export interface ListPosition {
  /** Absolute address of the page. */
  readonly address: string;
  /** 2 for the first page after the start. */
  readonly ordinal: number;
  /** An earlier address of the same list, to notice loops in constant space. */
  readonly seen: string;
}

/** firstPosition is the start of a list. */
export function firstPosition(address: string): ListPosition {
  return { address, ordinal: 1, seen: address };
}

/** NextPosition is the next page, or why there is none to follow: the header names none, cannot be read, or names another site (never requested) or a page read before. */
type NextPosition = ListPosition | 'none' | 'unknown' | 'elsewhere' | 'circle';

/**
 * positionAfter returns the page after `here` by the Link header of its answer. The pages of one list differ in their query only, so the target's query is put to the
 * list's own path, or to a path below it: this survives links that forget the path of the base address or of a filter. Parameters of `list` that the link drops are kept.
 */
export function positionAfter(
  here: ListPosition,
  { link, address: answered }: ResponseInfo,
  list: string,
): NextPosition {
  const target = link === null ? undefined : linkTarget(link, 'next');
  if (target === undefined) return 'unknown';
  if (target === null) return 'none';
  const from = new URL(answered);
  const to = URL.canParse(target, from) ? new URL(target, from) : undefined;
  // Servers behind a TLS proxy write links with http.
  const isUpgraded = to?.protocol === 'http:' && from.protocol === 'https:' && to.host === from.host;
  if (to === undefined || (to.origin !== from.origin && !isUpgraded)) return 'elsewhere';
  const url = new URL(list);
  for (const [name, value] of url.searchParams)
    if (!to.searchParams.has(name)) to.searchParams.set(name, value);
  url.search = to.search;
  if (to.pathname.startsWith(`${url.pathname}/`)) url.pathname = to.pathname;
  const address = url.href;
  if ([here.address, here.seen, answered, list].includes(address)) return 'circle';
  return nextPosition(here, address);
}

/** nextPosition returns the place one page on. Brent's cycle detection: the remembered address moves on at every power of two, so any circle is noticed. */
function nextPosition({ address: here, ordinal, seen }: ListPosition, address: string): ListPosition {
  return { address, ordinal: ordinal + 1, seen: Number.isInteger(Math.log2(ordinal)) ? here : seen };
}

/** isWithin reports whether an address is within the register at `base`: a place may have been stored or pasted, and must not cause requests elsewhere. */
export function isWithin(address: string, base: string): boolean {
  const own = new URL(base);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const sameSite = url?.hostname === own.hostname && (url.origin === own.origin || url.protocol === 'https:');
  return sameSite && `${url.pathname}/`.startsWith(`${own.pathname.replace(/\/$/, '')}/`);
}

/** PageRef refers to a further page. It is opaque to callers. */
export interface PageRef extends ListPosition {
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
  readonly total: number | undefined;
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
  const here = page ?? { ...firstPosition(list.address), after: '', guessed: false };
  if (!isWithin(here.address, list.base)) {
    const message = 'This page does not belong to the register. Start again from its list.';
    throw new ApiError('UNSUPPORTED', message, { address: here.address });
  }
  const decode = (body: unknown, received: ResponseInfo): Page<T> => finish(list, here, body, received);
  try {
    return await transport.get(here.address, decode, { signal });
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

function finish<T>(list: PagedList<T>, here: PageRef, body: unknown, received: ResponseInfo): Page<T> {
  const values = list.decode(body);
  const first = values[0];
  if (first === undefined) return { values };
  const after = list.keyOf(first);
  if (here.ordinal > 1 && after === here.after) return { values: [] };
  const onward = positionAfter(here, received, list.address);
  if (typeof onward === 'object') return { values, next: { ...onward, after, guessed: false } };
  if (onward === 'none') return { values };
  const { total = Infinity } = list;
  // After pages found by links, the index of the next one is not known.
  if (!list.byIndex || !(onward === 'unknown' || here.ordinal === 1 || here.guessed))
    return values.length < total ? { values, mayGoOn: true } : { values };
  const url = new URL(here.address);
  const size = here.guessed ? Number(url.searchParams.get('page-size')) : values.length;
  if (values.length < size || (here.ordinal - 1) * size + values.length >= total) return { values };
  url.searchParams.set('page-index', String(here.ordinal + 1));
  url.searchParams.set('page-size', String(size));
  return { values, next: { ...nextPosition(here, url.href), after, guessed: true } };
}
