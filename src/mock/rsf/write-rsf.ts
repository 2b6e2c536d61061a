import { CompactRange } from '../../core/compact-range.ts';
import { canonicalItemJson } from '../../core/canonical-json.ts';
import { formatHash, type Hash } from '../../core/hash.ts';
import { itemTextHash } from '../../core/data-hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { EMPTY_ROOT } from '../../core/merkle.ts';
import type { Item } from '../../core/model.ts';
import type { RegisterSource } from '../source.ts';
import { systemEntries } from './metadata.ts';

const EPOCH = '1970-01-01T00:00:00Z';
const ITEM_JSON = leafRule('item-json');
const SEPARATOR = /[\t\n\r]/;

/**
 * writeRsf writes a register as a dump in the Register Serialisation Format (wire notes, "RSF"), one line at a time, each with its line feed.
 * Items come once, before the first entry that names them; system entries bear the time of the first user entry. It begins with the root of
 * an empty log and ends with that of all user entries. Throws RangeError for an entry that a line cannot hold: a key or timestamp with a tab
 * or line break, no items; UnhashableError for a lone surrogate.
 */
export function* writeRsf(source: RegisterSource): Generator<string> {
  const written = new Set<Hash>();
  const log = new CompactRange();
  yield rootLine(EMPTY_ROOT);
  const since = source.entries[0]?.timestamp ?? EPOCH;
  for (const { key, items } of systemEntries(source)) {
    yield* entryLines('system', key, since, items, written);
  }
  for (const { key, timestamp, items, itemHashes: named } of source.entries) {
    const itemHashes = yield* entryLines('user', key, timestamp, items, written, named);
    const entryNumber = log.size + 1;
    const leaf = ITEM_JSON.leafHash({
      entryNumber,
      indexEntryNumber: entryNumber,
      key,
      timestamp,
      itemHashes,
    });
    if (leaf === undefined) throw new RangeError(`entry ${entryNumber} cannot be written as a leaf`);
    log.append(leaf);
  }
  yield rootLine(log.root());
}

function* entryLines(
  kind: 'user' | 'system',
  key: string,
  timestamp: string,
  items: readonly Item[],
  written: Set<Hash>,
  named?: readonly Hash[],
): Generator<string, readonly Hash[]> {
  if (items.length === 0 && named === undefined) throw new RangeError(`the entry for ${key} has no items`);
  if (SEPARATOR.test(key + timestamp))
    throw new RangeError(
      `the entry for ${JSON.stringify(key)} has a tab or a line break, which a line cannot have`,
    );
  const hashes: Hash[] = [];
  for (const item of items) {
    const json = canonicalItemJson(item);
    const hash = itemTextHash(json);
    hashes.push(hash);
    if (written.has(hash)) continue;
    written.add(hash);
    yield `add-item\t${json}\n`;
  }
  const itemHashes = named ?? hashes;
  const spelled = itemHashes.map((hash) => formatHash(hash, 'item')).join(';');
  yield `append-entry\t${kind}\t${key}\t${timestamp}\t${spelled}\n`;
  return itemHashes;
}

function rootLine(root: Hash): string {
  return `assert-root-hash\t${formatHash(root, 'item')}\n`;
}
