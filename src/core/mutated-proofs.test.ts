import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipBit, leaves, logOf, replaceAt, GARBAGE, PATH_MUTATIONS } from '../testing/builders.ts';
import { madeUpEntry, madeUpGrowth, provesConsistency, provesInclusion } from '../testing/rfc-9162.ts';
import { checkConsistency, type ConsistencyInput } from './consistency.ts';
import type { Hash } from './hash.ts';
import { checkInclusion, type InclusionInput } from './inclusion.ts';
import { auditPath, consistencyPath, rootAt } from './merkle-log.ts';

// Proofs by the ten thousand, true ones and mutants, in logs of any size. Whatever is said of them is said twice: the second opinion is the text of
// RFC 9162, run over BigInt and Node's own SHA-256.

/** A run makes some 160 mutants. */
const RUNS = 100;
const MAX = Number.MAX_SAFE_INTEGER;

const accepts = (input: InclusionInput): boolean => checkInclusion(input).verdict.outcome === 'holds';
const follows = (input: ConsistencyInput): boolean => checkConsistency(input).verdict.outcome === 'holds';
const refuses = (input: InclusionInput): boolean =>
  checkInclusion(input).verdict.outcome === 'does-not-match';
const contradicts = (input: ConsistencyInput): boolean =>
  checkConsistency(input).verdict.outcome === 'does-not-match';

/** but changes what is named and keeps the rest. */
function but<T extends object>(input: T, changed: Partial<T>): T {
  return { ...input, ...changed };
}

/** Sizes of every order of magnitude are equally likely, and so are those next to a power of two. */
const anySize = fc
  .tuple(
    fc.integer({ min: 0, max: 52 }),
    fc.oneof(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.constantFrom(0, 1)),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([exponent, share, near]) =>
    Math.min(MAX, Math.max(1, 2 ** exponent + Math.floor(share * 2 ** exponent) + near)),
  );

/** An entry anywhere in the log, and often at an end or next to a power of two. */
const anyPlace = anySize.chain((logSize) =>
  fc.record({
    logSize: fc.constant(logSize),
    entryNumber: fc.oneof(
      fc.integer({ min: 1, max: logSize }),
      anySize.map((entry) => Math.min(entry, logSize)),
      fc.constantFrom(1, logSize, Math.max(1, logSize - 1)),
    ),
    salt: fc.nat(),
  }),
);

/** pathMutants make other paths out of one: a bit of each hash flipped, and of two hashes and more what may go wrong at any place. */
function pathMutants(path: readonly Hash[], salt: number): (readonly Hash[])[] {
  const flipped = path.map((hash, at) => replaceAt(path, at, flipBit(hash, (salt + at * 37) % 256)));
  if (path.length < 2) return [...flipped, [...path, GARBAGE]];
  const inside = path.flatMap((hash, at) => [
    path.toSpliced(at, 1),
    path.toSpliced(at, 0, hash),
    replaceAt(path, at, GARBAGE),
    ...(at === 0
      ? []
      : [replaceAt(path, at - 1, hash), path.toSpliced(at - 1, 2, hash, path[at - 1] as Hash)]),
  ]);
  const rotated = [...path.slice(1), path[0] as Hash];
  return [...flipped, ...inside, rotated, ...PATH_MUTATIONS.map(([, mutate]) => mutate(path))];
}

/** Around a size or entry number: its neighbours, halves and doubles, and the ends of the range. */
function otherNumbers(value: number): number[] {
  const candidates = [0, 1, value - 2, value - 1, value + 1, value + 2, Math.ceil(value / 2), value * 2, MAX];
  return candidates.filter((other) => other !== value && other <= MAX && other >= 0);
}

