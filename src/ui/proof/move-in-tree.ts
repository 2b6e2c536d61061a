import type { PlacedTreeNode } from './layout-tree.ts';

/**
 * moveInTree is the node that an arrow key leads to: up to the node above, down towards the entry (or left, off its path), left and right to the
 * neighbouring subtree; Home to the root, End to the lowest node on the path. Undefined for any other key and where there is nothing further.
 */
export function moveInTree(
  nodes: readonly PlacedTreeNode[],
  from: PlacedTreeNode,
  key: string,
): PlacedTreeNode | undefined {
  const byId = new Map(nodes.map((one) => [one.node.id, one]));
  switch (key) {
    case 'ArrowUp':
      return parentOf(byId, from);
    case 'ArrowDown': {
      const { children } = from.node;
      const next = children.find((child) => child.onPath) ?? children[0];
      return next && byId.get(next.id);
    }
    case 'ArrowLeft':
      return beside(byId, from, 1);
    case 'ArrowRight':
      return beside(byId, from, 0);
    case 'Home':
      return nodes[0];
    case 'End':
      return nodes.findLast(({ node }) => node.onPath);
    default:
      return undefined;
  }
}

type Placed = ReadonlyMap<string, PlacedTreeNode>;

function parentOf(byId: Placed, { parent }: PlacedTreeNode): PlacedTreeNode | undefined {
  return parent === undefined ? undefined : byId.get(parent);
}

/** beside climbs until a node is the child of this place, 0 left or 1 right, and crosses over to the other. */
function beside(byId: Placed, from: PlacedTreeNode, place: 0 | 1): PlacedTreeNode | undefined {
  for (let at: PlacedTreeNode | undefined = from; at !== undefined; at = parentOf(byId, at)) {
    const halves = parentOf(byId, at)?.node.children ?? [];
    const other = halves[1 - place];
    if (halves[place]?.id === at.node.id && other !== undefined) return byId.get(other.id);
  }
  return undefined;
}
