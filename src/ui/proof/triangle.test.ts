import { describe, expect, it } from 'vitest';
import { monoWidth } from './label-lines.ts';
import { layoutTree } from './layout-tree.ts';
import { sampleCheck } from './sample-check.ts';
import { knowledgeOf, openAtFirst, treeModel } from './tree-model.ts';
import { triangleOf } from './triangle.ts';

/** From the foot of a triangle to the top of its digits, and their size and number, as the style sheet sets them; px. */
const DIGITS = { top: 12.5, size: 11, count: 6 };
/** Half a line, and a little air. */
const CLEAR = 2;

/** spanAt is how far an outline reaches from left to right at a height. */
function spanAt(outline: ReturnType<typeof triangleOf>, y: number): readonly [number, number] {
  const crossings = outline.flatMap(([x1, y1], index) => {
    const [x2, y2] = outline[(index + 1) % outline.length] ?? [0, 0];
    return y1 === y2 || y < Math.min(y1, y2) || y > Math.max(y1, y2)
      ? []
      : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
  });
  return [Math.min(...crossings), Math.max(...crossings)];
}

describe('triangleOf', () => {
  it('keeps its sides off the digits, whether the subtree is full or not', () => {
    const known = knowledgeOf({ ...sampleCheck(278, 295), entryNumber: 278 });
    const { nodes } = layoutTree(treeModel(278, 295, known, openAtFirst(278, 295)), 'Entry 278 · GM');
    const folded = nodes.filter(({ node }) => node.kind === 'subtree');
    expect(folded.map(({ node }) => node.perfect)).toContain(false);
    for (const { node, width, height } of folded) {
      const [from, to] = spanAt(triangleOf(width, height, node.perfect), height - DIGITS.top);
      const half = monoWidth(DIGITS.count, DIGITS.size) / 2;
      expect(width / 2 - half - from).toBeGreaterThanOrEqual(CLEAR);
      expect(to - width / 2 - half).toBeGreaterThanOrEqual(CLEAR);
    }
  });

  it('cuts the right corner of a subtree that is not full, and of no other', () => {
    expect(triangleOf(66, 48, true)).toHaveLength(3);
    expect(triangleOf(66, 48, false)).toHaveLength(4);
  });
});
