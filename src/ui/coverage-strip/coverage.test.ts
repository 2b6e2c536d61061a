import { describe, expect, test } from 'vitest';
import { coverageOf } from './coverage.ts';
import { coverageWords } from './coverage-strip.tsx';

describe('coverageOf', () => {
  test('merges ranges that overlap or touch, in any order', () => {
    const { audited, auditedCount, unseenCount } = coverageOf(
      100,
      [
        { first: 51, last: 60 },
        { first: 1, last: 20 },
        { first: 10, last: 50 },
        { first: 70, last: 70 },
      ],
      [],
    );
    expect(audited).toEqual([
      { first: 1, last: 60 },
      { first: 70, last: 70 },
    ]);
    expect(auditedCount).toBe(61);
    expect(unseenCount).toBe(39);
  });

  test('counts an entry once: what an audit has read is not proved besides', () => {
    const { proved, provedCount, unseenCount } = coverageOf(10, [{ first: 1, last: 5 }], [5, 6, 7, 6, 9]);
    expect(proved).toEqual([
      { first: 6, last: 7 },
      { first: 9, last: 9 },
    ]);
    expect(provedCount).toBe(3);
    expect(unseenCount).toBe(2);
  });

  test('what was read with the whole log in this visit is neither unseen nor proved besides, and an audit goes before it', () => {
    const read = coverageOf(
      300,
      [
        { first: 11, last: 20 },
        { first: 290, last: 296 },
      ],
      [5, 298],
      [],
      295,
    );
    expect(read.visited).toEqual([
      { first: 1, last: 10 },
      { first: 21, last: 289 },
    ]);
    expect(read).toMatchObject({ auditedCount: 17, visitedCount: 279, provedCount: 1, unseenCount: 3 });
    expect(coverageOf(5, [{ first: 1, last: 5 }], [], [], 5)).toMatchObject({ visited: [], visitedCount: 0 });
    expect(coverageOf(5, [], [], [], 900)).toMatchObject({
      visited: [{ first: 1, last: 5 }],
      unseenCount: 0,
    });
  });

  test('leaves out what the log does not have', () => {
    const { audited, proved } = coverageOf(5, [{ first: 3, last: 900 }], [0, 6, 1]);
    expect(audited).toEqual([{ first: 3, last: 5 }]);
    expect(proved).toEqual([{ first: 1, last: 1 }]);
  });
});

const all = [{ first: 1, last: 295 }];

test.each([
  ['one that does not match', [295, all, [], [292]], /does not match is at entry 292\.$/],
  ['many that do not match', [295, all, [], [1, 2, 3, 4, 5, 6, 7]], /at entries 1, 2, 3, 4, 5 and 2 more\.$/],
] as const)('says where the log does not match: %s', (_, given, words) => {
  expect(coverageWords(coverageOf(...(given as unknown as Parameters<typeof coverageOf>)))).toMatch(words);
});
