import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnhashableError, utf8 } from './utf8.ts';

describe('utf8', () => {
  it.each([
    ['half a pair alone', '\ud800'],
    ['the other half alone', '\udc00'],
    ['the halves the wrong way round', '\ude00\ud83d'],
    ['half a pair before a letter', 'x\ud83dx'],
    ['half a pair before a whole one', '\ud83d\u{1f600}'],
    ['half a pair after a whole one', '\u{1f600}\ude00'],
  ])('refuses %s', (_, text) => {
    expect(() => utf8(text)).toThrow(UnhashableError);
  });

  it('names the surrogate it refuses', () => {
    expect(() => utf8('a\ud83db')).toThrow('U+D83D');
  });

  it('writes every other text as Node does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bytesToHex(utf8(text))).toBe(Buffer.from(text, 'utf8').toString('hex'));
      }),
    );
  });

  it('writes U+FFFD itself, which is not what a lone surrogate becomes', () => {
    expect([...utf8('\ufffd')]).toEqual([0xef, 0xbf, 0xbd]);
  });
});
