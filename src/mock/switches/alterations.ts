import type { Hash } from '../../core/hash.ts';
import { rootAt } from '../../core/merkle-log.ts';
import type { Item } from '../../core/model.ts';
import type { ServedLog } from '../engine/register-log.ts';
import type { RegisterSource, SourceEntry } from '../../rsf/register-source.ts';
import type { SwitchTable } from './switch.ts';

type Alteration = (log: ServedLog) => Partial<ServedLog>;

/** inItems changes data under the hash of the true one. */
function inItems(change: (item: Item, log: ServedLog, hash: Hash) => Item): Alteration {
  return (log) => ({
    item: (hash) => {
      const item = log.item(hash);
      return item && change(item, log, hash);
    },
  });
}

/** inShowcaseItem changes the data of the showcase entry. */
function inShowcaseItem(change: (item: Item, log: ServedLog) => Item): Alteration {
  return inItems((item, log, hash) =>
    log.showcase > 0 && log.entry(log.showcase).itemHashes[0] === hash ? change(item, log) : item,
  );
}

/**
 * withoutLast hides the last entry of keys from their records and trails; the log still has it. A key
 * with one entry keeps it.
 */
function withoutLast(hides: (last: number | undefined, log: ServedLog) => boolean): Alteration {
  return (log) => ({
    trail: (key) => {
      const numbers = log.trail(key);
      return numbers.length > 1 && hides(numbers.at(-1), log) ? numbers.slice(0, -1) : numbers;
    },
  });
}

const altered = (item: Item, { about }: ServedLog): Item => alterItem(item, about.fields);

/** One more than a log of 2^63 entries needs, which is more than any number here can count. */
const LONG_PROOF = 64;

const SHOWCASE = 'the latest entry of the key with most versions (the first such key)';

/**
 * ALTERATIONS are faults in a register's data, proofs or history. Those of one entry
 * change RegisterLog.showcase.
 */
export const ALTERATIONS = {
  'altered-item': [
    `A value is changed in the data of ${SHOWCASE}; its hash is not.`,
    { alter: inShowcaseItem(altered) },
  ],
  // JSON can write it, UTF-8 cannot.
  'half-character': [
    `The data of ${SHOWCASE} has a value with half of a surrogate pair, which cannot be hashed.`,
    { alter: inShowcaseItem((item) => new Map([...item, ['half', 'Half of a pair: \uD83E.']])) },
  ],
  'altered-entry': [
    `The timestamp is changed in ${SHOWCASE}.`,
    {
      alter: (log) => ({
        entry: (entryNumber) => {
          const entry = log.entry(entryNumber);
          const isShowcase = entryNumber === log.showcase;
          return isShowcase ? { ...entry, timestamp: alterTimestamp(entry.timestamp) } : entry;
        },
      }),
    },
  ],
  'altered-proof': [
    `The first hash is changed in every audit path of ${SHOWCASE}; all other proofs are true.`,
    {
      alter: ({ showcase, entryProof, head }) => ({
        entryProof: (entryNumber, logSize) => {
          const path = entryProof(entryNumber, logSize);
          if (entryNumber !== showcase) return path;
          return path.length > 0 ? alterFirst(path) : [head().rootHash];
        },
      }),
    },
  ],
  'altered-consistency': [
    'The first hash is changed in every consistency proof; the heads are true.',
    {
      alter: ({ consistencyProof }) => ({
        consistencyProof: (from, to) => alterFirst(consistencyProof(from, to)),
      }),
    },
  ],
  'altered-root': [
    'The register proof states a root hash that is not the log’s.',
    { alter: ({ head }) => ({ head: () => ({ ...head(), rootHash: alterHash(head().rootHash) }) }) },
  ],
  'stale-root': [
    'The register proof is true, but of the log when it had nine tenths of its entries.',
    {
      alter: ({ size, tree }) => ({
        head: () => ({ logSize: nineTenths(size), rootHash: rootAt(tree(), nineTenths(size)) }),
      }),
    },
  ],
  'stale-record': [
    `Record and trail of a key leave out ${SHOWCASE}; the log has it.`,
    { alter: withoutLast((last, log) => last === log.showcase) },
  ],
  'forged-record': [
    '/records/{key} has a changed value; its key and entry number are true.',
    { at: 'record', alter: inItems(altered) },
  ],
  'other-record': [
    '/records/{key} has number, time and data of another key’s entry, under the key asked for.',
    {
      at: 'record',
      // The newest entry, or the first one if that has the same key.
      alter: (log) => ({
        entry: (entryNumber) => {
          const entry = log.entry(entryNumber);
          const other = [log.size, 1].map((number) => log.entry(number)).find(({ key }) => key !== entry.key);
          return { ...(other ?? entry), key: entry.key };
        },
      }),
    },
  ],
  'short-trail': [
    '/records/{key}/entries leaves out the last entry, unless it is the only one.',
    { at: 'trail', alter: withoutLast(() => true) },
  ],
  fork: [
    'Another history of the same length: the middle entry has a different value; hashes, tree and proofs are computed for it.',
    { rewrite: fork },
  ],
  'fork-longer': ['The fork, with one more entry of the same key at its end.', { rewrite: forkLonger }],
  rollback: [
    'The whole register is as it was when it had nine tenths of its entries.',
    { rewrite: rollback },
  ],
  // Or of the log when it ended with the entry.
  'other-moment': [
    'Proofs are true, but of the log when it had nine tenths of the size asked for.',
    {
      alter: ({ entryProof, consistencyProof }) => ({
        entryProof: (entryNumber, logSize) =>
          entryProof(entryNumber, Math.max(entryNumber, nineTenths(logSize))),
        consistencyProof: (from, to) => consistencyProof(from, Math.max(from, nineTenths(to))),
      }),
    },
  ],
  // What is added repeats the root.
  'long-proof': [
    `Every proof has at least ${LONG_PROOF} hashes.`,
    {
      alter: ({ head, entryProof, consistencyProof }) => {
        const lengthened = (path: readonly Hash[]): readonly Hash[] => [
          ...path,
          ...Array<Hash>(Math.max(0, LONG_PROOF - path.length)).fill(head().rootHash),
        ];
        return {
          entryProof: (entryNumber, logSize) => lengthened(entryProof(entryNumber, logSize)),
          consistencyProof: (from, to) => lengthened(consistencyProof(from, to)),
        };
      },
    },
  ],
} as const satisfies SwitchTable;

