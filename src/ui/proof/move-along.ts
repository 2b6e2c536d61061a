import type { PlacedNode } from './placed.ts';

/**
 * moveAlong is the node that an arrow key leads to: up and down along the spine, left and right to a hash that joins there and back,
 * Home to the entry, End to the topmost root. Undefined for any other key and where there is nothing further.
 */
export function moveAlong(
  nodes: readonly PlacedNode[],
  from: PlacedNode,
  key: string,
): PlacedNode | undefined {
  const spine = nodes.filter((node) => node.column === 'spine').sort((one, other) => one.row - other.row);
  switch (key) {
    case 'ArrowUp':
      return spine.find((node) => node.row > from.row);
    case 'ArrowDown':
      return spine.findLast((node) => node.row < from.row);
    case 'ArrowLeft':
    case 'ArrowRight':
      return sideways(nodes, from, key === 'ArrowLeft' ? 'left' : 'right');
    case 'Home':
      return spine[0];
    case 'End':
      return spine.at(-1);
    default:
      return undefined;
  }
}

function sideways(
  nodes: readonly PlacedNode[],
  from: PlacedNode,
  side: 'left' | 'right',
): PlacedNode | undefined {
  if (from.column === side) return undefined;
  const column = from.column === 'spine' ? side : 'spine';
  return nodes.find((node) => node.row === from.row && node.column === column);
}
