import { describe, expect, it } from 'vitest';
import { layoutPath } from './layout-path.ts';
import { moveAlong } from './move-along.ts';
import { pathModel } from './path-model.ts';
import { sampleCheck, sampleHash } from './sample-check.ts';

function nodesAt(width: number, refuted = false) {
  const { checkpoint, ...found } = sampleCheck(206, 208, refuted ? sampleHash(99) : undefined);
  return layoutPath(pathModel({ ...found, expectedRoot: checkpoint.rootHash }), width, 'Entry 206').nodes;
}

/** walk presses keys one after the other and names the nodes reached. */
function walk(nodes: ReturnType<typeof nodesAt>, from: string, ...keys: string[]): (string | undefined)[] {
  let current = nodes.find((node) => node.id === from);
  return keys.map((key) => {
    const next = current === undefined ? undefined : moveAlong(nodes, current, key);
    current = next ?? current;
    return next?.id;
  });
}

describe('moveAlong', () => {
  it('climbs from the entry to the root and stops there', () => {
    const up = Array.from({ length: 8 }, () => 'ArrowUp');
    expect(walk(nodesAt(760), 'entry', ...up)).toEqual([
      'leaf',
      'computed-1',
      'computed-2',
      'computed-3',
      'computed-4',
      'computed-5',
      'root',
      undefined,
    ]);
  });

  it('steps aside to the hash that joins, only at its side, and back', () => {
    const nodes = nodesAt(760);
    expect(walk(nodes, 'leaf', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight')).toEqual([
      undefined,
      'sent-1',
      undefined,
      'leaf',
    ]);
    expect(walk(nodes, 'computed-1', 'ArrowRight', 'ArrowUp')).toEqual(['sent-2', 'computed-2']);
  });

  it('goes to both ends', () => {
    expect(walk(nodesAt(760), 'computed-3', 'Home', 'End')).toEqual(['entry', 'root']);
  });

  it('reaches the published root beside the computed one, or above it on a phone', () => {
    expect(walk(nodesAt(760, true), 'computed-root', 'ArrowRight')).toEqual(['published']);
    expect(walk(nodesAt(320, true), 'computed-root', 'ArrowUp', 'ArrowDown')).toEqual([
      'published',
      'computed-root',
    ]);
  });

  it('reaches every node', () => {
    for (const [width, refuted] of [
      [760, false],
      [760, true],
      [320, true],
    ] as const) {
      const nodes = nodesAt(width, refuted);
      const reached = new Set(['entry']);
      for (const id of reached) {
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          for (const next of walk(nodes, id, key)) if (next !== undefined) reached.add(next);
        }
      }
      expect(reached.size).toBe(nodes.length);
    }
  });

  it('leaves other keys alone', () => {
    expect(walk(nodesAt(760), 'leaf', 'a', 'Tab', 'Enter')).toEqual([undefined, undefined, undefined]);
  });
});
