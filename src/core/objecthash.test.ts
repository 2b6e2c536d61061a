import { describe, expect, it } from 'vitest';
import { sha256 } from '../testing/rfc-9162.ts';
import { dictHash, setHash, taggedDigest, textHash } from './objecthash.ts';

const [low, high] = [sha256('u', 'abc'), sha256('u', 'xyz')].sort() as [
  ReturnType<typeof textHash>,
  ReturnType<typeof textHash>,
];
const bytes = (...hashes: readonly string[]): Buffer => Buffer.from(hashes.join(''), 'hex');

describe('objecthash', () => {
  it('puts the tag before the bytes', () => {
    expect(Buffer.from(taggedDigest('i', Buffer.from('12'), Buffer.from('3'))).toString('hex')).toBe(
      sha256('i123'),
    );
  });

  it('gives the published hash of the text abc', () => {
    expect(textHash('abc')).toBe('2a42a9c91b74c0032f6b8000a2c9c5bcca5bb298f004e8eff533811004dea511');
  });

  it('hashes a text as given, in whatever Unicode form', () => {
    expect(textHash('e\u0301')).toBe(sha256('u', 'e\u0301'));
    expect(textHash('')).toBe(sha256('u'));
  });

  it('hashes the members of a set in ascending order, one given twice twice', () => {
    expect(setHash([high, low])).toBe(sha256('s', bytes(low, high)));
    expect(setHash([low, high])).toBe(sha256('s', bytes(low, high)));
    expect(setHash([low, high, low])).toBe(sha256('s', bytes(low, low, high)));
    expect(setHash([])).toBe(sha256('s'));
  });

  it('hashes more members and pairs than a function can be called with', () => {
    const hashes = Array.from({ length: 200_000 }, () => low);
    expect(setHash(hashes)).toBe(sha256('s', Buffer.from(low.repeat(200_000), 'hex')));
    const pairs = hashes.map((hash) => ({ nameHash: hash, valueHash: hash }));
    expect(dictHash(pairs)).toBe(sha256('d', Buffer.from(low.repeat(400_000), 'hex')));
  });

  it('does not reorder the list it is given', () => {
    const members = [high, low];
    setHash(members);
    expect(members).toEqual([high, low]);
  });

  it('hashes pairs in ascending order of name hash, then value hash', () => {
    const pairs = [
      { nameHash: high, valueHash: low },
      { nameHash: low, valueHash: high },
      { nameHash: low, valueHash: low },
    ];
    expect(dictHash(pairs)).toBe(sha256('d', bytes(low, low, low, high, high, low)));
    expect(dictHash([])).toBe(sha256('d'));
  });
});
