import { type Hash, hashFromBytes } from '../core/hash.ts';
import { checkInclusion } from '../core/inclusion.ts';
import { hashLeaf } from '../core/merkle.ts';
import { inclusionShape } from '../core/proof-shape.ts';
import type { Verdict } from '../core/verdict.ts';
import type { InclusionCheck } from '../ui/proof/inclusion-check.ts';

/** sampleHash is some hash, another for each number. */
export function sampleHash(number: number): Hash {
  return hashFromBytes(hashLeaf(Uint8Array.from(String(number), (digit) => Number(digit))));
}

/**
 * sampleCheck is a check of an entry whose path consists of sample hashes; it holds unless another
 * published root is given.
 */
export function sampleCheck(entryNumber: number, logSize: number, publishedRoot?: Hash): InclusionCheck {
  const leafHash = sampleHash(0);
  const auditPath = inclusionShape(entryNumber, logSize).map((_, index) => sampleHash(index + 1));
  const climb = (rootHash: Hash) => checkInclusion({ leafHash, entryNumber, logSize, auditPath, rootHash });
  const { computedRoot = leafHash } = climb(leafHash);
  const rootHash = publishedRoot ?? computedRoot;
  return {
    ...climb(rootHash),
    entry: { entryNumber, key: 'GM', itemHashes: [] },
    checkpoint: { logSize, rootHash },
    leafHash,
    computedInMs: 0.31,
  };
}

/** uncheckedSample is a check that could not be made. */
export function uncheckedSample(verdict: Verdict): InclusionCheck {
  const { entry, checkpoint } = sampleCheck(206, 208);
  return { verdict, entry, checkpoint, steps: [], computedInMs: 0.1 };
}
