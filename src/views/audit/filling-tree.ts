/** MOST_PARTS is how many parts the foot of the picture has at most; with the joints above them that is at most 2 × MOST_PARTS − 1 drawn nodes. */
export const MOST_PARTS = 30;

/** TreePart is one drawn node: a part of the log at the foot, or the joint of two nodes above it. */
export interface TreePart {
  /** The entries under it, both ends included, from 1. */
  readonly first: number;
  readonly last: number;
  /** 0 at the foot, else one more than the higher of the two nodes it joins. */
  readonly level: number;
  /** Its middle, as a share of the width: 0 < x < 1. */
  readonly x: number;
  /** The share of its entries that has been read, 0 to 1. */
  readonly filled: number;
  /** An entry in it has been found not to match. */
  readonly bad: boolean;
  /** The nodes it joins, left and right; none at the foot. */
  readonly joins: readonly TreePart[];
}

/** FillingTree is the log's Merkle tree (RFC 6962 2.1), its lower levels folded so that it can be drawn whole. */
export interface FillingTree {
  /** How many entries a part at the foot has; the last one may have fewer. A power of two, so that each but the last is a perfect subtree. */
  readonly partSize: number;
  /** The foot, from the left. */
  readonly parts: readonly TreePart[];
  /** The joints above the foot, lower ones first; the last one is the root. Empty where the foot is the root itself. */
  readonly joints: readonly TreePart[];
  readonly root: TreePart;
  /** The level of the root. */
  readonly height: number;
}

/**
 * fillingTree folds the tree of a log of `logSize` entries (>= 1) to at most 2 × MOST_PARTS − 1 nodes and fills it from the left with the `entriesDone`
 * entries that have been read.
 */
export function fillingTree(
  logSize: number,
  entriesDone: number,
  badEntries: readonly number[] = [],
): FillingTree {
  let partSize = 1;
  while (Math.ceil(logSize / partSize) > MOST_PARTS) partSize *= 2;
  const count = Math.ceil(logSize / partSize);
  const made = (first: number, last: number, rest: Pick<TreePart, 'level' | 'x' | 'joins'>): TreePart => ({
    first,
    last,
    filled: Math.min(1, Math.max(0, (entriesDone - first + 1) / (last - first + 1))),
    bad: badEntries.some((entry) => entry >= first && entry <= last),
    ...rest,
  });
  const parts = Array.from({ length: count }, (_, index) =>
    made(index * partSize + 1, Math.min(logSize, (index + 1) * partSize), {
      level: 0,
      x: (index + 0.5) / count,
      joins: [],
    }),
  );
  const joints: TreePart[] = [];
  const root = join(parts, (left, right) => {
    const joint = made(left.first, right.last, {
      level: Math.max(left.level, right.level) + 1,
      x: (left.x + right.x) / 2,
      joins: [left, right],
    });
    joints.push(joint);
    return joint;
  });
  joints.sort((one, other) => one.level - other.level);
  return { partSize, parts, joints, root, height: root.level };
}

/** join splits at the largest power of two smaller than the number of parts (RFC 6962 2.1). */
function join(parts: readonly TreePart[], made: (left: TreePart, right: TreePart) => TreePart): TreePart {
  const [only] = parts;
  if (only === undefined) throw new RangeError('an empty log has no tree');
  if (parts.length === 1) return only;
  let split = 1;
  while (split * 2 < parts.length) split *= 2;
  return made(join(parts.slice(0, split), made), join(parts.slice(split), made));
}