/** An empty path has nothing to change. */
function alterFirst(path: readonly Hash[]): readonly Hash[] {
  return path.map((hash, index) => (index === 0 ? alterHash(hash) : hash));
}

/** The last digit changes. */
function alterHash(hash: Hash): Hash {
  return (hash.slice(0, -1) + (hash.endsWith('0') ? '1' : '0')) as Hash;
}

/** The last digit changes, wherever in the text it stands. */
function alterTimestamp(timestamp: string): string {
  return timestamp.replace(/\d(?=\D*$)/, (digit) => (digit === '0' ? '1' : '0'));
}

/**
 * alterItem changes one value: of the first attribute after the key that is set the last letter; of a list,
 * in its first member. The result always hashes otherwise, in both variants.
 */
function alterItem(item: Item, fields: readonly string[]): Item {
  const names = [...fields.slice(1), ...item.keys()];
  const name = names.find((candidate) => (item.get(candidate)?.length ?? 0) > 0) ?? 'altered';
  const value = item.get(name) ?? '';
  const [text = '', ...others] = [value].flat();
  const altered = text.replace(/.?$/su, (last) => (last === 'a' ? 'o' : 'a'));
  return new Map([...item, [name, Array.isArray(value) ? [altered, ...others] : altered]]);
}

// What a register says it ever wrote, and everything else follows: items, hashes, records, counts, tree
// and proofs fit each other, so that no single answer shows anything wrong. Only someone who remembers
// another root can notice.

/**
 * nineTenths is the size at which `stale-root` and `rollback` show a log: rounded down, and not
 * empty unless the log is.
 */
export function nineTenths(size: number): number {
  return Math.max(Math.min(1, size), Math.floor(size * 0.9));
}

/**
 * forkedEntry is the number of the entry in which a fork differs: the one in the middle, rounded up. It lies
 * within nine tenths; 0 in an empty log.
 */
export function forkedEntry(size: number): number {
  return Math.ceil(size / 2);
}

/**
 * rollback is the register as it was at nine tenths of its entries. It is honest, but the
 * log is shorter than it was.
 */
export function rollback(source: RegisterSource): RegisterSource {
  return { ...source, entries: source.entries.slice(0, nineTenths(source.entries.length)) };
}

/**
 * fork is another history of the same length: in forkedEntry one value of the data was
 * something else all along.
 */
export function fork(source: RegisterSource): RegisterSource {
  const at = forkedEntry(source.entries.length) - 1;
  return {
    ...source,
    entries: source.entries.map((entry, index) => (index === at ? alterFirstItem(entry, source) : entry)),
  };
}

/** forkLonger is the fork with one more entry: a further version of the forked entry's key. */
export function forkLonger(source: RegisterSource): RegisterSource {
  const { entries } = fork(source);
  const entry = entries[forkedEntry(entries.length) - 1];
  const last = entries.at(-1);
  if (!entry || !last) return source;
  const further = { ...alterFirstItem(entry, source), timestamp: last.timestamp };
  return { ...source, entries: [...entries, further] };
}

function alterFirstItem({ key, timestamp, items }: SourceEntry, { fields }: RegisterSource): SourceEntry {
  const [first = new Map(), ...rest] = items;
  return { key, timestamp, items: [alterItem(first, fields), ...rest] };
}
