import { describe, expect, test } from 'vitest';
import { momentCheckWords, placeOfDateWords } from './moment-words.ts';

describe('momentCheckWords', () => {
  test('says what holds, and that the earlier root is published nowhere', () => {
    const words = momentCheckWords({ verdict: { outcome: 'holds' } }, 197, 1295);
    expect(words.title).toBe('The log of 197 entries is the beginning of the present log of 1,295');
    expect(words.detail).toMatch(/published nowhere/);
  });

  test('at the present size claims no more than the entry proof', () => {
    const words = momentCheckWords({ verdict: { outcome: 'holds' } }, 1, 1);
    expect(words.title).toBe('The log of 1 entry is the whole log that is published now');
    expect(words.detail).not.toMatch(/consistency/);
  });

  test('a failed request is no mismatch', () =>
    expect(momentCheckWords({ failure: 'no answer' }, 5, 9)).toMatchObject({
      state: 'cannot-check',
      detail: 'No answer.',
    }));

  test('a mismatch is one', () =>
    expect(
      momentCheckWords({ verdict: { outcome: 'does-not-match', code: 'path-length', reason: 'x' } }, 5, 9)
        .title,
    ).toMatch(/is not shown to be the beginning/));

  test('where a copy shows what the proof sent does not, both are said, and it stays a mismatch', () => {
    const verdict = { outcome: 'does-not-match', code: 'path-length', reason: 'x' } as const;
    const words = momentCheckWords({ verdict }, 200, 295, true);
    expect(words).toMatchObject({
      state: 'does-not-match',
      title: 'The proof sent does not lead from the log of 200 entries to the present log of 295',
    });
    expect(words.detail).toMatch(/^All 295 entries, read and hashed here, rebuild .* consistency proof/);
    expect(momentCheckWords({ verdict }, 200, 295).detail).toMatch(/cannot tell/);
    expect(momentCheckWords({ verdict: { outcome: 'holds' } }, 200, 295, true).state).toBe('holds');
  });

  test('is being checked until something is known', () =>
    expect(momentCheckWords({}, 5, 9).state).toBe('checking'));
});

describe('placeOfDateWords', () => {
  const found = { size: 7, laterBefore: 0, earlierAfter: 0, compared: { first: 1, last: 9 }, steps: 0 };

  test('says that every timestamp was compared', () =>
    expect(placeOfDateWords(found)).toBe(
      'Every timestamp of the log was compared. None contradicts the order of the entries there.',
    ));

  test('says that it is by search, and vouches for what was compared alone', () =>
    expect(placeOfDateWords({ ...found, steps: 14 })).toMatch(
      /^Found by search: 14 entries .* need not be\.$/,
    ));

  test('says how many entries are out of order', () =>
    expect(placeOfDateWords({ ...found, laterBefore: 1, earlierAfter: 2 })).toMatch(
      /do not order the entries here: 1 entry up to there is dated later, and 2 entries after it are dated earlier/,
    ));
});
