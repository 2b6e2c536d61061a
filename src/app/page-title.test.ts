import { expect, test } from 'vitest';
import { parsePlace } from '../ui/paths.ts';
import { titleWords } from './page-title.tsx';

/** title is that of an address, with its heading. */
function title(address: string, heading?: string, register: string | undefined = 'country'): string {
  const [path = '', search = ''] = address.split('?');
  return titleWords({ place: parsePlace(path, search), search, heading, register });
}

test('a title names the record as its heading does, with its key, version and size', () => {
  expect(title('/country/records/SZ', 'Eswatini')).toBe('Eswatini (SZ) · country · Register Explorer');
  expect(title('/country/records/SZ')).toBe('SZ · country · Register Explorer');
  expect(title('/country/records/SZ', 'SZ')).toBe('SZ · country · Register Explorer');
  expect(title('/country/records/SZ', 'No record with the key “SZ”')).toBe(
    'No record with the key “SZ” · country · Register Explorer',
  );
  expect(title('/country/records/SZ?at=1210', 'Swaziland')).toBe(
    'Swaziland (SZ) at size 1,210 · country · Register Explorer',
  );
  expect(title('/country/records/SZ?version=174', 'Swaziland')).toMatch(/^Swaziland \(SZ\), entry 174 · /);
  expect(title('/country/records/SZ?version=269&compare=174', 'Eswatini')).toMatch(
    /^Eswatini \(SZ\), entries 174 and 269 · /,
  );
  expect(title('/country/records/SZ?version=0x10', 'Eswatini')).toMatch(/^Eswatini \(SZ\) · /);
});

test('views of one kind are told apart by what they are about', () => {
  expect(title('/country/changes/100/1295', 'What changed')).toMatch(/^Changes 100–1,295 · country · /);
  expect(title('/country/changes', 'What changed')).toMatch(/^What changed · country · /);
  expect(title('/country/records?q=swazi', 'Records')).toMatch(/^“swazi” in the records · country · /);
  expect(title(`/country/items/sha-256:${'ab'.repeat(32)}`, 'Item')).toMatch(/^Item abababab… · country · /);
  expect(title('/country/proofs/consistency/197/210', 'Proofs')).toMatch(/^Consistency of 197 and 210 · /);
  expect(title('/country/audit')).toBe('Audit · country · Register Explorer');
  expect(title('/country', 'Country')).toBe('Country · Register Explorer');
  expect(title('/check', 'Check a file', undefined)).toMatch(/^Check a file · .*Register Explorer$/);
});

test('texts of a register in a title are cut, kept in their direction, and hide nothing', () => {
  const hidden = title('/country/records/SZ', 'a\u202Eb\u200Bc\nd', 'x\u2066y');
  expect(hidden).toBe('aU+202EbU+200Bc d (SZ) · xU+2066y · Register Explorer');
  expect(title('/country/records/IL', 'ישראל')).toBe('\u2068ישראל\u2069 (IL) · country · Register Explorer');
  const long = title(`/country/records/SZ?q=x`, '𝒳'.repeat(5000), 'r'.repeat(5000));
  expect(long.length).toBeLessThan(400);
  expect(long).toContain('𝒳 …');
  expect(long).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});
