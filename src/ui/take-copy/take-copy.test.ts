import { expect, test } from 'vitest';
import type { CopyOffer } from './copy-desk.ts';
import { formWords, offerWords, whatWords } from './take-copy.tsx';

const OFFER: CopyOffer = {
  rows: 236,
  withoutData: 3,
  at: 295,
  size: 295,
  variant: 'item',
  verdict: { outcome: 'holds' },
  rsfProblem: undefined,
  name: '',
  type: '',
};

test.each(['cannot-check', 'not-checked', 'does-not-match'] as const)(
  'a copy is said to be of the published root only where it is: %s',
  (outcome) => {
    expect(offerWords('records', OFFER, 'server')).toMatch(
      /All 295 together give the published root.*data of 3/,
    );
    expect(offerWords('records', OFFER, 'file')).toMatch(/All 295 together give the root in the file/);
    const verdict = { outcome, reason: 'so it is' } as CopyOffer['verdict'];
    const words = offerWords('records', { ...OFFER, verdict }, 'server');
    expect(words).toContain('so it is.');
    expect(words).not.toMatch(/give the/);
  },
);

test('an earlier moment is named, and each way of writing says what to beware of', () => {
  expect(whatWords('records', { ...OFFER, at: 9 })).toBe('All records as of entry 9');
  expect(formWords('csv-safe', 'records', 'item').note).toMatch(/apostrophe/);
  expect(formWords('csv', 'records', 'item').note).toMatch(/may run as a formula/);
});
