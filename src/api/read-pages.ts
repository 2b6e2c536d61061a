import { ApiError, isNotFound } from './api-error.ts';
import { readNextLink } from './links.ts';
import type { Page, PageRef } from './page.ts';
import type { Received, Transport } from './transport.ts';

/** PagedList is a list that a server may hand out in pages. */
export interface PagedList<T> {
  /** Base address of the register: no page outside it is asked for. */
  readonly base: string;
  /** Address of the first page. */
  readonly address: string;
  /** @throws ShapeError */
  decode(body: unknown): readonly T[];
  keyOf(value: T): string;
  /** Whether to go on by page-index and page-size where no Link header can be read. */
  readonly byIndex: boolean;
  /** How many values the whole list has, where that is known. */
  readonly total?: number | undefined;
}

/** Bounds lists that are read to their end. */
const MAX_PAGES = 1000;

/**
 * readPage reads the first page of a list, or the one that `page` leads to, and finds out where the next one is: by Link, else by
 * page-index until a page is empty, missing (404), shorter than the first, or the same again (a server that ignores page-index). A link that leads in a circle or
 * off the site is not followed: what the page has is known all the same.
 */
export async function readPage<T>(
  transport: Transport,
  list: PagedList<T>,
  page: PageRef | undefined,
  signal: AbortSignal | undefined,
): Promise<Page<T>> {
  const here = page ?? { address: list.address, ordinal: 1, seen: list.address, after: '', guessed: false };
  if (page !== undefined) demandOwn(page.address, list.base);
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
    if (ref !== undefined && ref.ordinal > MAX_PAGES)
      throw new ApiError(
        'TOO_LARGE',
        `This list has more than ${MAX_PAGES} pages, more than this page reads at once.`,
        {
          address: ref.address,
        },
      );
  } while (ref !== undefined);
  return all;
}

function finish<T>(list: PagedList<T>, here: PageRef, body: unknown, received: Received): Page<T> {
  const values = list.decode(body);
  const first = values[0];
  if (first === undefined) return { values };
  const after = list.keyOf(first);
  if (here.ordinal > 1 && after === here.after) return { values: [] };
  const next = nextAddress(list, here, values.length, received);
  if (next === undefined) return { values };
  if (next === 'unknown')
    return values.length < (list.total ?? Infinity) ? { values, mayGoOn: true } : { values };
  // Brent's cycle detection: what is remembered moves on at every power of two, so any circle is noticed.
  const seen = Number.isInteger(Math.log2(here.ordinal)) ? here.address : here.seen;
  return { values, next: { ...next, ordinal: here.ordinal + 1, seen, after } };
}

function nextAddress<T>(
  list: PagedList<T>,
  here: PageRef,
  length: number,
  received: Received,
): Pick<PageRef, 'address' | 'guessed'> | 'unknown' | undefined {
  const link = readNextLink(received.link, received.address, list.address);
  const circles = link.kind === 'next' && [here.address, received.address, here.seen].includes(link.address);
  if (link.kind === 'next' && !circles) return { address: link.address, guessed: false };
  if (link.kind === 'none') return undefined;
  // After pages that links led to, the index of the next one is not known.
  const counts = link.kind === 'unknown' || here.ordinal === 1 || here.guessed;
  if (!list.byIndex || !counts) return 'unknown';
  const url = new URL(here.address);
  const size = here.guessed ? Number(url.searchParams.get('page-size')) : length;
  if (length < size || (here.ordinal - 1) * size + length >= (list.total ?? Infinity)) return undefined;
  url.searchParams.set('page-index', String(here.ordinal + 1));
  url.searchParams.set('page-size', String(size));
  return { address: url.href, guessed: true };
}

/** A reference to a page may have been stored or pasted: it must not make the page ask elsewhere. */
function demandOwn(address: string, base: string): void {
  const own = new URL(base);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const sameSite = url?.hostname === own.hostname && (url.origin === own.origin || url.protocol === 'https:');
  if (sameSite && `${url.pathname}/`.startsWith(`${own.pathname.replace(/\/$/, '')}/`)) return;
  throw new ApiError('UNSUPPORTED', 'This page does not belong to the register. Start again from its list.', {
    address,
  });
}
