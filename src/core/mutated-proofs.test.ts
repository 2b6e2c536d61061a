import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipBit, GARBAGE, NO_HASHES, PATH_MUTATIONS, replaceAt } from '../testing/builders.ts';
import {
  everyProof,
  madeUpEntry,
  madeUpGrowth,
  provesConsistency,
  provesInclusion,
} from '../testing/rfc-9162.ts';
import { checkConsistency, type ConsistencyInput } from './consistency.ts';
import type { Hash } from './hash.ts';
import { checkInclusion, type InclusionInput } from './inclusion.ts';
import type { Verdict } from './verdict.ts';

// Valid proofs and mutants, invented in logs of any size. Every proof of every log up to 64 entries: proofs.test.ts.
// A second implementation of RFC 9162 over BigInt and Node's own SHA-256 must agree with each verdict.

const { entryProof, growthProof } = everyProof(5);
const MAX = Number.MAX_SAFE_INTEGER;

/** Kind is one kind of proof: inclusion or consistency. */
interface Kind<Input> {
  readonly name: string;
  readonly small: Input;
  readonly check: (input: Input) => { readonly verdict: Verdict };
  /** The second opinion. */
  readonly proves: (input: Input) => boolean;
  readonly pathOf: (input: Input) => readonly Hash[];
  readonly withPath: (input: Input, hashes: readonly Hash[]) => Input;
  /** One proof for each of its hashes outside the path, with that hash changed. */
  readonly withOther: (input: Input, change: (hash: Hash) => Hash) => Input[];
  /** Proofs with exchanged hashes. */
  readonly exchanged: (input: Input) => Input[];
  /** The proof with one of its two numbers replaced by each other number. */
  readonly elsewhere: (input: Input, others: (of: number) => number[]) => Input[];
  /** A proof that would pass a check that compares texts. */
  readonly equal: (text: Hash) => Input;
  /** A proof of arbitrary hashes, and the root that the BigInt algorithm computes from them. */
  readonly madeUp: (part: number, logSize: number, salt?: number) => Input;
  readonly isPart: (part: number, logSize: number) => boolean;
}

const INCLUSION: Kind<InclusionInput> = {
  name: 'checkInclusion',
  small: entryProof(3, 5),
  check: checkInclusion,
  proves: provesInclusion,
  pathOf: ({ auditPath }) => auditPath,
  withPath: (input, auditPath) => ({ ...input, auditPath }),
  withOther: (input, change) => [
    { ...input, rootHash: change(input.rootHash) },
    { ...input, leafHash: change(input.leafHash) },
  ],
  // A leaf and a path of one hash, exchanged, prove the neighbour, not this entry.
  exchanged: (input) => {
    const { leafHash, rootHash, auditPath } = input;
    const inPath = auditPath.map((hash, at) =>
      Object.assign({}, input, { leafHash: hash, auditPath: replaceAt(auditPath, at, leafHash) }),
    );
    return inPath.length === 0 ? [] : [{ ...input, rootHash: leafHash, leafHash: rootHash }, ...inPath];
  },
  elsewhere: (input, others) => [
    ...others(input.entryNumber).map((entryNumber) => Object.assign({}, input, { entryNumber })),
    ...others(input.logSize).map((logSize) => Object.assign({}, input, { logSize })),
  ],
  equal: (text) => ({ ...entryProof(1, 1), leafHash: text, rootHash: text }),
  madeUp: madeUpEntry,
  isPart: (entryNumber, logSize) => entryNumber <= logSize,
};

const CONSISTENCY: Kind<ConsistencyInput> = {
  name: 'checkConsistency',
  small: growthProof(3, 5),
  check: checkConsistency,
  proves: provesConsistency,
  pathOf: ({ path }) => path,
  withPath: (input, path) => ({ ...input, path }),
  withOther: ({ from, to, path }, change) => [
    { from: { ...from, rootHash: change(from.rootHash) }, to, path },
    { from, to: { ...to, rootHash: change(to.rootHash) }, path },
  ],
  exchanged: ({ from, to, path }) => {
    const [onceFrom, onceTo] = [
      { ...from, rootHash: to.rootHash },
      { ...to, rootHash: from.rootHash },
    ];
    return [
      { from: onceFrom, to: onceTo, path },
      { from: onceFrom, to, path },
      { from, to: onceTo, path },
      { from: to, to: from, path },
      { from, to, path: [from.rootHash, ...path] },
    ];
  },
  elsewhere: ({ from, to, path }, others) => [
    ...others(from.logSize).flatMap((logSize) => (logSize ? [{ from: { ...from, logSize }, to, path }] : [])),
    ...others(to.logSize).map((logSize) => ({ from, to: { ...to, logSize }, path })),
  ],
  equal: (text) => ({ from: { logSize: 5, rootHash: text }, to: { logSize: 5, rootHash: text }, path: [] }),
  madeUp: madeUpGrowth,
  isPart: (from, to) => from < to,
};

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

