import { linkTarget } from '../core/link-header.ts';
import type { EndpointId } from './endpoints.ts';
import { type Exchange, expect, Finding, shown } from './model.ts';
import type { Answer, RegisterUnderTest } from './register-under-test.ts';

/** How many pages of one list are followed. */
const MOST_PAGES = 12;

/** FollowedList is the pages of a list, by its next links from the first one on. */
export interface FollowedList<T> {
  readonly pages: readonly Answer<T>[];
  /** `end`: the last page has no next link. `limit`: there are more pages than are followed. `hidden`: the next link cannot be read. */
  readonly stop: 'end' | 'limit' | 'hidden';
}

/** followList reads a list page by page, once in a report. Throws a fail where a next link leads to another site, or to a page that was read before. */
export function followList<T>(
  register: RegisterUnderTest,
  endpoint: EndpointId,
  address = register.address(endpoint),
): Promise<FollowedList<T>> {
  return register.once(`list ${address}`, async () => {
    const pages = [await register.askAt<T>(endpoint, address)];
    const seen = new Set([register.prober.base + address]);
    for (;;) {
      const { exchange } = pages[pages.length - 1] as Answer<T>;
      const next = linkOf(register, exchange, 'next');
      if (next === undefined) return { pages, stop: 'hidden' };
      if (next === null) return { pages, stop: 'end' };
      expect(!seen.has(next), `The next link points to a page that was read before: ${next}.`, exchange);
      if (pages.length === MOST_PAGES) return { pages, stop: 'limit' };
      seen.add(next);
      pages.push(await register.askAt<T>(endpoint, next));
    }
  });
}

/** requireAll throws a fail with this message where something is missing from a list that was read to its end; could-not-run where the end cannot be told. */
export function requireAll({ pages, stop }: FollowedList<unknown>, isThere: boolean, message: string): void {
  const last = pages[pages.length - 1] as Answer;
  if (isThere || stop === 'limit') return;
  if (stop === 'hidden') throw linksHidden(last.exchange);
  expect(false, message, last.exchange);
}

/** linksHidden is why links are not followed where a browser cannot see them. */
export function linksHidden(exchange: Exchange): Finding {
  return new Finding(
    'could-not-run',
    'This page cannot tell whether the answer has a Link header: the server does not let pages of other sites read it (Access-Control-Expose-Headers: Link). The command npm run conformance can.',
    exchange,
  );
}

/**
 * linkOf is the address to which a link leads; null if there is none, undefined if this browser cannot tell. The pages of a list differ in their query only: a link
 * may leave out the path of the base address. Throws a fail for a Link header that is none, or leads to another site.
 */
export function linkOf(
  { prober }: RegisterUnderTest,
  exchange: Exchange,
  relation: 'next' | 'previous' | 'version-history',
): string | null | undefined {
  if (exchange.link === null) return prober.seesLinks ? null : undefined;
  const target = linkTarget(exchange.link, relation);
  expect(target !== undefined, `The Link header cannot be read: ${shown(exchange.link)}.`, exchange);
  if (target === null) return null;
  const from = new URL(exchange.answeredBy);
  expect(URL.canParse(target, from), `The ${relation} link is no address: ${shown(target)}.`, exchange);
  const url = new URL(target, from);
  // Servers behind a TLS proxy write links with http.
  if (url.host === from.host) url.protocol = from.protocol;
  expect(url.origin === from.origin, `The ${relation} link points to another site: ${url.origin}.`, exchange);
  if (relation === 'version-history') return url.href;
  if (url.search !== '') url.pathname = from.pathname;
  return url.href;
}
