import { describe, expect, it } from 'vitest';
import { parseHash } from '../../core/hash.ts';
import { rememberedWords } from './remembered-words.ts';

const hash = (digit: string) => parseHash(digit.repeat(64), 'bare') ?? expect.unreachable('no hash');
const remembered = { logSize: 295, rootHash: hash('a'), lastSeenMs: Date.UTC(2026, 10, 21), givenUp: [] };

describe('rememberedWords', () => {
  it('says that theirs is the remembered root, and where that came from', () => {
    const theirs = { logSize: 295, rootHash: hash('a') };
    expect(rememberedWords(theirs, remembered)).toMatchObject({
      state: 'holds',
      title: expect.stringMatching(/is the root this browser remembers/),
      detail: expect.stringMatching(/21 November 2026|Nov/),
    });
    expect(rememberedWords(theirs, { ...remembered, importedAtMs: 1 })).toMatchObject({
      state: 'not-checked',
      detail: expect.stringMatching(/out of a file/),
    });
  });

  it('finds another root at the same size', () => {
    expect(rememberedWords({ logSize: 295, rootHash: hash('b') }, remembered)).toMatchObject({
      state: 'does-not-match',
      title: expect.stringMatching(/is not the root/),
    });
  });

  it('finds the same root at another size', () => {
    expect(rememberedWords({ logSize: 208, rootHash: hash('a') }, remembered)).toMatchObject({
      state: 'does-not-match',
      detail: expect.stringMatching(/295 entries; the link says 208 entries/),
    });
  });

  it('says nothing of another root at another size: that takes a proof', () => {
    expect(rememberedWords({ logSize: 208, rootHash: hash('b') }, remembered)).toBeUndefined();
  });

  it('says that theirs is a root that was given up here, whatever its size', () => {
    const seenAtMs = Date.UTC(2026, 10, 20);
    for (const logSize of [295, 208]) {
      const theirs = { logSize, rootHash: hash('c') };
      const known = { ...remembered, givenUp: [{ ...theirs, seenAtMs }] };
      expect(rememberedWords(theirs, known)).toMatchObject({
        state: 'not-checked',
        title: expect.stringMatching(/you gave up here/),
      });
      expect(rememberedWords({ ...theirs, rootHash: hash('d') }, known)?.title ?? '').not.toMatch(/gave up/);
    }
  });

  it('calls a root remembered that was given up once and is the remembered one again', () => {
    const theirs = { logSize: 295, rootHash: hash('a') };
    expect(rememberedWords(theirs, { ...remembered, givenUp: [{ ...theirs, seenAtMs: 1 }] })?.state).toBe(
      'holds',
    );
  });
});
