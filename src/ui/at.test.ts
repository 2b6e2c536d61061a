import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepMoment, readAt } from './at.ts';

describe('a moment in an address', () => {
  test('is a log size in digits, of at least 1', () => {
    expect(readAt('?at=197')).toEqual({ kind: 'at', size: 197 });
    expect(readAt('?q=x')).toEqual({ kind: 'now' });
    for (const text of ['0', '', '-1', '1.5', '1e3', '0x10', ' 7', '99999999999999999999', 'now'])
      expect(readAt(`?at=${encodeURIComponent(text)}`)).toEqual({ kind: 'malformed', text });
  });

  test('is kept by links within its register alone, once', () => {
    const moment = { register: '/country', at: '197' };
    expect(keepMoment('/country', moment)).toBe('/country?at=197');
    expect(keepMoment('/country/records?q=a#top', moment)).toBe('/country/records?q=a&at=197#top');
    expect(keepMoment('/country/records?at=5', moment)).toBe('/country/records?at=5');
    expect(keepMoment('/country~earlier/records', moment)).toBe('/country~earlier/records');
    expect(keepMoment('/currency', moment)).toBe('/currency');
    expect(keepMoment('/country', undefined)).toBe('/country');
  });

  test('comes back out of every address it was put into', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.string(), (size, key) => {
        const path = `/country/records/${encodeURIComponent(key)}`;
        const kept = keepMoment(path, { register: '/country', at: String(size) });
        expect(readAt(new URL(kept, 'http://site.example').search)).toEqual({ kind: 'at', size });
      }),
    );
  });
});
