import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { anEntry } from '../../testing/builders.ts';
import { historyWindow, sameDataBefore, versionsUpTo } from './versions.ts';

const trail = (...data: string[]) =>
  data.map((names, index) =>
    anEntry((index + 1) * 10, { key: 'k', itemHashes: [...names].map((name) => name.repeat(64) as Hash) }),
  );
const restored = (...data: string[]) => sameDataBefore(trail(...data), data.length - 1)?.entryNumber;

describe('sameDataBefore', () => {
  it('names the newest earlier version with the same data', () => {
    expect(restored('a', 'b', 'a')).toBe(10);
    expect(restored('a', 'b', 'a', 'c', 'a')).toBe(30);
    expect(restored('ab', 'b', 'ab')).toBe(10);
  });

  it('is silent where the version before has it already, or none has', () => {
    expect(restored('a', 'b', 'b')).toBeUndefined();
    expect(restored('a', 'a', 'a')).toBeUndefined();
    expect(restored('a', 'b')).toBeUndefined();
    expect(restored('a')).toBeUndefined();
    expect(restored('ab', 'c', 'ba')).toBeUndefined();
  });

  it('does not call two versions without data the same data', () => {
    expect(restored('', 'a', '')).toBeUndefined();
  });
});

describe('versionsUpTo', () => {
  it('takes the entries among the first ones of the log', () => {
    expect(versionsUpTo(trail('a', 'b', 'c'), 20).map(({ entryNumber }) => entryNumber)).toEqual([10, 20]);
    expect(versionsUpTo(trail('a', 'b', 'c'), 19).map(({ entryNumber }) => entryNumber)).toEqual([10]);
    expect(versionsUpTo(trail('a'), 9)).toEqual([]);
  });
});

describe('historyWindow', () => {
  it('shows the newest versions, or those around an older one', () => {
    expect(historyWindow(3, undefined)).toEqual({ from: 0, to: 3 });
    expect(historyWindow(40, undefined)).toEqual({ from: 28, to: 40 });
    expect(historyWindow(40, 28)).toEqual({ from: 28, to: 40 });
    expect(historyWindow(40, 27)).toEqual({ from: 21, to: 33 });
    expect(historyWindow(40, 0)).toEqual({ from: 0, to: 12 });
  });

  it('always holds the version that is shown', () => {
    for (let length = 1; length <= 60; length += 1)
      for (let shown = 0; shown < length; shown += 1) {
        const { from, to } = historyWindow(length, shown);
        expect(from <= shown && shown < to && from >= 0 && to <= length).toBe(true);
      }
  });
});
