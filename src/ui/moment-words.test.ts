import { expect, it } from 'vitest';
import { momentCheckWords, placeOfDateWords } from './moment-form.tsx';

const HOLDS = { outcome: 'holds' } as const;
const MISMATCH = { outcome: 'does-not-match', code: 'path-length', reason: 'x' } as const;

it.each([
  ['an earlier size', { verdict: HOLDS }, 'holds'],
  ['a failed request', { failure: 'no answer' }, 'cannot-check'],
  ['a mismatch', { verdict: MISMATCH }, 'does-not-match'],
  ['nothing known yet', {}, 'checking'],
] as const)('keeps the outcome of %s', (_, found, state) => {
  expect(momentCheckWords(found, 197, 1295).state).toBe(state);
});

it('calls no root of an earlier size published, and at the present size claims no consistency', () => {
  expect(momentCheckWords({ verdict: HOLDS }, 197, 1295).detail).toMatch(/not published/);
  expect(momentCheckWords({ verdict: HOLDS }, 1, 1).detail).not.toMatch(/consistency/);
});

it('says both where a copy shows what the proof sent does not, and stays a mismatch', () => {
  const words = momentCheckWords({ verdict: MISMATCH }, 200, 295, true);
  expect(words.state).toBe('does-not-match');
  expect(words.detail).toMatch(/^All 295 entries.* consistency proof/);
  expect(momentCheckWords({ verdict: MISMATCH }, 200, 295).detail).toMatch(/cannot tell/);
});

it.each([
  ['every timestamp was compared', {}, /^Every timestamp/],
  ['found by search', { steps: 14 }, /14 entries .* need not be/],
  [
    'out of order',
    { laterBefore: 1, earlierAfter: 2 },
    /1 entry .* dated later, and 2 entries .* dated earlier/,
  ],
])('says how the place of a date was found: %s', (_, change, words) => {
  const found = { size: 7, laterBefore: 0, earlierAfter: 0, compared: { first: 1, last: 9 }, steps: 0 };
  expect(placeOfDateWords({ ...found, ...change })).toMatch(words);
});
