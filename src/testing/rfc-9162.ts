import { createHash } from 'node:crypto';
import type { Hash } from '../core/hash.ts';

// A second opinion on trees and proofs: the recursions of RFC 9162 as they are printed, over Node's own
// SHA-256, and its verification algorithms over BigInt, where bit operators have no limit. Nothing is shared
// with src/core but the type of a hash.

/** sha256 is Node's SHA-256 over the joined parts, as hexadecimal digits. */
export function sha256(...parts: readonly (Uint8Array | string)[]): Hash {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex') as Hash;
}

/** node is H(01 ‖ left ‖ right). */
export function node(left: Hash, right: Hash): Hash {
  return sha256(Uint8Array.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex'));
}

/** leaf is H(00 ‖ UTF-8 of the text). */
export function leaf(text: string): Hash {
  return sha256(Uint8Array.of(0), text);
}

/** mth is MTH(D[n]) of section 2.1.1, over leaf hashes. */
export function mth(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return sha256('');
  if (leaves.length === 1) return leaves[0] as Hash;
  const k = split(leaves.length);
  return node(mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}

/** path is PATH(m, D[n]) of section 2.1.3.1; m is a 0-based leaf index. */
export function path(m: number, leaves: readonly Hash[]): Hash[] {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  return m < k
    ? [...path(m, leaves.slice(0, k)), mth(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), mth(leaves.slice(0, k))];
}

/** proof is PROOF(m, D[n]) of section 2.1.4.1. */
export function proof(m: number, leaves: readonly Hash[]): Hash[] {
  return subproof(m, leaves, true);
}

function subproof(m: number, leaves: readonly Hash[], complete: boolean): Hash[] {
  const n = leaves.length;
  if (m === n) return complete ? [] : [mth(leaves)];
  const k = split(n);
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), complete), mth(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), mth(leaves.slice(0, k))];
}

