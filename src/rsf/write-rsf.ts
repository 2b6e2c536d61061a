import { canonicalItemJson } from '../core/canonical-json.ts';
import { CompactRange } from '../core/compact-range.ts';
import { formatHash, type Hash } from '../core/hash.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { EMPTY_ROOT } from '../core/merkle.ts';
import type { Entry, Item } from '../core/model.ts';

const ITEM_JSON = leafRule('item-json');

/** SystemEntry is an entry that describes a register and is not in its log. */
type SystemEntry = Pick<Entry, 'key' | 'timestamp' | 'itemHashes'>;

/**
 * writeRsf writes a log in the Register Serialisation Format (api/servers.md, "RSF"), an entry at a time: the
 * root of an empty log, system entries, user entries, and the root computed from the very entries written.
 * Known items precede the first entry that names them. Throws RangeError for an entry that cannot be written
 * as a leaf, and for a key or timestamp with a tab or line break.
 */
export function* writeRsf(
  entries: Iterable<Entry>,
  itemOf: (hash: Hash) => Item | undefined,
  system: readonly SystemEntry[] = [],
): Generator<string> {
  const range = new CompactRange();
  const written = new Set<Hash>();
  const write = (kind: 'user' | 'system', { key, timestamp, itemHashes }: SystemEntry): string => {
    if (/[\t\n\r]/.test(key + timestamp))
      throw new RangeError(
        `the ${kind} entry of key ${JSON.stringify(key)} has a tab or line break in its key or timestamp`,
      );
    let lines = '';
    for (const hash of itemHashes) {
      const item = written.has(hash) ? undefined : itemOf(hash);
      if (item === undefined) continue;
      written.add(hash);
      lines += `add-item\t${canonicalItemJson(item)}\n`;
    }
    const hashes = itemHashes.map((hash) => formatHash(hash, 'item')).join(';');
    return `${lines}append-entry\t${kind}\t${key}\t${timestamp}\t${hashes}\n`;
  };
  yield rootLine(EMPTY_ROOT);
  for (const entry of system) yield write('system', entry);
  for (const entry of entries) {
    const leaf = ITEM_JSON.leafHash(entry);
    if (leaf === undefined) throw new RangeError(`entry ${entry.entryNumber} cannot be written as a leaf`);
    range.append(leaf);
    yield write('user', entry);
  }
  yield rootLine(range.root());
}

function rootLine(root: Hash): string {
  return `assert-root-hash\t${formatHash(root, 'item')}\n`;
}

/** RSF_KEY matches the keys that RSF can carry. */
export const RSF_KEY = /^[A-Za-z0-9][A-Za-z0-9\-_./]*$/;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?$/;

/**
 * isRsfTimestamp reports whether RSF can carry a timestamp. Real logs have some without
 * the Z; the day must exist.
 */
export function isRsfTimestamp(text: string): boolean {
  if (!TIMESTAMP.test(text)) return false;
  const seconds = text.slice(0, 19);
  // oxlint-disable-next-line no-restricted-globals -- reads no clock
  const time = new Date(`${seconds}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(seconds);
}