/** A part anywhere in the log, and often at an end or next to a power of two. */
const anyPlace = anySize.chain((logSize) =>
  fc.record({
    logSize: fc.constant(logSize),
    part: fc.oneof(
      fc.integer({ min: 1, max: logSize }),
      anySize.map((part) => Math.min(part, logSize)),
      fc.constantFrom(1, logSize, Math.max(1, logSize - 1)),
    ),
    salt: fc.nat(),
  }),
);

/**
 * pathMutants returns altered paths: a bit of each hash flipped, hashes exchanged,
 * repeated, added and removed.
 */
function pathMutants(path: readonly Hash[], salt: number): (readonly Hash[])[] {
  const flipped = path.map((hash, at) => replaceAt(path, at, flipBit(hash, (salt + at * 37) % 256)));
  if (path.length < 2) return [...flipped, [...path, GARBAGE]];
  const inside = path.flatMap((hash, at) => [
    path.toSpliced(at, 1),
    path.toSpliced(at, 0, hash),
    replaceAt(path, at, GARBAGE),
  ]);
  const pairs = path
    .slice(1)
    .flatMap((hash, at) => [replaceAt(path, at, hash), path.toSpliced(at, 2, hash, path[at] as Hash)]);
  const rotated = [...path.slice(1), path[0] as Hash];
  const same = path.map(() => path[0] as Hash);
  return [
    ...flipped,
    ...inside,
    ...pairs,
    rotated,
    same,
    ...PATH_MUTATIONS.map(([, mutate]) => mutate(path)),
  ];
}

/** Around a size or entry number: its neighbours, halves and doubles, and the ends of the range. */
function otherNumbers(value: number): number[] {
  const candidates = [0, 1, value - 2, value - 1, value + 1, value + 2, Math.ceil(value / 2), value * 2, MAX];
  return candidates.filter((other) => other !== value && other <= MAX && other >= 0);
}

function describeKind<Input>(kind: Kind<Input>): void {
  const { pathOf, withPath, withOther, madeUp } = kind;
  const outcome = (input: Input): string => kind.check(input).verdict.outcome;
  const isNotRefuted = (input: Input): boolean => outcome(input) !== 'does-not-match';
  /** One proof for each of its hashes, with that hash changed. */
  const withOtherHash = (input: Input, change: (hash: Hash) => Hash): Input[] => {
    const sent = pathOf(input);
    return withOther(input, change).concat(
      sent.map((hash, index) => withPath(input, replaceAt(sent, index, change(hash)))),
    );
  };

  describe(`${kind.name}, altered`, () => {
    it.each(NO_HASHES)('refutes nothing and proves nothing by %j in the place of a hash', (text) => {
      const longer = withPath(kind.small, [...pathOf(kind.small), text]);
      for (const corrupted of [kind.equal(text), longer, ...withOtherHash(kind.small, () => text)])
        expect(kind.check(corrupted).verdict).toEqual({
          outcome: 'cannot-check',
          code: 'malformed',
          reason: expect.stringMatching(/malformed/),
        });
    });
  });

  describe(`${kind.name}, of made-up proofs in logs to 2^53-1`, () => {
    /** overAny checks proofs in logs of any size, some thousands in all. */
    const overAny = (least: number, make: (input: Input, salt: number) => number): void => {
      let made = 0;
      const property = fc.property(anyPlace, ({ part, logSize, salt }) => {
        fc.pre(kind.isPart(part, logSize));
        made += make(madeUp(part, logSize, salt), salt);
      });
      fc.assert(property, { numRuns: 100 });
      expect(made).toBeGreaterThan(least);
    };

    it('accepts the true one, and refuses every mutant', () => {
      overAny(8_000, (input, salt) => {
        expect([outcome(input), kind.proves(input)]).toEqual(['holds', true]);
        const bad = [
          ...pathMutants(pathOf(input), salt).map((path) => withPath(input, path)),
          ...withOther(input, (hash) => flipBit(hash, salt % 256)),
          ...kind.exchanged(input),
        ];
        expect(bad.filter(isNotRefuted)).toEqual([]);
        const one = bad[salt % bad.length];
        expect(one && kind.proves(one)).toBe(false);
        return bad.length;
      });
    });

    it('accepts it for other numbers only where RFC 9162 says so', () => {
      overAny(1_000, (input) => {
        const others = kind.elsewhere(input, otherNumbers);
        expect(others.filter((other) => (outcome(other) === 'holds') !== kind.proves(other))).toEqual([]);
        return others.length;
      });
    });
  });
}

describeKind(INCLUSION);
describeKind(CONSISTENCY);
