import { parseHash } from '../../core/hash.ts';
import type { Answer, Call } from '../call.ts';
import { notFound, quoted } from '../http/problem.ts';
import { cursorSpan } from '../paging/cursor-span.ts';

/** oneItem answers /items/{item-hash} and /blobs/{id}. */
export function oneItem(call: Call, text: string): Answer {
  const { log, shape } = call;
  const hash = parseHash(text, shape.hashSpelling);
  const item = hash && log.item(hash);
  if (!item) throw notFound(`No entry names ${quoted(text)}.`);
  const columns = [...(shape.hashSpelling === 'blob' ? shape.itemColumns : []), ...log.about.fields];
  return { json: () => shape.item(hash, item), table: () => ({ columns, rows: [shape.item(hash, item)] }) };
}

/** listItems answers /items and /blobs. */
export function listItems(call: Call): Answer {
  const { log, shape, manner } = call;
  if (!manner.itemList) throw notFound('This server does not list its data.');
  const { offset, count, links } = cursorSpan(call, log.itemCount);
  const items = log.itemHashes(offset, count).map((hash) => [hash, log.item(hash) ?? new Map()] as const);
  const columns = [...shape.itemColumns, ...log.about.fields];
  return {
    json: () => shape.items(items),
    table: () => ({ columns, rows: items.map(([hash, item]) => shape.itemRow(hash, item)) }),
    links,
  };
}
