import { describe, expect, it } from 'vitest';
import { NO_HASHES } from '../testing/builders.ts';
import { formatHash, type Hash, type HashSpelling, isHash, parseHash } from './hash.ts';
import { hashFromBytes, hashToBytes } from './hash-bytes.ts';

const HEX = '5dd4fe3b0de91882dae86b223ca531b5c8f2335d9ee3fd0ab18dfdc2871d0c61' as Hash;
const SPELLINGS: readonly [HashSpelling, string][] = [
  ['item', `sha-256:${HEX}`],
  ['blob', `1220${HEX}`],
  ['bare', HEX],
];

describe.each(SPELLINGS)('the %s spelling', (spelling, text) => {
  it('is read and written', () => {
    expect(parseHash(text, spelling)).toBe(HEX);
    expect(formatHash(HEX, spelling)).toBe(text);
  });

  it.each([
    ['a missing digit', text.slice(0, -1)],
    ['a digit too many', `${text}0`],
    ['upper case', text.toUpperCase()],
    ['an upper-case digit', text.replace('fe', 'fE')],
    ['a letter that is no digit', `${text.slice(0, -1)}g`],
    ['a line feed after it', `${text}\n`],
    ['a space before it', ` ${text}`],
    ['no text', ''],
  ])('refuses %s', (_, wrong) => {
    expect(parseHash(wrong, spelling)).toBeUndefined();
  });

  it('refuses the other spellings', () => {
    for (const [, other] of SPELLINGS.filter(([name]) => name !== spelling)) {
      expect(parseHash(other, spelling)).toBeUndefined();
    }
  });
});

describe('prefixes', () => {
  it('of another algorithm or digest length are refused', () => {
    expect(parseHash(`sha-512:${HEX}`, 'item')).toBeUndefined();
    expect(parseHash(`SHA-256:${HEX}`, 'item')).toBeUndefined();
    expect(parseHash(`1221${HEX}`, 'blob')).toBeUndefined();
    expect(parseHash(`1320${HEX}`, 'blob')).toBeUndefined();
  });
});

describe('isHash', () => {
  it('is 64 lowercase hexadecimal digits, and nothing else', () => {
    expect(isHash(HEX)).toBe(true);
    expect(NO_HASHES.filter(isHash)).toEqual([]);
    expect([null, undefined, 0, [HEX], {}].filter(isHash)).toEqual([]);
  });
});

describe('hash bytes', () => {
  it.each(NO_HASHES)('are not read out of %j', (text) => {
    expect(() => hashToBytes(text)).toThrow(RangeError);
  });

  it('go there and back', () => expect(hashFromBytes(hashToBytes(HEX))).toBe(HEX));

  it('are 32, never fewer or more', () => {
    expect(() => hashFromBytes(new Uint8Array(31))).toThrow(RangeError);
    expect(() => hashFromBytes(new Uint8Array(33))).toThrow(RangeError);
  });
});
