import { linkTarget } from '../core/http.ts';
import { createListGuard, PAGE_SIZE } from '../core/list-guard.ts';
import { ApiError, isNotFound } from './api-error.ts';
import type { ResponseInfo } from './transport.ts';
import { isObject } from './wire.ts';

/**
 * PageRef refers to a page of a list. It is plain JSON, so it can be part of a query key or be
 * stored, and opaque to callers.
 */
export interface PageRef {
  /** Absolute address of the page. */
  readonly address: string;
  /** 1 for the first page. */
  readonly ordinal: number;
  /** An earlier address of the same list, to notice circles in constant space. */
  readonly seen: string;
  /** The first key of the page before, if known: a page that begins with the same key is not a new page. */
  readonly after?: string | undefined;
  /** True if no Link header could be followed and the address is guessed by page-index. */
  readonly guessed?: boolean;
}

/** Onward is where a list goes on after a page. `next` may refer to an empty page. */
export interface Onward {
  readonly next?: PageRef;
  /**
   * Why there may be further pages nevertheless: the Link header cannot be read, or names another site (never
   * requested) or a page read before.
   */
  readonly unread?: 'unknown' | 'elsewhere' | 'circle';
}

/** isCut reports whether a page names a next one that is not requested: of another site, or read before. */
export function isCut({ unread = 'unknown' }: Onward): boolean {
  return unread !== 'unknown';
}

/** Page is one page of a decoded list. */
export interface Page<T> extends Onward {
  readonly values: readonly T[];
}

/** PagedList is a list that a server may send in pages, each of which is read as a P, decoded or not. */
export interface PagedList<P> {
  /** Base address of the register: no page outside it is requested. */
  readonly base: string;
  /** Address of the first page. */
  readonly address: string;
  /** read requests a page and resolves with what `finish` makes of it. */
  read<T>(address: string, finish: (page: P, received: ResponseInfo) => T): Promise<T>;
  /** keysOf returns the keys of a page's members; absent if pages are not decoded. */
  keysOf?(page: P): readonly string[];
  /** Whether to go on by page-index and page-size if no Link header can be followed. */
  readonly byIndex: boolean;
  /** The number of members of the whole list, if known. */
  readonly total?: number | undefined;
}

/** DecodedList is a list whose pages are decoded. */
export type DecodedList<T> = Required<PagedList<{ readonly values: readonly T[] }>>;

/** MAX_PAGES is the most pages of a list that is read to its end. */
const MAX_PAGES = 1000;

/**
 * readPage reads the page that `ref` refers to, or the first one if that is not a page of the register, and
 * finds out where the next one is: by Link, else by page-index until a page is empty, missing (404), shorter
 * than the first, or the same again (a server that ignores page-index). Undefined if a guessed page is
 * missing, or if the page is the one before it again.
 */
export async function readPage<P extends object>(
  list: PagedList<P>,
  ref?: unknown,
): Promise<(P & Onward) | undefined> {
  const { base, address } = list;
  const here = isWithin(ref, base) ? ref : { address, ordinal: 1, seen: address };
  try {
    return await list.read(here.address, (page, received) => {
      const keys = list.keysOf?.(page);
      const isRepeated = here.ordinal > 1 && keys?.[0] !== undefined && keys[0] === here.after;
      return isRepeated ? undefined : { ...page, ...onward(list, here, received, keys) };
    });
  } catch (error) {
    if (here.guessed === true && isNotFound(error)) return undefined;
    throw error;
  }
}

/** WholeList is a list as far as it was read. */
interface WholeList<T> {
  readonly values: readonly T[];
  /** See isCut: of the last page. */
  readonly isCut: boolean;
}

/**
 * readAllPages reads a list to its end, or until a page brings nothing new. TOO_LARGE after MAX_PAGES pages.
 */
