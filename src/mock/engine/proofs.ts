import type { Hash } from '../../core/hash.ts';
import { auditPath, consistencyPath, type NodeSource, rootAt } from '../../core/merkle-log.ts';
import type { Checkpoint } from '../../core/model.ts';

/** Proofs answers the proof endpoints; faults put another in its place. */
export interface Proofs {
  /** head is what the register proof states. */
  head(): Checkpoint;
  /** entry is the audit path, leaf upwards; 1 <= entryNumber <= logSize <= size. */
  entry(entryNumber: number, logSize: number): readonly Hash[];
  /** consistency is the path between two sizes; 1 <= from <= to <= size. */
  consistency(from: number, to: number): readonly Hash[];
}

/** trueProofs reads every proof out of the tree. The tree is asked for only when a proof is. */
export function trueProofs(nodes: () => NodeSource): Proofs {
  return {
    head() {
      const tree = nodes();
      return { logSize: tree.size, rootHash: rootAt(tree, tree.size) };
    },
    entry: (entryNumber, logSize) => auditPath(nodes(), entryNumber, logSize),
    consistency: (from, to) => consistencyPath(nodes(), from, to),
  };
}
