import { expect, test } from 'vitest';
import { parsePlace } from '../ui/paths.ts';
import { titleWords } from './page-title.tsx';

const LONG = '𝒳'.repeat(5000);

test.each([
  ['/country/records/SZ', 'Eswatini', 'Eswatini (SZ) · country'],
  ['/country/records/SZ', 'No record with the key “SZ”', 'No record with the key “SZ” · country'],
  ['/country/records/SZ?at=1210', 'Swaziland', 'Swaziland (SZ, size 1,210) · country'],
  ['/country/records/SZ?version=174', 'Swaziland', 'Swaziland (SZ, entry 174) · country'],
  ['/country/records?q=gold', 'Records', 'Records (gold) · country'],
  ['/country', 'Countries', 'Countries'],
  ['/country/changes/100/1295', 'What changed', 'What changed (100, 1,295) · country'],
  [`/country/items/sha-256:${'ab'.repeat(32)}`, 'Item', 'Item (abababab…) · country'],
  // Texts of a register are cut, kept in their direction, and hide nothing.
  ['/country/records/SZ', 'a\u202Eb\u200Bc\nd', 'a[U+202E]b[U+200B]c d (SZ) · country'],
  ['/country/records/IL', 'ישראל', '\u2068ישראל\u2069 (IL) · country'],
  ['/country/records/SZ', LONG, `${LONG.slice(0, 80)} … (SZ) · country`],
  ['/country/records/SZ', `x${LONG}`, `x${LONG.slice(0, 78)} … (SZ) · country`],
])('the title of %s', (address, heading, title) => {
  const [path = '', search = ''] = address.split('?');
  expect(titleWords(parsePlace(path, search), search, heading, 'country')).toBe(
    `${title} · Register Explorer`,
  );
});
