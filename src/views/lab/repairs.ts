import {
  copyOf,
  readHash,
  sameCopy,
  wholeNumber,
  type Copy,
  type CopyChecks,
  type Original,
} from './copy.ts';
import type { Finding } from './explain.ts';
import { withFittingRoot, withNamedHashes } from './lesson.ts';

/** Repair is what a forger would do next about a check that stopped, and the copy it leads to. */
export interface Repair {
  readonly of: Finding['id'];
  readonly label: string;
  readonly copy: Copy;
}

/** repairsOf offers for each check that does not hold what would make it hold again; nothing where that cannot be computed. */
export function repairsOf(original: Original, copy: Copy, checks: CopyChecks): readonly Repair[] {
  const { logSize, rootHash } = copyOf(original);
  const all: readonly Repair[] = [
    {
      of: 'data',
      label: `Put the ${original.variant}’s hash into the entry`,
      copy: withNamedHashes(copy, checks),
    },
    {
      of: 'entry',
      label: 'Make up a root that fits',
      copy: checks.entry.verdict.outcome === 'holds' ? copy : withFittingRoot(copy, checks),
    },
    {
      of: 'root',
      label: 'Put the published root back',
      copy: comesToTheSame(original, copy) ? copy : { ...copy, logSize, rootHash },
    },
  ];
  return all.filter((repair) => !sameCopy(repair.copy, copy));
}

function comesToTheSame({ checkpoint }: Original, copy: Copy): boolean {
  return readHash(copy.rootHash) === checkpoint.rootHash && wholeNumber(copy.logSize) === checkpoint.logSize;
}
