import { describe, expect, test } from 'vitest';
import { coverageOf } from './coverage.ts';
import { coverageWords } from './coverage-words.ts';

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

describe('coverageWords', () => {
  const words = (...given: Parameters<typeof coverageOf>) => coverageWords(coverageOf(...given));

  test('says when nothing was looked at', () => {
    expect(words(295, [], [])).toBe('None of the 295 entries has been verified in this browser.');
  });

  test('says when all was read', () => {
    expect(words(295, [{ first: 1, last: 295 }], [7])).toBe('All 295 entries were read and hashed here.');
    expect(words(1, [{ first: 1, last: 1 }], [])).toBe('The one entry was read and hashed here.');
  });

  test('says when all was read in this visit, and what an audit had read before', () => {
    expect(words(295, [], [295], [], 295)).toBe('All 295 entries were read and hashed in this visit.');
    expect(words(1, [], [], [], 1)).toBe('The one entry was read and hashed in this visit.');
    expect(words(295, [{ first: 1, last: 290 }], [], [], 295)).toBe(
      'Entries 1–290 were read and hashed here; entries 291–295 were read and hashed in this visit.',
    );
    expect(words(296, [], [296], [], 295)).toBe(
      'Entries 1–295 were read and hashed in this visit; 1 entry was proved by itself in this visit.',
    );
  });

  test('says where what was read does not match', () => {
    const all = [{ first: 1, last: 295 }];
    expect(words(295, all, [], [292])).toBe(
      'All 295 entries were read and hashed here. What does not match is at entry 292.',
    );
    expect(words(295, all, [], [7, 292])).toMatch(/ What does not match is at entries 7 and 292\.$/);
    expect(words(295, all, [], [1, 2, 3, 4, 5, 6, 7])).toMatch(/ at entries 1, 2, 3, 4, 5 and 2 more\.$/);
    expect(words(295, [], [], [292])).toMatch(/^None of .* verified in this browser\. .* at entry 292\.$/);
    expect(words(200, all, [], [292])).not.toMatch(/does not match/);
  });

  test('names the runs, what was proved besides, and what was not', () => {
    expect(words(300, [{ first: 1, last: 295 }], [298])).toBe(
      'Entries 1–295 were read and hashed here; 1 entry was proved by itself in this visit; 4 entries of 300 were not looked at.',
    );
    expect(words(300, [], [4, 5])).toBe(
      '2 entries were proved one by one in this visit; 298 entries of 300 were not looked at.',
    );
  });
});