describe('proofs in logs of any size to 2^53-1', () => {
  it('inclusion: the true one is accepted, and every mutant is refused', () => {
    let mutants = 0;
    fc.assert(
      fc.property(anyPlace, (place) => {
        const input = madeUpEntry(place.entryNumber, place.logSize, place.salt);
        expect(accepts(input) && provesInclusion(input)).toBe(true);
        const { auditPath: path, leafHash, rootHash } = input;
        const bad: InclusionInput[] = [
          ...pathMutants(path, place.salt).map((auditPath) => but(input, { auditPath })),
          { ...input, rootHash: flipBit(rootHash, place.salt % 256) },
          { ...input, leafHash: flipBit(leafHash, place.salt % 256) },
          ...(path.length > 0 ? [{ ...input, rootHash: leafHash, leafHash: rootHash }] : []),
          ...path.map((hash, at) => but(input, { leafHash: hash, auditPath: replaceAt(path, at, leafHash) })),
        ];
        mutants += bad.length;
        // One hash and its leaf, exchanged, are the neighbour's own proof of another entry: never that of this one.
        expect(bad.filter((mutant) => !refuses(mutant))).toEqual([]);
        const one = bad[place.salt % bad.length];
        expect(one && provesInclusion(one)).toBe(false);
      }),
      { numRuns: RUNS },
    );
    expect(mutants).toBeGreaterThan(8_000);
  });

  it('inclusion: for another entry or another size, accepted only where RFC 9162 says so', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyPlace, (place) => {
        const input = madeUpEntry(place.entryNumber, place.logSize, place.salt);
        const others = [
          ...otherNumbers(place.entryNumber).map((entryNumber) => but(input, { entryNumber })),
          ...otherNumbers(place.logSize).map((logSize) => but(input, { logSize })),
        ];
        compared += others.length;
        expect(others.filter((other) => accepts(other) !== provesInclusion(other))).toEqual([]);
        // A path of one length leads one entry of one size from one side only: at another place it leads elsewhere.
        expect(others.filter((other) => other.logSize === place.logSize && !refuses(other))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(1_000);
  });

  it('consistency: the true one is accepted, and every mutant is refused', () => {
    let mutants = 0;
    fc.assert(
      fc.property(anyPlace, (place) => {
        fc.pre(place.entryNumber < place.logSize);
        const input = madeUpGrowth(place.entryNumber, place.logSize, place.salt);
        expect(follows(input) && provesConsistency(input)).toBe(true);
        const { from, to, path } = input;
        const bit = place.salt % 256;
        const bad: ConsistencyInput[] = [
          ...pathMutants(path, place.salt).map((mutant) => but(input, { path: mutant })),
          { ...input, from: { ...from, rootHash: flipBit(from.rootHash, bit) } },
          { ...input, to: { ...to, rootHash: flipBit(to.rootHash, bit) } },
          { ...input, from: { ...from, rootHash: to.rootHash }, to: { ...to, rootHash: from.rootHash } },
          { ...input, from: { ...from, rootHash: to.rootHash } },
          { ...input, to: { ...to, rootHash: from.rootHash } },
          { from: to, to: from, path },
          { ...input, path: [from.rootHash, ...path] },
        ];
        mutants += bad.length;
        expect(bad.filter((mutant) => !contradicts(mutant))).toEqual([]);
        const one = bad[place.salt % bad.length];
        expect(one && provesConsistency(one)).toBe(false);
      }),
      { numRuns: RUNS },
    );
    expect(mutants).toBeGreaterThan(8_000);
  });

  it('consistency: between other sizes, accepted only where RFC 9162 says so', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyPlace, (place) => {
        fc.pre(place.entryNumber < place.logSize);
        const input = madeUpGrowth(place.entryNumber, place.logSize, place.salt);
        const { from, to } = input;
        const others = [
          ...otherNumbers(from.logSize).map((logSize) => but(input, { from: but(from, { logSize }) })),
          ...otherNumbers(to.logSize).map((logSize) => but(input, { to: but(to, { logSize }) })),
        ].filter((other) => other.from.logSize > 0);
        compared += others.length;
        expect(others.filter((other) => follows(other) !== provesConsistency(other))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(1_000);
  });
});

describe('every entry of every earlier log of every log to 40', () => {
  const LARGEST = 40;
  const log = logOf(leaves(LARGEST));
  const all = leaves(LARGEST);
  const sizes = Array.from({ length: LARGEST }, (_, index) => index + 1);
  const root = (logSize: number) => ({ logSize, rootHash: rootAt(log, logSize) });
  const roots = sizes.map(root);
  const inclusions = sizes.map((logSize) =>
    sizes.slice(0, logSize).map((entryNumber): InclusionInput => ({
      leafHash: all[entryNumber - 1] as Hash,
      entryNumber,
      logSize,
      auditPath: auditPath(log, entryNumber, logSize),
      rootHash: (roots[logSize - 1] as { rootHash: Hash }).rootHash,
    })),
  );

  it('no flipped bit in leaf, path, old root, growth proof or new root leaves both checks holding', () => {
    let chains = 0;
    const survivors: string[] = [];
    for (const to of sizes) {
      for (const from of sizes.slice(0, to - 1)) {
        const growth: ConsistencyInput = {
          from: roots[from - 1] as ConsistencyInput['from'],
          to: roots[to - 1] as ConsistencyInput['to'],
          path: consistencyPath(log, from, to),
        };
        for (const entry of inclusions[from - 1] ?? []) {
          chains += 1;
          const mutant = flipOneBit(entry, growth, chains);
          if (accepts(mutant.entry) && follows(mutant.growth))
            survivors.push(`${entry.entryNumber} ${from} ${to}`);
        }
      }
    }
    expect(survivors).toEqual([]);
    expect(chains).toBe(10_660);
  });

  it('the proof of a neighbour, of another size or of another log is refused', () => {
    const other = logOf(all.map((hash) => flipBit(hash, 3)));
    const bad: InclusionInput[] = [];
    for (const input of inclusions.flat()) {
      const { entryNumber, logSize } = input;
      for (const beside of [entryNumber - 1, entryNumber + 1].filter((n) => n >= 1 && n <= logSize))
        bad.push({ ...input, auditPath: auditPath(log, beside, logSize) });
      for (const size of [logSize - 1, logSize + 1].filter((n) => n >= entryNumber && n <= LARGEST))
        bad.push({ ...input, auditPath: auditPath(log, entryNumber, size) });
      if (logSize > 1) bad.push({ ...input, auditPath: auditPath(other, entryNumber, logSize) });
      bad.push({ ...input, leafHash: flipBit(input.leafHash, 3) });
      bad.push({ ...input, rootHash: rootAt(other, logSize) });
    }
    expect(bad.length).toBeGreaterThan(4_000);
    expect(bad.filter((input) => accepts(input) || provesInclusion(input))).toEqual([]);
  });
});

/** flipOneBit flips one bit somewhere in what was sent; the place and the bit go round with `turn`. */
function flipOneBit(
  entry: InclusionInput,
  growth: ConsistencyInput,
  turn: number,
): { entry: InclusionInput; growth: ConsistencyInput } {
  const bit = (turn * 7) % 256;
  const { auditPath: up } = entry;
  const { from, to, path } = growth;
  const at = turn % (up.length + path.length + 3);
  if (at < up.length) {
    return { entry: { ...entry, auditPath: replaceAt(up, at, flipBit(up[at] as Hash, bit)) }, growth };
  }
  const further = at - up.length;
  if (further < path.length) {
    const mutated = replaceAt(path, further, flipBit(path[further] as Hash, bit));
    return { entry, growth: { ...growth, path: mutated } };
  }
  if (further === path.length) return { entry: { ...entry, leafHash: flipBit(entry.leafHash, bit) }, growth };
  const rootHash = flipBit(from.rootHash, bit);
  if (further === path.length + 1) {
    // The old root is the hinge: whoever alters it must alter it in both.
    return { entry: { ...entry, rootHash }, growth: { ...growth, from: { ...from, rootHash } } };
  }
  return { entry, growth: { ...growth, to: { ...to, rootHash: flipBit(to.rootHash, bit) } } };
}
