import type { Hash } from '../../core/hash.ts';
import { rootAt } from '../../core/merkle-log.ts';
import type { AttributeValue, Item } from '../../core/model.ts';
import type { Behaviour, View } from '../call.ts';
import type { RegisterSource, SourceEntry } from '../source.ts';

/** alteredItem serves the data of the showcase entry with one changed value, under the hash of the true one. */
export function alteredItem(view: View): View {
  return withShowcaseItem(view, (item) => alterItem(item, view.log.about.fields));
}

/** halfCharacter puts half of a surrogate pair into the data of the showcase entry: JSON can write it, UTF-8 cannot, so that it has no hash. */
export function halfCharacter(view: View): View {
  return withShowcaseItem(view, (item) => new Map([...item, ['half', 'Half of a pair: \uD83E.']]));
}

/** forgedRecord changes a value in all data; numbers, keys and hashes stay. */
export function forgedRecord(view: View): View {
  return withItems(view, (item) => alterItem(item, view.log.about.fields));
}

function withShowcaseItem(view: View, change: (item: Item) => Item): View {
  const target = showcaseHash(view);
  return withItems(view, (item, hash) => (hash === target ? change(item) : item));
}

function withItems({ log, proofs }: View, change: (item: Item, hash: Hash) => Item): View {
  return {
    proofs,
    log: {
      ...log,
      item: (hash) => {
        const item = log.item(hash);
        return item && change(item, hash);
      },
    },
  };
}

/** otherRecord serves, in the place of every entry and under its key, the newest entry, or the first one where that has the same key. */
export function otherRecord({ log, proofs }: View): View {
  return {
    proofs,
    log: {
      ...log,
      entry: (entryNumber) => {
        const { key } = log.entry(entryNumber);
        const other = [log.size, 1].map((number) => log.entry(number)).find((one) => one.key !== key);
        return { ...(other ?? log.entry(entryNumber)), key };
      },
    },
  };
}

/** alteredEntry serves the showcase entry with another timestamp. */
export function alteredEntry(view: View): View {
  const { log } = view;
  return {
    ...view,
    log: {
      ...log,
      entry: (entryNumber) => {
        const entry = log.entry(entryNumber);
        return entryNumber === log.showcase
          ? { ...entry, timestamp: alterTimestamp(entry.timestamp) }
          : entry;
      },
    },
  };
}

/** alteredProof changes the first hash of every audit path of the showcase entry; all other proofs are true. */
export function alteredProof({ log, proofs }: View): View {
  return {
    log,
    proofs: {
      ...proofs,
      entry: (entryNumber, logSize) => {
        const [first, ...rest] = proofs.entry(entryNumber, logSize);
        if (entryNumber !== log.showcase) return first === undefined ? [] : [first, ...rest];
        return [first === undefined ? proofs.head().rootHash : alterHash(first), ...rest];
      },
    },
  };
}

/** alteredConsistency changes the first hash of every consistency proof, though both logs are true; between equal sizes there is none to change. */
export function alteredConsistency({ log, proofs }: View): View {
  return {
    log,
    proofs: {
      ...proofs,
      consistency: (from, to) => {
        const [first, ...rest] = proofs.consistency(from, to);
        return first === undefined ? [] : [alterHash(first), ...rest];
      },
    },
  };
}

/** staleRecord hides the showcase entry from the record and trail of its key; in the log it stands as ever. A key with one entry keeps it. */
export function staleRecord(view: View): View {
  return withoutLast(view, (last) => last === view.log.showcase);
}

/** shortTrail hides the last entry of every key. A key with one entry keeps it. */
export function shortTrail(view: View): View {
  return withoutLast(view, () => true);
}

function withoutLast({ log, proofs }: View, hides: (last: number) => boolean): View {
  return {
    proofs,
    log: {
      ...log,
      trail: (key) => {
        const numbers = log.trail(key);
        const [last = 0] = numbers.slice(-1);
        return numbers.length > 1 && hides(last) ? numbers.slice(0, -1) : numbers;
      },
    },
  };
}

/** alteredRoot states a root hash that is not the log's. */
export function alteredRoot({ log, proofs }: View): View {
  const head = (): ReturnType<typeof proofs.head> => {
    const { logSize, rootHash } = proofs.head();
    return { logSize, rootHash: alterHash(rootHash) };
  };
  return { log, proofs: { ...proofs, head } };
}

/** staleRoot proves the head of an earlier log, nine tenths as long. It is true, but old. */
export function staleRoot({ log, proofs }: View, { leafRule }: Behaviour): View {
  const logSize = nineTenths(log.size);
  return {
    log,
    proofs: { ...proofs, head: () => ({ logSize, rootHash: rootAt(log.nodes(leafRule), logSize) }) },
  };
}

/** LONG_PROOF is one more than a log of 2^63 entries needs, which is more than any number here can count. */
export const LONG_PROOF = 64;

/** longProof makes every path at least LONG_PROOF hashes long; what is added repeats the root. */
export function longProof({ log, proofs }: View): View {
  const lengthened = (path: readonly Hash[]): readonly Hash[] => [
    ...path,
    ...Array.from({ length: Math.max(0, LONG_PROOF - path.length) }, () => proofs.head().rootHash),
  ];
  return {
    log,
    proofs: {
      ...proofs,
      entry: (entryNumber, logSize) => lengthened(proofs.entry(entryNumber, logSize)),
      consistency: (from, to) => lengthened(proofs.consistency(from, to)),
    },
  };
}

/** otherMoment serves true proofs of another log size than the one asked for: of the log when it had nine tenths of its entries, or when it ended with the entry. */
export function otherMoment({ log, proofs }: View): View {
  return {
    log,
    proofs: {
      ...proofs,
      entry: (entryNumber, logSize) => proofs.entry(entryNumber, Math.max(entryNumber, nineTenths(logSize))),
      consistency: (from, to) => proofs.consistency(from, Math.max(from, nineTenths(to))),
    },
  };
}

/** alterHash changes the last digit. */
function alterHash(hash: Hash): Hash {
  return (hash.slice(0, -1) + (hash.endsWith('0') ? '1' : '0')) as Hash;
}

function showcaseHash({ log }: View): Hash | undefined {
  return log.showcase === 0 ? undefined : log.entry(log.showcase).itemHashes[0];
}

/** The last digit changes, wherever in the text it stands. */
function alterTimestamp(timestamp: string): string {
  return timestamp.replace(/\d(?=\D*$)/, (digit) => (digit === '0' ? '1' : '0'));
}

/** alterItem changes one value: of the first attribute after the key that is set the last letter; of a list, in its first member. The result always hashes otherwise, in both variants. */
function alterItem(item: Item, fields: readonly string[]): Item {
  const names = [...fields.slice(1), ...item.keys(), 'altered'];
  const name = names.find((candidate) => isSet(item.get(candidate))) ?? 'altered';
  return new Map([...item, [name, alterValue(item.get(name) ?? '')]]);
}

function isSet(value: AttributeValue | undefined): value is string | readonly string[] {
  return value !== undefined && value !== null && value.length > 0;
}

function alterValue(value: Exclude<AttributeValue, null>): AttributeValue {
  if (typeof value !== 'string') return [alterText(value[0] ?? ''), ...value.slice(1)];
  return alterText(value);
}

function alterText(text: string): string {
  return text.replace(/.?$/su, (last) => (last === 'a' ? 'o' : 'a'));
}

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
