import type { RegisterSource, SourceEntry } from '../source.ts';
import { alterItem } from './alter-item.ts';

// What a register says it ever wrote, and everything else follows: items, hashes, records, counts, tree and proofs fit each other, so that no
// single answer shows anything wrong. Only somebody who remembers another root can notice.

/** nineTenths is the size at which `stale-root` and `rollback` show a log: rounded down, and not empty unless the log is. */
export function nineTenths(size: number): number {
  return Math.max(Math.min(1, size), Math.floor(size * 0.9));
}

/** forkedEntry is the number of the entry in which a fork differs: the one in the middle, rounded up. It lies within nine tenths; 0 in an empty log. */
export function forkedEntry(size: number): number {
  return Math.ceil(size / 2);
}

/** rollback is the register as it was at nine tenths of its entries. It is honest, but the log is shorter than it was. */
export function rollback(source: RegisterSource): RegisterSource {
  return { ...source, entries: source.entries.slice(0, nineTenths(source.entries.length)) };
}

/** fork is another history of the same length: in forkedEntry one value of the data was something else all along. */
export function fork(source: RegisterSource): RegisterSource {
  const at = forkedEntry(source.entries.length) - 1;
  return {
    ...source,
    entries: source.entries.map((entry, index) => (index === at ? alterFirstItem(entry, source) : entry)),
  };
}

/** forkLonger is the fork with one more entry: a further version of the forked entry's key. */
export function forkLonger(source: RegisterSource): RegisterSource {
  const forked = fork(source);
  const { entries } = forked;
  const entry = entries[forkedEntry(entries.length) - 1];
  const last = entries.at(-1);
  if (!entry || !last) return source;
  return {
    ...forked,
    entries: [...entries, { ...alterFirstItem(entry, source), timestamp: last.timestamp }],
  };
}

function alterFirstItem(entry: SourceEntry, { fields }: RegisterSource): SourceEntry {
  const [first = new Map(), ...rest] = entry.items;
  return { ...entry, items: [alterItem(first, fields), ...rest] };
}
