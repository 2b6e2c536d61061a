import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { inclusionShape } from '../../core/proof-shape.ts';
import { sampleCheck, sampleHash } from '../../testing/sample-check.ts';
import {
  entryToAsk,
  halvesOf,
  knowledgeOf,
  mergeKnowledge,
  MOST_NODES,
  nodeKey,
  nodesOf,
  openAtFirst,
  treeModel,
  type TreeNode,
} from './tree-model.ts';

const LOGS = [1, 2, 3, 10, 15, 28, 29, 30, 31, 200, 295, 1_000_000, 16_777_217, Number.MAX_SAFE_INTEGER];

function entriesOf(logSize: number): readonly number[] {
  return [...new Set([1, 2, Math.ceil(logSize / 3), Math.ceil(logSize / 2), logSize - 1, logSize])].filter(
    (entry) => entry >= 1 && entry <= logSize,
  );
}

/** atFirst is the tree as it is drawn before anyone has unfolded anything. */
function atFirst(entryNumber: number, logSize: number): readonly TreeNode[] {
  const check = sampleCheck(entryNumber, logSize);
  const knowledge = knowledgeOf({ ...check, entryNumber });
  return nodesOf(treeModel(entryNumber, logSize, knowledge, openAtFirst(entryNumber, logSize)));
}

describe('treeModel', () => {
  it('draws at most 60 nodes at first, whatever the size and the entry', () => {
    for (const logSize of LOGS) {
      for (const entry of entriesOf(logSize))
        expect(atFirst(entry, logSize).length).toBeLessThanOrEqual(MOST_NODES);
    }
  });

  it('draws every leaf of a small log from the start', () => {
    for (const logSize of [1, 2, 10, 15, 29]) {
      const nodes = atFirst(logSize, logSize).filter(({ kind }) => kind !== 'entry');
      expect(nodes).toHaveLength(2 * logSize - 1);
      expect(nodes.some(({ kind }) => kind === 'subtree')).toBe(false);
    }
  });

  it('folds all off the path of a large log, and knows every hash it draws', () => {
    for (const logSize of [200, 295, 1_000_000]) {
      for (const entry of entriesOf(logSize)) {
        const nodes = atFirst(entry, logSize).filter(({ kind }) => kind !== 'entry');
        expect(nodes).toHaveLength(2 * inclusionShape(entry, logSize).length + 1);
        for (const { known, onPath, kind } of nodes) {
          expect(known?.source).toBe(onPath ? 'computed' : 'sent');
          if (!onPath) expect(['subtree', 'leaf']).toContain(kind);
        }
      }
    }
  });

  it('covers each entry exactly once with its leaves and folded subtrees', () => {
    for (const logSize of LOGS) {
      const lowest = atFirst(Math.ceil(logSize / 2), logSize).filter(
        ({ kind, children, covers }) =>
          kind === 'subtree' || (kind !== 'entry' && covers.first === covers.last && children.length < 2),
      );
      let next = 1;
      for (const { covers } of lowest) {
        expect(covers.first).toBe(next);
        next = covers.last + 1;
      }
      expect(next - 1).toBe(logSize);
    }
  });
});

describe('knowledge', () => {
  const LEAF = '5'.repeat(64) as Hash;

  it('holds what was sent as sent and what was hashed here as computed', () => {
    const check = sampleCheck(6, 15);
    const known = knowledgeOf({ ...check, entryNumber: 6 });
    expect(known.size).toBe(2 * check.steps.length + 1);
    expect(known.get('6-6')).toEqual({ hash: check.leafHash, source: 'computed' });
    expect(known.get('5-5')).toEqual({ hash: sampleHash(1), source: 'sent' });
    expect(known.get('1-15')).toEqual({ hash: check.checkpoint.rootHash, source: 'computed' });
  });

  it('counts computed for more than sent, whichever came first', () => {
    const sent = new Map([['1-1', { hash: LEAF, source: 'sent' as const }]]);
    const computed = new Map([['1-1', { hash: LEAF, source: 'computed' as const }]]);
    for (const merged of [mergeKnowledge(sent, computed), mergeKnowledge(computed, sent)])
      expect(merged.get('1-1')?.source).toBe('computed');
  });

  it('does not take in two hashes for one node', () => {
    const one = knowledgeOf({ ...sampleCheck(1, 2), entryNumber: 1 });
    const other = new Map([['2-2', { hash: LEAF, source: 'computed' as const }]]);
    expect(() => mergeKnowledge(one, other)).toThrow(/disagree on the node 2-2/);
  });

  it('asks for the proof of the first entry of a subtree whose halves are not known, and for no other', () => {
    const nodes = atFirst(278, 295);
    const known = knowledgeOf({ ...sampleCheck(278, 295), entryNumber: 278 });
    const node = (key: string) => nodes.find(({ id }) => id === key) as TreeNode;
    expect(entryToAsk(node('1-256'), known)).toBe(1);
    expect(entryToAsk(node('257-272'), known)).toBe(257);
    expect(entryToAsk(node('273-288'), known)).toBeUndefined();
    expect(entryToAsk(node('277-277'), known)).toBeUndefined();
  });

  it('learns a subtree of a million entries by one proof a level at most', () => {
    const proved = (entry: number, logSize: number) =>
      new Map(
        [
          ...inclusionShape(entry, logSize).flatMap(({ covers, sentCovers }) => [covers, sentCovers]),
          { first: entry, last: entry },
        ].map((covers) => [nodeKey(covers), { hash: LEAF, source: 'computed' as const }] as const),
      );
    const logSize = 1_000_000;
    let known = mergeKnowledge(new Map(), proved(400_001, logSize));
    let open = openAtFirst(400_001, logSize);
    let asked = 0;
    // Always into the right half, of which the last proof tells nothing.
    for (
      let at = nodesOf(treeModel(400_001, logSize, known, open)).find(({ kind }) => kind === 'subtree');
      at !== undefined && at.kind === 'subtree';
    ) {
      const entry = entryToAsk(at, known);
      if (entry !== undefined) {
        asked += 1;
        known = mergeKnowledge(known, proved(entry, logSize));
      }
      open = new Set([...open, at.id]);
      const [, right] = halvesOf(at.covers);
      at = nodesOf(treeModel(400_001, logSize, known, open)).find(({ id }) => id === nodeKey(right));
    }
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThanOrEqual(20);
  });
});
