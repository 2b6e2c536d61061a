import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { CompactRange, type CompactRangeState } from '../../core/compact-range.ts';
import { checkConsistency } from '../../core/consistency.ts';
import type { Hash } from '../../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../../core/hash-bytes.ts';
import { checkInclusion } from '../../core/inclusion.ts';
import { leafRule, leafRulesFor } from '../../core/leaf-rules.ts';
import { hashLeaf, rootOf } from '../../core/merkle.ts';
import { auditPath, consistencyPath, MerkleLog, rootAt } from '../../core/merkle-log.ts';
import type { Entry, Variant } from '../../core/model.ts';
import { createRegister } from '../../mock/engine/register.ts';
import type { RegisterLog } from '../../mock/engine/register-log.ts';
import { checkEntry } from '../../verify/check-entry.ts';
import { flipBit, logOf } from '../builders.ts';
import {
  climb,
  type ConsistencyClaim,
  consistencySides,
  type InclusionClaim,
  inclusionSides,
  mth,
  node,
  path as rfcPath,
  proof as rfcProof,
  provesConsistency,
  provesInclusion,
  sha256,
} from '../rfc-9162.ts';
import { anyHash, anySize, hostileJson } from './generators.ts';
import type { RealData } from './real-data.ts';
import { type FuzzTarget, target } from './target.ts';

/** ListEdit is one change to a list of hashes. */
interface ListEdit {
  readonly how: 'flip' | 'drop' | 'double' | 'insert' | 'swap' | 'other' | 'join';
  readonly at: number;
  readonly bit: number;
  readonly hash: Hash;
}

const listEdit: fc.Arbitrary<ListEdit> = fc.record({
  how: fc.constantFrom('flip', 'drop', 'double', 'insert', 'swap', 'other', 'join'),
  at: fc.nat(63),
  bit: fc.nat(255),
  hash: anyHash,
});

function editList(list: readonly Hash[], { how, at, bit, hash }: ListEdit): readonly Hash[] {
  const place = list.length === 0 ? 0 : at % list.length;
  const here = list[place];
  const next = list[place + 1];
  if (how === 'insert' || here === undefined) return list.toSpliced(place, 0, hash);
  if (how === 'flip') return list.with(place, flipBit(here, bit));
  if (how === 'drop') return list.toSpliced(place, 1);
  if (how === 'double') return list.toSpliced(place, 0, here);
  if (how === 'other') return list.with(place, hash);
  if (next === undefined) return list;
  return how === 'swap' ? list.toSpliced(place, 2, next, here) : list.toSpliced(place, 2, node(here, next));
}

/** SomeEdits is what is changed in a claim: its path, its hashes, its numbers. */
interface SomeEdits {
  readonly list: readonly ListEdit[];
  readonly first: number;
  readonly second: number;
  readonly flips: readonly { readonly which: number; readonly bit: number }[];
}

const someEdits: fc.Arbitrary<SomeEdits> = fc.record({
  list: fc.array(listEdit, { maxLength: 2 }),
  first: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -3, max: 3 })),
  second: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -3, max: 3 })),
  flips: fc.array(fc.record({ which: fc.nat(1), bit: fc.nat(255) }), { maxLength: 1 }),
});

const inRange = (value: number): number => Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, value));

/** holdsAs says what the code finds: `holds`, `does-not-match`; anything else is no verdict about a proof that can be climbed. */
function inclusionVerdict(claim: InclusionClaim): string {
  return checkInclusion(claim).verdict.outcome;
}

function spoilInclusion(claim: InclusionClaim, edits: SomeEdits): InclusionClaim {
  const flipped = (hash: Hash, which: number): Hash =>
    edits.flips.reduce((now, flip) => (flip.which === which ? flipBit(now, flip.bit) : now), hash);
  return {
    entryNumber: inRange(claim.entryNumber + edits.first),
    logSize: inRange(claim.logSize + edits.second),
    auditPath: edits.list.reduce(editList, claim.auditPath),
    leafHash: flipped(claim.leafHash, 0),
    rootHash: flipped(claim.rootHash, 1),
  };
}

function demandInclusion(honest: InclusionClaim, edits: SomeEdits): void {
  assert.equal(inclusionVerdict(honest), 'holds');
  const spoilt = spoilInclusion(honest, edits);
  const expected = provesInclusion(spoilt) ? 'holds' : 'does-not-match';
  assert.equal(inclusionVerdict(spoilt), expected);
  // Under one root and size, a path of the right length proves one leaf in one place.
  const same = spoilt.rootHash === honest.rootHash && spoilt.logSize === honest.logSize;
  if (expected === 'holds' && same) assert.deepEqual(spoilt, honest);
}

const tree = fc
  .array(anyHash, { minLength: 1, maxLength: 70 })
  .chain((leaves) => fc.tuple(fc.constant(leaves), fc.nat(leaves.length - 1), fc.nat(leaves.length - 1)));