export async function readAllPages<T>(list: DecodedList<T>): Promise<WholeList<T>> {
  const guard = createListGuard({ pages: MAX_PAGES });
  const all: T[] = [];
  const keys = new Set<string>();
  for (let ref: PageRef | undefined; ;) {
    const page: Page<T> = (await readPage(list, ref)) ?? { values: [] };
    const before = keys.size;
    for (const key of list.keysOf(page)) keys.add(key);
    const state = guard(page.values.length, keys.size - before);
    if (state === 'over') return { values: all, isCut: false };
    for (const value of page.values) all.push(value);
    ref = page.next;
    if (ref === undefined) return { values: all, isCut: isCut(page) };
    if (state === 'endless') {
      const message = `This list has more than ${MAX_PAGES} pages, more than this page reads at once.`;
      throw new ApiError('TOO_LARGE', message, { address: ref.address });
    }
  }
}

/**
 * LimitedRead reads an address with `limit`: `most`, but PAGE_SIZE at most. If the server refuses it (400), because
 * it is not in the API document, the address is read without it, and it is not sent again.
 */
export type LimitedRead = <T>(
  address: string,
  most: number,
  read: (address: string) => Promise<T>,
) => Promise<T>;

/** createLimit makes the LimitedRead of one server. */
export function createLimit(): LimitedRead {
  let isSent = true;
  return async (address, most, read) => {
    const limit = `${address.includes('?') ? '&' : '?'}limit=${Math.min(most, PAGE_SIZE)}`;
    if (isSent)
      try {
        return await read(address + limit);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error;
      }
    const answer = await read(address);
    isSent = false;
    return answer;
  };
}

function onward(
  { address: first, byIndex, total = Infinity }: Omit<PagedList<never>, 'read' | 'keysOf'>,
  here: PageRef,
  received: ResponseInfo,
  keys: readonly string[] | undefined,
): Onward {
  if (keys?.length === 0) return {};
  const { address: current, ordinal, seen, guessed = false } = here;
  const to = (address: string, isGuess: boolean): Onward => {
    // Brent's cycle detection: the remembered address moves on at every power of two,
    // so any circle is noticed.
    const moved = Number.isInteger(Math.log2(ordinal)) ? current : seen;
    return {
      next: { address, ordinal: ordinal + 1, seen: moved, after: keys?.[0], guessed: isGuess },
    };
  };
  const linked = linkedPage(here, received, first);
  if (linked instanceof URL) return to(linked.href, false);
  if (linked === 'none') return {};
  const url = new URL(current);
  const asked = Number(url.searchParams.get('page-size') ?? Number.NaN);
  const size = guessed ? asked : (keys?.length ?? asked);
  const count = keys?.length ?? size;
  // After pages found by links, the index of the next one is not known.
  if (!byIndex || !(linked === 'unknown' || ordinal === 1 || guessed))
    return count >= total ? {} : { unread: linked };
  if (!(count >= size) || (ordinal - 1) * size + count >= total) return {};
  url.searchParams.set('page-index', String(ordinal + 1));
  url.searchParams.set('page-size', String(size));
  return to(url.href, true);
}

/**
 * linkedPage returns the page after `here` by the Link header of its answer, or why there is none to follow.
 * The pages of one list differ in their query only, so the target's query is put to the list's own path, or
 * to a path below it: this survives links that forget the path of the base address or of a filter. Parameters
 * of `list` that the link drops are kept.
 */
function linkedPage(
  { address: current, seen }: PageRef,
  { link, address: answered }: ResponseInfo,
  list: string,
): URL | 'none' | NonNullable<Onward['unread']> {
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
  return [current, seen, answered, list].includes(url.href) ? 'circle' : url;
}

/**
 * isWithin reports whether `ref` refers to a page of the register at `base`: it may have been stored or
 * pasted, and must not cause requests elsewhere.
 */
export function isWithin(ref: unknown, base: string): ref is PageRef {
  if (!isObject(ref)) return false;
  const { address, ordinal, seen } = ref;
  if (typeof address !== 'string' || typeof seen !== 'string' || !Number.isSafeInteger(ordinal)) return false;
  const root = new URL(base).href.replace(/\/?$/, '/');
  return URL.canParse(address) && new URL(address).href.startsWith(root);
}
