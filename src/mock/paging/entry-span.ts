import type { Call } from '../call.ts';
import { integerParameter } from '../http/query.ts';
import { nineTenths } from '../switches/rewrites.ts';
import { MAX_PAGE, pageLinks, type Pairs, type Span } from './page-links.ts';

/**
 * entrySpan reads `start` and `limit` for the entry list (API document, "Entries", rule 2). A start past the end gives an empty page without
 * links. @throws Problem 400
 */
export function entrySpan(call: Call): Span {
  const { query, manner } = call;
  const start = integerParameter(query, 'start', { least: 1, most: Number.MAX_SAFE_INTEGER, fallback: 1 });
  const count = integerParameter(query, 'limit', { least: 1, most: MAX_PAGE, fallback: manner.pageSize });
  const size = readableSize(call);
  const shown = manner.nextLinks === 'endless' && size > 0 ? (start - 1) % size : start - 1;
  if (shown >= size) return { offset: size, count: 0, links: [] };
  const limit = query.has('limit') ? count : undefined;
  const links = pageLinks(call, {
    here: from(start, limit),
    first: from(1, limit),
    onward: from(start + count, limit),
    next: start + count <= size ? from(start + count, limit) : undefined,
    previous: start > 1 ? before(start, count, limit) : undefined,
    beforeFirst: from(0, limit),
  });
  return { offset: shown, count: Math.min(count, size - shown), links };
}

/** readableSize is how many entries can be read: all that there are, but for the fault that lets the log end early. */
export function readableSize({ log, manner }: Pick<Call, 'log' | 'manner'>): number {
  return manner.readable === 'all' ? log.size : nineTenths(log.size);
}

function from(start: number, limit: number | undefined): Pairs {
  return [['start', String(start)], ...(limit === undefined ? [] : [['limit', String(limit)] as const])];
}

/** Before a start within the first page the previous page is shorter, so that no entry is sent twice. */
function before(start: number, count: number, limit: number | undefined): Pairs {
  return start > count ? from(start - count, limit) : from(1, start - 1);
}
