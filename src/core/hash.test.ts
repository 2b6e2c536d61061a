import { createHash } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_HASHES } from '../testing/builders.ts';
import {
  formatHash,
  type Hash,
  type HashSpelling,
  isHash,
  parseHash,
  hashFromBytes,
  hashToBytes,
} from './hash.ts';
import { RunningHash } from './sha256.ts';
import { UnhashableError, utf8 } from './utf8.ts';

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
  ])('refuses %s', (_, wrong) => {
    expect(parseHash(wrong, spelling)).toBeUndefined();
  });

  it('refuses the other spellings, other algorithms and lengths', () => {
    const others = SPELLINGS.filter(([name]) => name !== spelling).map(([, other]) => other);
    for (const other of [...others, `sha-512:${HEX}`, `SHA-256:${HEX}`, `1221${HEX}`, `1320${HEX}`])
      expect(parseHash(other, spelling)).toBeUndefined();
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
    expect(() => utf8(text)).toThrow(/U\+D[8-F][0-9A-F]{2}/);
  });

  it('writes every other text as Node does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bytesToHex(utf8(text))).toBe(Buffer.from(text, 'utf8').toString('hex'));
      }),
    );
  });
});

it('a running hash is SHA-256 of all pieces together, wherever they are cut', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 256);
  for (const cut of [0, 1, 63, 64, 65, 500, 1000]) {
    const hash = new RunningHash();
    hash.update(bytes.subarray(0, cut));
    hash.update(bytes.subarray(cut));
    expect(hash.digest()).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
