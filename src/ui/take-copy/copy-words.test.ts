import { describe, expect, test } from 'vitest';
import type { CopyOffer } from './copy-desk.ts';
import { formWords, offerWords, whatWords } from './copy-words.ts';

const OFFER: CopyOffer = {
  rows: 236,
  withoutData: 0,
  at: 295,
  size: 295,
  variant: 'item',
  verdict: { outcome: 'holds' },
  rsfProblem: undefined,
  name: '',
  type: '',
};

describe('offerWords', () => {
  test('tells what a copy comes to, and that it leads to the root only where it does', () => {
    expect(offerWords('records', OFFER)).toBe(
      '236 records, from 295 entries read and hashed here. All 295 lead to the published root. The manifest beside it says so.',
    );
    expect(offerWords('entries', { ...OFFER, rows: 9, at: 9 })).toMatch(
      /^9 entries, from the first 9 of 295 entries/,
    );
    for (const outcome of ['cannot-check', 'not-checked', 'does-not-match'] as const) {
      const words = offerWords('records', {
        ...OFFER,
        verdict: { outcome, reason: 'so it is' } as CopyOffer['verdict'],
      });
      expect(words).toContain('so it is.');
      expect(words).not.toMatch(/lead to/);
    }
  });

  test('tells what is missing', () => {
    expect(offerWords('records', { ...OFFER, withoutData: 3 })).toContain(
      'The data of 3 was not sent, or does not hash to its name',
    );
  });
});

test('an earlier moment is named', () => {
  expect(whatWords('records', OFFER)).toBe('All records');
  expect(whatWords('records', { ...OFFER, at: 9 })).toBe('All records as of entry 9');
  expect(whatWords('entries', { ...OFFER, at: 9 })).toBe('The first 9 entries');
});

test('each way of writing says what to beware of', () => {
  expect(formWords('csv-safe', 'records', 'item').note).toMatch(/apostrophe/);
  expect(formWords('csv', 'records', 'item').note).toMatch(/may run as a formula/);
  expect(formWords('json', 'entries', 'blob').note).toMatch(/lists entries \(earlier variant\)/);
});
