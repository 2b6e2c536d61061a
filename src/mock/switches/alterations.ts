import type { Hash } from '../../core/hash.ts';
import { rootAt } from '../../core/merkle-log.ts';
import type { Item } from '../../core/model.ts';
import type { View } from '../call.ts';
import type { Manner } from '../manner.ts';
import { alterItem } from './alter-item.ts';
import { nineTenths } from './rewrites.ts';

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
export function staleRoot({ log, proofs }: View, { leafRule }: Manner): View {
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
