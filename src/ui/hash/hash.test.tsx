import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { CopyHash } from './copy-button.tsx';
import { abbreviate, firstDifference, hashParts, HashText } from './hash-text.tsx';

const HASH = '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729' as Hash;
const INDEXES = Array.from({ length: 64 }, (_, index) => index);

/** changedAt is HASH with the digit at `index` replaced by another. */
function changedAt(index: number): Hash {
  return (HASH.slice(0, index) + (HASH[index] === 'f' ? '0' : 'f') + HASH.slice(index + 1)) as Hash;
}

const textOf = (index: number): string =>
  hashParts(HASH, 'long', index)
    .map(({ text }) => text)
    .join('');

it('abbreviates to six and four digits, eight and eight where two are compared', () => {
  expect(abbreviate(HASH)).toBe('8d92e1…5729');
  expect(abbreviate(HASH, 'long')).toBe('8d92e1e0…d7795729');
  expect(abbreviate(HASH, 'full')).toBe(HASH);
});

describe('a difference', () => {
  it('is found wherever it is', () => {
    expect(firstDifference(HASH, HASH)).toBeUndefined();
    for (const index of INDEXES) expect(firstDifference(HASH, changedAt(index))).toBe(index);
  });

  it('is always shown, marked, within eighteen characters', () => {
    for (const digits of ['short', 'long', 'full'] as const)
      for (const index of INDEXES) {
        const parts = hashParts(HASH, digits, index);
        expect(parts.flatMap(({ text, marked }) => (marked ? [text] : []))).toEqual([HASH[index]]);
        expect(parts.every(({ text }) => text !== '')).toBe(true);
      }
    for (const index of INDEXES) expect(textOf(index).length).toBeLessThanOrEqual(18);
    expect([textOf(20), textOf(55)]).toEqual(['8d92…8e6b…d7795729', '8d92…c4da…d7795729']);
  });
});

describe('HashText', () => {
  const html = (props: Partial<Parameters<typeof HashText>[0]>) =>
    renderToStaticMarkup(<HashText hash={HASH} {...props} />);

  it('shows the ends, keeps the full text as the tooltip, and says the ends to a screen reader', () => {
    expect(html({ spelling: 'item' })).toMatch(
      /title="sha-256:8d92e.*>8d92e1…5729<.*hash beginning 8d92e1, ending 5729/,
    );
  });

  it('marks the first differing digit and says its place', () => {
    expect(html({ compareWith: changedAt(4) })).toMatch(
      /8d92<mark[^>]*>e<\/mark>1e0…d7795729.*first differing at digit 5 of 64/,
    );
    expect(html({ compareWith: HASH })).not.toContain('<mark');
  });

  it('leaves a full hash readable to a screen reader digit for digit', () => {
    expect(html({ digits: 'full' })).toContain(`>${HASH}<`);
    expect(html({ digits: 'full' })).not.toContain('aria-hidden');
  });
});

it('a hash to copy is a button named by what it copies', () => {
  expect(renderToStaticMarkup(<CopyHash hash={HASH} spelling="item" what="root" />)).toMatch(
    /<button[^>]*aria-label="Copy root 8d92e1…5729".*<output/,
  );
});
