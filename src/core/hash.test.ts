import { createHash } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ITEM_HASH as HEX, NO_HASHES } from '../testing/builders.ts';
import { formatHash, hashFromBytes, hashToBytes, type HashSpelling, isHash, parseHash } from './hash.ts';
import { RunningHash } from './sha256.ts';
import { UnhashableError, utf8 } from './utf8.ts';
import { ANY_CHARACTER } from '../testing/hostile-json.ts';

const SPELLINGS: readonly [HashSpelling, string][] = [
  ['item', `sha-256:${HEX}`],
  ['blob', `1220${HEX}`],
  ['bare', HEX],
];

describe.each(SPELLINGS)('the %s spelling', (spelling, text) => {
  it('is read and written', () =>
    expect([parseHash(text, spelling), formatHash(HEX, spelling)]).toEqual([HEX, text]));

  const odd = [text.slice(0, -1), `${text}0`, text.toUpperCase(), text.replace('fe', 'fE'), `${text}\n`];
  const others = [` ${text}`, `sha-512:${HEX}`, `SHA-256:${HEX}`, `1221${HEX}`, `1320${HEX}`];
  const spelt = SPELLINGS.filter(([name]) => name !== spelling).map(([, other]) => other);
  it.each([...odd, ...others, ...spelt, `${text.slice(0, -1)}g`])('refuses %j', (wrong) =>
    expect(parseHash(wrong, spelling)).toBeUndefined(),
  );
});

it('a hash is 64 lowercase hexadecimal digits, of 32 bytes, and nothing else', () => {
  expect([isHash(HEX), hashFromBytes(hashToBytes(HEX))]).toEqual([true, HEX]);
  expect([...NO_HASHES, null, undefined, 0, [HEX], {}].filter(isHash)).toEqual([]);
  for (const text of NO_HASHES) expect(() => hashToBytes(text)).toThrow(RangeError);
  for (const length of [31, 33]) expect(() => hashFromBytes(new Uint8Array(length))).toThrow(RangeError);
});

describe('utf8', () => {
  it.each(['\ud800', '\udc00', '\ude00\ud83d', 'x\ud83dx', '\ud83d\u{1f600}', '\u{1f600}\ude00'])(
    'refuses half a pair: %j',
    (text) => {
      expect(() => utf8(text)).toThrow(UnhashableError);
      expect(() => utf8(text)).toThrow(/U\+D[8-F][0-9A-F]{2}/);
    },
  );

  it('writes every other text as Node does', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
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
