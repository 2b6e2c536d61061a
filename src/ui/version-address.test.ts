import { describe, expect, it } from 'vitest';
import { parsePlace } from './paths.ts';
import { readVersions, versionPath } from './version-address.ts';

const register = { kind: 'bundled', name: 'country', mount: 'v2' } as const;

describe('versionPath', () => {
  it('writes what readVersions reads, hostile keys and attribute names included', () => {
    for (const key of ['GM', 'a/b', '..', '.', '', '__proto__', 'a?b#c&d=e', '100%'])
      for (const attribute of ['name', '__proto__', 'a&b=c#d?e', '', ' ', 'ä/ö', '<b>', '\u202Ex']) {
        const asked = { version: 206, compare: 9, attribute, onlyChanges: true, wholeHistory: true };
        const path = versionPath({ register, key }, asked);
        const { pathname, search, hash } = new URL(path, 'http://site');
        expect(hash).toBe('');
        expect(parsePlace(pathname, search)).toEqual({ view: 'record', register, key });
        expect(readVersions(search)).toEqual(asked);
      }
  });

  it('leaves out what is not asked for', () => {
    expect(versionPath({ register, key: 'GM' }, {})).toBe('/country/records/GM');
    expect(versionPath({ register, key: 'GM' }, { at: 12, onlyChanges: false })).toBe(
      '/country/records/GM?at=12',
    );
  });
});

describe('readVersions', () => {
  it('takes digits alone for an entry number', () => {
    for (const text of ['0', '-1', '1e3', '0x10', '١', '', '01', '1.0', '99999999999999999'])
      expect(readVersions(`?version=${encodeURIComponent(text)}`).version).toBeNaN();
    expect(readVersions('?version=9007199254740991').version).toBe(Number.MAX_SAFE_INTEGER);
    expect(readVersions('').version).toBeUndefined();
  });
});
