import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { anEntry, anItem } from '../../testing/builders.ts';
import { type ItemState, versionData } from './use-version-items.ts';

const A = 'a'.repeat(64) as Hash;
const B = 'b'.repeat(64) as Hash;
const item = anItem({ n: 'x' });

function read(verdict: Verdict): ItemState {
  const data = { verdict, variant: 'item' as const, item, expected: A, hashedText: '', computedInMs: 0 };
  return { data, error: null, isError: false, isFetching: false };
}
const failed: ItemState = { error: new Error('gone'), isError: true, isFetching: false };
const holds = read({ outcome: 'holds' });
const kindOf = (...states: (ItemState | undefined)[]) => {
  const hashes = [A, B].slice(0, states.length);
  const items = new Map(states.flatMap((state, index) => (state ? [[hashes[index] as Hash, state]] : [])));
  return versionData(anEntry(1, { itemHashes: hashes }), items).kind;
};

describe('versionData', () => {
  it('is an item only where it hashed to its name', () => {
    expect(kindOf(holds)).toBe('item');
    expect(kindOf(read({ outcome: 'does-not-match', code: 'data-differs', reason: 'x' }))).toBe('mismatch');
    expect(kindOf(read({ outcome: 'cannot-check', code: 'incomplete', reason: 'x' }))).toBe('unreadable');
    expect(kindOf(failed)).toBe('unreadable');
    expect(kindOf(undefined)).toBe('waiting');
  });

  it('counts several items, and takes the worst of them', () => {
    expect(kindOf()).toBe('none');
    expect(kindOf(holds, holds)).toBe('several');
    expect(kindOf(holds, failed)).toBe('unreadable');
    expect(kindOf(holds, undefined)).toBe('waiting');
    expect(kindOf(failed, read({ outcome: 'does-not-match', code: 'data-differs', reason: 'x' }))).toBe(
      'mismatch',
    );
  });
});
