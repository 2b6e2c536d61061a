import type { PlacedLadderNode } from './layout-ladder.ts';

/**
 * moveOnLadders is the node that an arrow key leads to: up and down to the nearest row in which the column has a node, left and right within a row, Home to where
 * the ladders start, End to the new root. Undefined for any other key and where there is nothing further.
 */
export function moveOnLadders(
  nodes: readonly PlacedLadderNode[],
  from: PlacedLadderNode,
  key: string,
): PlacedLadderNode | undefined {
  const byHeight = nodes.toSorted((one, other) => other.y - one.y);
  const column = byHeight.filter((node) => node.column === from.column || node.kind === 'new-root');
  const row = nodes
    .filter((node) => Math.abs(node.y - from.y) < from.height)
    .toSorted((one, other) => one.x - other.x);
  switch (key) {
    case 'ArrowUp':
      return column.find((node) => node.y < from.y) ?? byHeight.find((node) => node.y < from.y);
    case 'ArrowDown':
      return column.findLast((node) => node.y > from.y) ?? byHeight.findLast((node) => node.y > from.y);
    case 'ArrowLeft':
      return row[row.indexOf(from) - 1];
    case 'ArrowRight':
      return row[row.indexOf(from) + 1];
    case 'Home':
      return byHeight[0];
    case 'End':
      return nodes.find((node) => node.kind === 'new-root');
    default:
      return undefined;
  }
}