function split(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Side is the side of the sent hash in a joining. */
export type Side = 'left' | 'right';

/** inclusionSides runs section 2.1.3.2 without hashes: the side of each sent hash, from the leaf upwards. */
function inclusionSides(entryNumber: bigint, logSize: bigint): Side[] {
  return sides(entryNumber - 1n, logSize - 1n);
}

/**
 * consistencySides runs section 2.1.4.2 without hashes. `seeded`: the proof's first hash is where both
 * ladders start, and joins nothing.
 */
function consistencySides(from: bigint, to: bigint): { seeded: boolean; sides: Side[] } {
  let fn = from - 1n;
  let sn = to - 1n;
  while (fn % 2n === 1n) [fn, sn] = [fn >> 1n, sn >> 1n];
  return { seeded: (from & (from - 1n)) !== 0n, sides: sides(fn, sn) };
}

function sides(first: bigint, last: bigint): Side[] {
  const found: Side[] = [];
  let [fn, sn] = [first, last];
  while (sn !== 0n) {
    if (fn % 2n === 1n || fn === sn) {
      found.push('left');
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else {
      found.push('right');
    }
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return found;
}

/** climb joins a path onto a hash from the given sides. */
function climb(start: Hash, hashes: readonly Hash[], sides: readonly Side[]): Hash {
  return hashes.reduce(
    (reached, sent, index) => (sides[index] === 'left' ? node(sent, reached) : node(reached, sent)),
    start,
  );
}

/**
 * InclusionClaim is a claim that a leaf is entry `entryNumber` (1-based) of a log of
 * `logSize` entries with this root.
 */
interface InclusionClaim {
  readonly leafHash: Hash;
  readonly entryNumber: number;
  readonly logSize: number;
  readonly auditPath: readonly Hash[];
  readonly rootHash: Hash;
}

/**
 * madeUpEntry makes a valid entry proof in a log of any size from arbitrary hashes, which give its root.
 * Another salt gives other hashes.
 */
export function madeUpEntry(entryNumber: number, logSize: number, salt = 0): InclusionClaim {
  const sides = inclusionSides(BigInt(entryNumber), BigInt(logSize));
  const auditPath = sides.map((_, at) => sha256(`${salt}-${at}`));
  const leafHash = sha256(`${salt}-leaf`);
  return { leafHash, entryNumber, logSize, auditPath, rootHash: climb(leafHash, auditPath, sides) };
}

/** provesInclusion runs section 2.1.3.2: whether the path proves the claim. */
export function provesInclusion(claim: InclusionClaim): boolean {
  const { leafHash, entryNumber, logSize, auditPath, rootHash } = claim;
  if (entryNumber < 1 || entryNumber > logSize) return false;
  const found = inclusionSides(BigInt(entryNumber), BigInt(logSize));
  return auditPath.length === found.length && climb(leafHash, auditPath, found) === rootHash;
}

/** RunClaim is a claim that leaves are consecutive entries of a log with this root, from `firstEntry` on. */
interface RunClaim {
  readonly leafHashes: readonly Hash[];
  readonly firstEntry: number;
  readonly logSize: number;
  readonly firstPath: readonly Hash[];
  readonly lastPath: readonly Hash[];
  readonly rootHash: Hash;
}

/**
 * madeUpRun makes valid proofs of the first and last entry of a run in a log of any size, by the recursions of
 * section 2.1, with arbitrary hashes for the leaves and for each subtree beside them.
 */
export function madeUpRun(firstEntry: number, count: number, logSize: number, salt = 0): RunClaim {
  const [first, last] = [BigInt(firstEntry) - 1n, BigInt(firstEntry + count) - 2n];
  const leafAt = (at: bigint): Hash => sha256(`${salt}-leaf-${at}`);
  const splitAt = (n: bigint): bigint => 1n << BigInt((n - 1n).toString(2).length - 1);
  const subtree = (from: bigint, n: bigint): Hash => {
    if (from > last || from + n <= first) return sha256(`${salt}-${from}-${n}`);
    if (n === 1n) return leafAt(from);
    const k = splitAt(n);
    return node(subtree(from, k), subtree(from + k, n - k));
  };
  const pathOf = (m: bigint, from: bigint, n: bigint): Hash[] => {
    if (n === 1n) return [];
    const k = splitAt(n);
    return m < from + k
      ? [...pathOf(m, from, k), subtree(from + k, n - k)]
      : [...pathOf(m, from + k, n - k), subtree(from, k)];
  };
  const size = BigInt(logSize);
  return {
    leafHashes: Array.from({ length: count }, (_, at) => leafAt(first + BigInt(at))),
    firstEntry,
    logSize,
    firstPath: pathOf(first, 0n, size),
    lastPath: pathOf(last, 0n, size),
    rootHash: subtree(0n, size),
  };
}

/** ConsistencyClaim is a claim that the log of the first head begins the log of the second. */
interface ConsistencyClaim {
  readonly from: { readonly logSize: number; readonly rootHash: Hash };
  readonly to: { readonly logSize: number; readonly rootHash: Hash };
  readonly path: readonly Hash[];
}

/** growthRoots runs section 2.1.4.2: the two roots that a path gives, for sizes 1 <= from < to. */
function growthRoots(start: Hash, sent: readonly Hash[], found: readonly Side[]): readonly [Hash, Hash] {
  const lefts = found.filter((side) => side === 'left');
  const old = sent.filter((_, at) => found[at] === 'left');
  return [climb(start, old, lefts), climb(start, sent, found)];
}

/** madeUpGrowth makes a valid consistency proof in the same way. */
export function madeUpGrowth(from: number, to: number, salt = 0): ConsistencyClaim {
  const { seeded, sides: found } = consistencySides(BigInt(from), BigInt(to));
  const start = sha256(`${salt}-start`);
  const sent = found.map((_, at) => sha256(`${salt}-${at}`));
  const [old, now] = growthRoots(start, sent, found);
  return {
    from: { logSize: from, rootHash: old },
    to: { logSize: to, rootHash: now },
    path: seeded ? [start, ...sent] : sent,
  };
}

/** provesConsistency runs section 2.1.4.2, for sizes 1 <= from < to: whether the path proves the claim. */
export function provesConsistency({ from, to, path }: ConsistencyClaim): boolean {
  if (from.logSize < 1 || from.logSize >= to.logSize) return false;
  const { seeded, sides: found } = consistencySides(BigInt(from.logSize), BigInt(to.logSize));
  const [start = from.rootHash, ...sent] = seeded ? path : [from.rootHash, ...path];
  const [old, now] = growthRoots(start, sent, found);
  return sent.length === found.length && old === from.rootHash && now === to.rootHash;
}

/**
 * everyProof makes every proof of every log up to a size, whose leaf bytes are the texts leaf-1, leaf-2 and
 * so on, by the recursions alone.
 */
export function everyProof(largest: number) {
  const sizes = Array.from({ length: largest }, (_, index) => index + 1);
  const all = sizes.map((n) => leaf(`leaf-${n}`));
  const roots = [0, ...sizes].map((size) => mth(all.slice(0, size)));
  const head = (logSize: number) => ({ logSize, rootHash: roots[logSize] as Hash });
  const entryProof = (entryNumber: number, logSize: number): InclusionClaim => ({
    ...head(logSize),
    leafHash: all[entryNumber - 1] as Hash,
    entryNumber,
    auditPath: path(entryNumber - 1, all.slice(0, logSize)),
  });
  const growthProof = (from: number, to: number): ConsistencyClaim => ({
    from: head(from),
    to: head(to),
    path: proof(from, all.slice(0, to)),
  });
  const entryProofs = sizes.flatMap((size) => sizes.slice(0, size).map((entry) => entryProof(entry, size)));
  const growthProofs = sizes.flatMap((to) => sizes.slice(0, to - 1).map((from) => growthProof(from, to)));
  return { all, head, entryProof, growthProof, entryProofs, growthProofs };
}
