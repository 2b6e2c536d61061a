import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { EntryRange } from '../../core/verdict.ts';
import { inclusionShape } from '../../core/proof-shape.ts';
import { sampleCheck, sampleHash } from '../../testing/sample-check.ts';
import {
  entryToAsk,
  halvesOf,
  knowledgeOf,
  mergeKnowledge,
  nodeKey,
  openAtFirst,
  treeNodes,
  type TreeKnowledge,
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
  return treeNodes(entryNumber, logSize, knowledgeOf(check), openAtFirst(entryNumber, logSize, 60));
}

describe('treeNodes', () => {
  it.each(LOGS)('draws over %d entries each one once, and at first folds only off a path', (logSize) => {
    for (const entry of entriesOf(logSize)) {
      const nodes = atFirst(entry, logSize);
      // Every leaf of a small log, else the way to the entry and what joins it.
      const isSmall = logSize <= 29;
      expect(nodes).toHaveLength(isSmall ? 2 * logSize - 1 : 2 * inclusionShape(entry, logSize).length + 1);
      for (const { known, onPath, isOpen, covers } of nodes) {
        expect(onPath ? 'computed' : (known?.source ?? 'sent')).toBe(known?.source ?? 'sent');
        if (!isSmall) expect(isOpen).toBe(onPath && covers.first < covers.last);
      }
      let next = 1;
      for (const { covers, isOpen } of nodes) {
        if (isOpen) continue;
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
    const known = knowledgeOf(check);
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
    const one = knowledgeOf(sampleCheck(1, 2));
    const other = new Map([['2-2', { hash: LEAF, source: 'computed' as const }]]);
    expect(() => mergeKnowledge(one, other)).toThrow(/disagree on the node 2-2/);
  });

  it('asks for the proof of the first entry of a subtree whose halves are not known, and for no other', () => {
    const nodes = atFirst(278, 295);
    const known = knowledgeOf(sampleCheck(278, 295));
    const node = (key: string) => nodes.find(({ id }) => id === key)?.covers ?? { first: 0, last: 0 };
    expect(entryToAsk(node('1-256'), known)).toBe(1);
    expect(entryToAsk(node('257-272'), known)).toBe(257);
    expect(entryToAsk(node('273-288'), known)).toBeUndefined();
    expect(entryToAsk(node('277-277'), known)).toBeUndefined();
  });

  it('learns a subtree of a million entries by one proof a level at most', () => {
    const logSize = 1_000_000;
    const proved = (entry: number) =>
      new Map(
        inclusionShape(entry, logSize)
          .flatMap(({ covers, sentCovers }) => [covers, sentCovers])
          .map((covers) => [nodeKey(covers), { hash: LEAF, source: 'computed' as const }] as const),
      );
    let known: TreeKnowledge = proved(400_001);
    let asked = 0;
    // Always into the right half, of which the last proof tells nothing.
    for (
      let covers: EntryRange | undefined = { first: 1, last: 262_144 };
      covers !== undefined;
      [, covers] = halvesOf(covers)
    ) {
      const entry = entryToAsk(covers, known);
      if (entry === undefined) continue;
      asked += 1;
      known = mergeKnowledge(known, proved(entry));
    }
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThanOrEqual(20);
  });
});
