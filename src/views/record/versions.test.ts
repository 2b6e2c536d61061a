import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { anEntry } from '../../testing/builders.ts';
import {
  agreementVerdict,
  currentEntry,
  historyWindow,
  type KnownTrail,
  sameDataBefore,
  stateAt,
  trailVerdict,
  versionsUpTo,
} from './versions.ts';

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

const at = (entryNumber: number, timestamp = '2020-01-01T00:00:00Z') =>
  anEntry(entryNumber, { key: 'k', timestamp });

describe('stateAt', () => {
  it('is what the trail says where there is no snapshot, and the other way round', () => {
    expect(stateAt([at(1), at(5)], undefined)).toEqual({ versions: [at(1), at(5)], agreement: undefined });
    expect(stateAt(undefined, at(5))).toEqual({ versions: [at(5)], agreement: undefined });
    expect(stateAt([], undefined).versions).toEqual([]);
    expect(stateAt(undefined, undefined).versions).toEqual([]);
  });

  it('holds snapshot and trail against each other', () => {
    expect(stateAt([at(1), at(5)], at(5)).agreement).toBe('same');
    expect(stateAt([at(1), at(5)], at(5, '1999-01-01T00:00:00Z')).agreement).toBe('another');
  });

  it('takes the later of two different answers', () => {
    expect(stateAt([at(1), at(5)], at(1))).toEqual({ versions: [at(1), at(5)], agreement: 'trail-later' });
    expect(stateAt([at(1)], at(5))).toEqual({ versions: [at(1), at(5)], agreement: 'snapshot-later' });
    expect(stateAt([], at(5))).toEqual({ versions: [at(5)], agreement: 'snapshot-later' });
  });
});

describe('agreementVerdict', () => {
  it.each([
    ['they agree', [at(1), at(5)], at(5), 'holds', undefined],
    ['only one was sent', [at(1)], undefined, 'holds', undefined],
    ['the trail goes on, and its entry was in the log', [at(1), at(5)], at(1), 'holds', 'does-not-match'],
    ['the trail goes on, and its entry is not proved', [at(1), at(5)], at(1), undefined, 'cannot-check'],
    ['the snapshot goes on', [at(1)], at(5), 'holds', 'cannot-check'],
    ['one entry is described twice', [at(5)], at(5, '1999-01-01T00:00:00Z'), 'holds', 'cannot-check'],
  ] as const)('%s', (_, trail, snapshot, proved, expected) =>
    expect(agreementVerdict(stateAt(trail, snapshot), proved)?.outcome).toBe(expected),
  );
});

describe('trailVerdict', () => {
  const copy = (numbers: readonly number[], reread: 'not yet' | 'failed' | 'done', size = 9): KnownTrail => ({
    kind: 'copy',
    numbers,
    size,
    reread,
  });
  it.each<[string, KnownTrail, string]>([
    ['the server alone', { kind: 'server' }, 'not-checked'],
    ['an audit', { kind: 'audit' }, 'holds'],
    ['a copy with the same entries', copy([1, 5], 'not yet'), 'holds'],
    ['a copy that does not reach it', copy([1], 'done', 4), 'not-checked'],
    ['a copy with others, before the trail was read again', copy([1, 3, 5], 'not yet'), 'cannot-check'],
    ['a copy with others, and a trail that could not be read again', copy([1], 'failed'), 'cannot-check'],
    ['a copy with others than a trail that was read again', copy([1, 3, 5], 'done'), 'does-not-match'],
    ['a copy without the key', copy([], 'done'), 'does-not-match'],
  ])('%s', (_, known, expected) => expect(trailVerdict([at(1), at(5)], known).outcome).toBe(expected));
});

describe('currentEntry', () => {
  it.each<[string, Parameters<typeof currentEntry>, number | undefined]>([
    ['the one that the record names', [{ key: 'k', items: [], entryNumber: 5 }, [at(1), at(5)]], 5],
    ['the last, where the record names none', [{ key: 'k', items: [] }, [at(1), at(5)]], 5],
    ['none of an empty trail', [{ key: 'k', items: [] }, []], undefined],
    ['none where the trail lacks it', [{ key: 'k', items: [], entryNumber: 7 }, [at(1), at(5)]], undefined],
    ['none where the trail goes on', [{ key: 'k', items: [], entryNumber: 1 }, [at(1), at(5)]], undefined],
    [
      'none where they date it differently',
      [{ key: 'k', items: [], entryNumber: 5, timestamp: '1999-01-01T00:00:00Z' }, [at(5)]],
      undefined,
    ],
  ])('%s', (_, given, expected) => {
    const current = currentEntry(...given);
    expect('entry' in current ? current.entry.entryNumber : undefined).toBe(expected);
    if ('verdict' in current) expect(current.verdict.outcome).toBe('cannot-check');
  });
});