const inclusion = target({
  name: 'inclusion',
  family: 'proofs',
  invariant: 'an honest entry proof of any tree holds, and a spoilt one exactly where RFC 9162 says so',
  cases: () => fc.tuple(tree, someEdits),
  holds([[leaves, index, last], edits]) {
    const logSize = Math.max(index, last) + 1;
    const honest = {
      leafHash: leaves[index] as Hash,
      entryNumber: index + 1,
      logSize,
      auditPath: auditPath(logOf(leaves), index + 1, logSize),
      rootHash: mth(leaves.slice(0, logSize)),
    };
    assert.deepEqual(honest.auditPath, rfcPath(index, leaves.slice(0, logSize)));
    demandInclusion(honest, edits);
  },
});

/** madeUp are more hashes than any proof has. */
function madeUp(salt: number): readonly Hash[] {
  return Array.from({ length: 56 }, (_, index) => sha256(`${salt}-${index}`));
}

const largeInclusion = target({
  name: 'inclusion-large',
  family: 'proofs',
  invariant: 'the same in logs of up to 2^53-1 entries, whose hashes are made up',
  cases: () => fc.tuple(anySize, anySize, fc.nat(), someEdits),
  holds([one, other, salt, edits]) {
    const hashes = madeUp(salt);
    const [entryNumber, logSize] = [Math.min(one, other), Math.max(one, other)];
    const sides = inclusionSides(BigInt(entryNumber), BigInt(logSize));
    const path = hashes.slice(0, sides.length);
    const leafHash = hashes.at(-1) as Hash;
    const rootHash = climb(leafHash, path, sides);
    demandInclusion({ leafHash, entryNumber, logSize, auditPath: path, rootHash }, edits);
  },
});

function demandConsistency(honest: ConsistencyClaim, edits: SomeEdits): void {
  assert.equal(checkConsistency(honest).verdict.outcome, 'holds');
  const flipped = (hash: Hash, which: number): Hash =>
    edits.flips.reduce((now, flip) => (flip.which === which ? flipBit(now, flip.bit) : now), hash);
  const spoilt: ConsistencyClaim = {
    from: {
      logSize: inRange(honest.from.logSize + edits.first),
      rootHash: flipped(honest.from.rootHash, 0),
    },
    to: { logSize: inRange(honest.to.logSize + edits.second), rootHash: flipped(honest.to.rootHash, 1) },
    path: edits.list.reduce(editList, honest.path),
  };
  const { from, to, path } = spoilt;
  const outcome = checkConsistency(spoilt).verdict.outcome;
  if (from.logSize === 0) assert.equal(outcome, 'cannot-check');
  else if (from.logSize === to.logSize)
    assert.equal(outcome === 'holds', from.rootHash === to.rootHash && path.length === 0);
  else assert.equal(outcome, provesConsistency(spoilt) ? 'holds' : 'does-not-match');
  const sameSizes = from.logSize === honest.from.logSize && to.logSize === honest.to.logSize;
  if (outcome === 'holds' && sameSizes) assert.deepEqual(spoilt, honest);
}

const consistency = target({
  name: 'consistency',
  family: 'proofs',
  invariant: 'an honest consistency proof of any tree holds, and a spoilt one exactly where RFC 9162 says so',
  cases: () => fc.tuple(tree, someEdits),
  holds([[leaves, one, other], edits]) {
    const [from, to] = [Math.min(one, other) + 1, Math.max(one, other) + 1];
    const path = consistencyPath(logOf(leaves), from, to);
    assert.deepEqual(path, rfcProof(from, leaves.slice(0, to)));
    const head = (logSize: number) => ({ logSize, rootHash: mth(leaves.slice(0, logSize)) });
    demandConsistency({ from: head(from), to: head(to), path }, edits);
  },
});

const largeConsistency = target({
  name: 'consistency-large',
  family: 'proofs',
  invariant: 'the same in logs of up to 2^53-1 entries, whose hashes are made up',
  cases: () => fc.tuple(anySize, anySize, fc.nat(), someEdits),
  holds([one, other, salt, edits]) {
    const hashes = madeUp(salt);
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    fc.pre(from < to);
    const { seeded, sides } = consistencySides(BigInt(from), BigInt(to));
    const start = hashes.at(-1) as Hash;
    const sent = hashes.slice(0, sides.length);
    const old = sent.filter((_, at) => sides[at] === 'left');
    demandConsistency(
      {
        from: {
          logSize: from,
          rootHash: climb(
            start,
            old,
            old.map(() => 'left'),
          ),
        },
        to: { logSize: to, rootHash: climb(start, sent, sides) },
        path: seeded ? [start, ...sent] : sent,
      },
      edits,
    );
  },
});

const compactRange = target({
  name: 'compact-range',
  family: 'proofs',
  invariant: 'a range that streams, stops and goes on has the root of the naive recursion at every size',
  cases: () => fc.tuple(fc.array(anyHash, { maxLength: 40 }), fc.array(fc.nat(40), { maxLength: 3 })),
  holds([leaves, stops]) {
    let range = new CompactRange();
    const log = new MerkleLog();
    for (const [index, leaf] of leaves.entries()) {
      if (stops.includes(index))
        range = CompactRange.from(JSON.parse(JSON.stringify(range)) as CompactRangeState);
      range.append(hashToBytes(leaf));
      log.append(hashToBytes(leaf));
    }
    const root = mth(leaves);
    assert.equal(range.root(), root);
    assert.equal(rootOf(leaves.map(hashToBytes)), root);
    if (leaves.length > 0) assert.equal(rootAt(log, leaves.length), root);
  },
});

