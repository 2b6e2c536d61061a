import { type Hash, malformedHash } from './hash.ts';
import { compare, wrongLength } from './inclusion.ts';
import { joinHashes } from './merkle.ts';
import { assertSafeIntegers, inclusionShape } from './proof-shape.ts';
import { halves } from './split.ts';
import { cannotCheck, doesNotMatch, type EntryRange, type Verdict } from './verdict.ts';

/**
 * RunInput is the leaf hashes of consecutive entries, at least one, and the claimed proofs of the first and the
 * last of them. An attacker may control all of it.
 */
export interface RunInput {
  readonly leafHashes: readonly Hash[];
  readonly firstEntry: number;
  readonly logSize: number;
  /** The sent hashes of either proof, from the leaf upwards. */
  readonly firstPath: readonly Hash[];
  readonly lastPath: readonly Hash[];
  readonly rootHash: Hash;
}

/**
 * checkRun computes the root from a run of entries. Hashes left of the run come from the proof of its first
 * entry, those right of it from the proof of its last one, and all between from the leaves. Every sent hash that
 * can also be computed, or that both proofs have, must be the same. Form and range are judged as checkInclusion
 * does. Throws RangeError only for numbers that are not safe integers, or without a leaf.
 */
export function checkRun(input: RunInput): Verdict {
  const { leafHashes, firstEntry: first, logSize, firstPath, lastPath, rootHash } = input;
  const last = first + leafHashes.length - 1;
  assertSafeIntegers(first, last, logSize);
  if (last < first) throw new RangeError('a run has at least one entry');
  const malformed = malformedHash({ 'root hash': rootHash }, [...leafHashes, ...firstPath, ...lastPath]);
  if (malformed !== undefined) return cannotCheck('malformed', malformed);
  if (first < 1 || last > logSize)
    return doesNotMatch('outside-log', `entries ${first} to ${last} are not in a log of ${logSize} entries`);
  const ends = [
    { entry: first, path: firstPath, shape: inclusionShape(first, logSize) },
    { entry: last, path: lastPath, shape: inclusionShape(last, logSize) },
  ];
  for (const { entry, path, shape } of ends)
    if (path.length !== shape.length)
      return wrongLength(path, shape.length, `for entry ${entry} in a log of ${logSize}`);

  const nameOf = (covers: EntryRange): string => `${covers.first} ${covers.last}`;
  const sent = ends.flatMap(({ path, shape }) =>
    shape.map(({ sentCovers }, at) => ({ covers: sentCovers, hash: path[at] as Hash })),
  );
  const outside = new Map(
    sent
      .filter(({ covers }) => covers.last < first || covers.first > last)
      .map(({ covers, hash }) => [nameOf(covers), hash]),
  );
  const found = new Map<string, Hash>();
  const hashOf = (covers: EntryRange): Hash => {
    const known = outside.get(nameOf(covers)) ?? leafOf(covers);
    const [left, right] = known === undefined ? halves(covers) : [];
    const hash = known ?? joinHashes(hashOf(left as EntryRange), hashOf(right as EntryRange));
    found.set(nameOf(covers), hash);
    return hash;
  };
  const leafOf = (covers: EntryRange): Hash | undefined =>
    covers.first === covers.last ? leafHashes[covers.first - first] : undefined;

  const verdict = compare(rootHash, hashOf({ first: 1, last: logSize }));
  if (verdict.outcome !== 'holds') return verdict;
  const differs = sent.find(({ covers, hash }) => found.get(nameOf(covers)) !== hash);
  return differs === undefined ? verdict : compare(differs.hash, found.get(nameOf(differs.covers)) as Hash);
}
