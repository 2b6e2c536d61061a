import type { Call } from '../call.ts';
import { integerParameter } from '../http/query.ts';
import { MAX_PAGE, pageLinks, type Pairs, type Span } from './page-links.ts';

/**
 * entrySpan reads `start` and `limit` for the entry list (API document, "Entries", rule 2). A start past the end gives an empty page without
 * links. @throws Problem 400
 */
export function entrySpan(call: Call): Span {
  const { query, manner, log } = call;
  const start = integerParameter(query, 'start', { least: 1, most: Number.MAX_SAFE_INTEGER, fallback: 1 });
  const count = integerParameter(query, 'limit', { least: 1, most: MAX_PAGE, fallback: manner.pageSize });
  if (start > log.size) return { offset: log.size, count, links: [] };
  const limit = query.has('limit') ? count : undefined;
  const links = pageLinks(call, {
    here: from(start, limit),
    next: start + count <= log.size ? from(start + count, limit) : undefined,
    previous: start > 1 ? before(start, count, limit) : undefined,
    beforeFirst: from(0, limit),
  });
  return { offset: start - 1, count, links };
}

function from(start: number, limit: number | undefined): Pairs {
  return [['start', String(start)], ...(limit === undefined ? [] : [['limit', String(limit)] as const])];
}

/** Before a start within the first page the previous page is shorter, so that no entry is sent twice. */
function before(start: number, count: number, limit: number | undefined): Pairs {
  return start > count ? from(start - count, limit) : from(1, start - 1);
}
