import { expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { markupOf } from '../testing/markup.ts';
import { abbreviate, CopyHash, firstDifference, hashParts, HashText } from './hash.tsx';

const HASH = '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729' as Hash;
const INDEXES = Array.from({ length: 64 }, (_, index) => index);

/** changedAt is HASH with the digit at `index` replaced by another. */
const changedAt = (index: number): Hash =>
  (HASH.slice(0, index) + (HASH[index] === 'f' ? '0' : 'f') + HASH.slice(index + 1)) as Hash;

test('a difference is found wherever it is, and always shown, marked, within eighteen characters', () => {
  expect(firstDifference(HASH, HASH)).toBeUndefined();
  for (const index of INDEXES) {
    expect(firstDifference(HASH, changedAt(index))).toBe(index);
    for (const digits of ['short', 'long', 'full'] as const) {
      const parts = hashParts(HASH, digits, index);
      expect(parts.flatMap(({ text, marked }) => (marked ? [text] : []))).toEqual([HASH[index]]);
      expect(parts.every(({ text }) => text !== '')).toBe(true);
      if (digits !== 'full') expect(parts.map(({ text }) => text).join('').length).toBeLessThanOrEqual(18);
    }
  }
});

test('a hash shows its ends, keeps the full text as the tooltip, and says where it differs', () => {
  const html = (props: Partial<Parameters<typeof HashText>[0]>) =>
    markupOf(<HashText hash={HASH} {...props} />);
  expect([abbreviate(HASH), abbreviate(HASH, 'long')]).toEqual(['8d92e1…5729', '8d92e1e0…d7795729']);
  expect(html({ spelling: 'item' })).toMatch(/title="sha-256:8d92e.*>8d92e1…5729</);
  expect(html({ compareWith: changedAt(4) })).toMatch(
    /8d92<mark[^>]*>e<\/mark>1e0…d7795729<span class="visually-hidden">, first differing at digit 5 of 64/,
  );
  expect(html({ compareWith: HASH })).not.toContain('<mark');
  expect(html({ digits: 'full' })).toContain(`>${HASH}<`);
  expect(markupOf(<CopyHash hash={HASH} spelling="item" what="root" />)).toMatch(
    /<button[^>]*aria-label="8d92e1…5729, copy root"/,
  );
});