const rangeState = target({
  name: 'range-state',
  family: 'proofs',
  invariant: 'a stored state of a range is taken up to the letter, or refused by RangeError',
  cases: () =>
    fc.tuple(
      fc.oneof(fc.nat(70), anySize, hostileJson()),
      fc.oneof(fc.array(fc.oneof(anyHash, hostileJson()), { maxLength: 8 }), hostileJson()),
    ),
  holds([size, hashes]) {
    let range: CompactRange;
    try {
      range = CompactRange.from({ size, hashes });
    } catch (error) {
      assert.ok(error instanceof RangeError, `thrown: ${String(error)}`);
      return;
    }
    assert.equal(JSON.stringify(range), JSON.stringify({ size, hashes }));
    const list = hashes as readonly Hash[];
    assert.equal(
      list.length,
      [...BigInt(size as number).toString(2)].filter((digit) => digit === '1').length,
    );
    const [last = sha256(''), ...before] = list.toReversed();
    assert.equal(
      range.root(),
      before.reduce((right, left) => node(left, right), last),
    );
  },
});

/** A log of each register and variant, built once. */
const logs = new WeakMap<object, Map<Variant, RegisterLog>>();

function logOfSource(source: Parameters<typeof createRegister>[0], variant: Variant): RegisterLog {
  const known = logs.get(source) ?? new Map<Variant, RegisterLog>();
  logs.set(source, known);
  const log = known.get(variant) ?? createRegister(source).log(variant);
  known.set(variant, log);
  return log;
}

/** entryEdit changes one field of an entry; all of them are under the leaf hash, but for index-entry-number where the rule leaves it out. */
const entryEdit: fc.Arbitrary<Partial<Entry>> = fc.oneof(
  fc.constant({}),
  fc.string({ maxLength: 4 }).map((key) => ({ key })),
  fc.string({ maxLength: 4 }).map((timestamp) => ({ timestamp })),
  fc.array(anyHash, { maxLength: 2 }).map((itemHashes) => ({ itemHashes })),
  anySize.map((entryNumber) => ({ entryNumber })),
  anySize.map((indexEntryNumber) => ({ indexEntryNumber })),
);

const entries = target({
  name: 'entry-check',
  family: 'proofs',
  invariant: 'an entry of a real register holds under every leaf rule, and a changed one never',
  cases: ({ registers }: RealData) =>
    fc.tuple(
      fc.constantFrom(...registers.map(({ source }) => source)),
      fc.constantFrom(...leafRulesFor('item'), ...leafRulesFor('blob')),
      fc.nat(),
      fc.nat(),
      entryEdit,
      someEdits,
      fc.boolean(),
    ),
  holds([source, rule, one, other, change, edits, isRuleKnown]) {
    const log = logOfSource(source, rule.variant);
    const numbers = [one, other].map((number) => (number % log.size) + 1) as [number, number];
    const [entryNumber, logSize] = [Math.min(...numbers), Math.max(...numbers)];
    const entry = log.entry(entryNumber);
    let nodes;
    try {
      nodes = log.nodes(rule.id);
    } catch (error) {
      assert.ok(error instanceof RangeError);
      return;
    }
    const honest = {
      variant: rule.variant,
      entry,
      auditPath: auditPath(nodes, entryNumber, logSize),
      checkpoint: { logSize, rootHash: rootAt(nodes, logSize) },
      ...(isRuleKnown && { leafRule: rule.id }),
    };
    assert.equal(checkEntry(honest).verdict.outcome, 'holds');
    const shown: Entry = { ...entry, ...change };
    const path = edits.list.reduce(editList, honest.auditPath);
    const spoilt = { ...honest, entry: shown, auditPath: path };
    const check = checkEntry(spoilt);
    const written = leafRule(rule.id).leafBytes(shown);
    const isSame =
      JSON.stringify(path) === JSON.stringify(honest.auditPath) &&
      shown.entryNumber === entryNumber &&
      written !== undefined &&
      Buffer.from(written).equals(Buffer.from(rule.leafBytes(entry) ?? []));
    if (isSame) assert.equal(check.verdict.outcome, 'holds');
    else assert.notEqual(check.verdict.outcome, 'holds');
    if (check.leafBytes)
      assert.equal(hashFromBytes(hashLeaf(check.leafBytes)), sha256(Uint8Array.of(0), check.leafBytes));
  },
});

/** PROOF_TARGETS are the claims about trees, proofs and the checks over them. */
export const PROOF_TARGETS: readonly FuzzTarget[] = [
  inclusion,
  largeInclusion,
  consistency,
  largeConsistency,
  compactRange,
  rangeState,
  entries,
];
