import type { Call } from '../call.ts';
import { notFound } from '../http/problem.ts';
import { integerParameter } from '../http/query.ts';
import { MAX_PAGE, pageLinks, pageShown, type Pairs, type Span } from './page-links.ts';

const MOST_PAGES = Math.floor(Number.MAX_SAFE_INTEGER / MAX_PAGE);

/**
 * pageSpan reads `page-index` (from 1) and `page-size` for a list of `total` members; `filter` is kept in the links.
 * @throws Problem 400 for malformed values, 404 past the last page (wire notes)
 */
export function pageSpan(call: Call, total: number, filter: Pairs = []): Span {
  const { query, manner } = call;
  const count = integerParameter(query, 'page-size', { least: 1, most: MAX_PAGE, fallback: manner.pageSize });
  const index = integerParameter(query, 'page-index', { least: 1, most: MOST_PAGES, fallback: 1 });
  const last = Math.max(1, Math.ceil(total / count));
  const shown = pageShown(index - 1, last, manner);
  if (shown === undefined) throw notFound(`There is no page ${index}: the last is page ${last}.`);
  const size: Pairs = query.has('page-size') ? [['page-size', String(count)]] : [];
  const at = (page: number): Pairs => [['page-index', String(page)], ...size];
  const links = pageLinks(call, {
    here: at(index),
    first: at(1),
    onward: at(index + 1),
    next: index < last ? at(index + 1) : undefined,
    previous: index > 1 ? at(index - 1) : undefined,
    filter,
  });
  return { offset: shown * count, count, links };
}
