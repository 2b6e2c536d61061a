import { formatHash } from '../core/hash.ts';
import type { KnownLog } from '../core/known-log.ts';
import type { Item } from '../core/model.ts';
import { utf8 } from '../core/utf8.ts';

/** knownPages are the bodies in which a server sends a known log; each call makes another, as bytes are moved. Data is sent under the hash that the entries name. */
export function knownPages({ variant, entries, itemHash }: KnownLog) {
  const name = formatHash(itemHash, variant);
  const body = (value: unknown): Uint8Array => utf8(JSON.stringify(value));
  const one = (item: Item): object => ({
    ...Object.fromEntries(item),
    ...(variant === 'blob' && { _id: name }),
  });
  return {
    entries: () =>
      body(
        entries.map(({ entryNumber, timestamp, key }) => ({
          'entry-number': String(entryNumber),
          'entry-timestamp': timestamp,
          key,
          ...(variant === 'item' ? { 'item-hash': [name] } : { 'blob-hash': name }),
        })),
      ),
    /** The answer to a question for one item or blob. */
    item: (item: Item) => body(one(item)),
    /** A page of the list of items or blobs. */
    items: (item: Item) => body(variant === 'item' ? { [name]: one(item) } : [one(item)]),
    /** A page of records. */
    records(item: Item) {
      const data = Object.fromEntries(item);
      const fact = { key: 'k', 'entry-number': 1, 'entry-timestamp': '2016-04-05T13:23:05Z', item: [data] };
      return body(variant === 'item' ? { k: fact } : [{ ...data, _id: 'k' }]);
    },
  };
}
