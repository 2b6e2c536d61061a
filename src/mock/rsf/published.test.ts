import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedRegisters, SKIP_REASON } from '../../testing/shared-registers.ts';
import { createApp } from '../app.ts';
import type { RegisterSource } from '../source.ts';
import { readRsf } from './read-rsf.ts';
import { writeRsf } from './write-rsf.ts';

/** The registers as published, with the number of user entries and what their files say last about the custodian. */
const PUBLISHED = [
  ['allergen', 26, 'Paul Tossell'],
  ['country', 210, 'David de Silva'],
  ['datatype', 6, 'Arnau Siches'],
  ['field', 158, 'Arnau Siches'],
  ['government-organisation', 1014, 'Jennifer Allum'],
  ['local-authority-eng', 393, 'Mark Coram'],
  ['local-authority-type', 12, 'Mark Coram'],
  ['register', 75, 'Arnau Siches'],
  ['territory', 80, 'David de Silva'],
] as const;

const file = (name: string): string => readFileSync(`${sharedRegisters}${name}.rsf`, 'utf8');

async function published(name: string): Promise<RegisterSource> {
  return readRsf([file(name)]);
}

describe.skipIf(sharedRegisters === undefined)(`published registers (${SKIP_REASON})`, () => {
  test.each(PUBLISHED)('%s is read whole, its published root holds', async (name, entries, custodian) => {
    const source = await published(name);
    expect(source).toMatchObject({ name, custodian, domain: 'localhost', phase: 'beta' });
    expect(source.entries).toHaveLength(entries);
    expect(source.definitions.map(({ id }) => id).toSorted()).toEqual(source.fields.toSorted());
  });

  test.each(PUBLISHED)('%s is written with the same root and read back the same', async (name) => {
    const source = await published(name);
    const written = [...writeRsf(source)].join('');
    expect(written.trimEnd().split('\n').at(-1)).toBe(file(name).trimEnd().split('\n').at(-1));
    expect(await readRsf([written])).toEqual(source);
  });

  test.each(PUBLISHED)('%s is the same register after an editor of another system had it', async (name) => {
    const { odd: before = [], ...source } = await published(name);
    const capitals = file(name).replaceAll(/sha-256:[0-9a-f]+/g, (hash) => hash.toUpperCase());
    const edited = `\uFEFF${capitals}\n\n`.replaceAll('\n', '\r\n');
    const { odd, ...read } = await readRsf([edited]);
    expect(read).toEqual(source);
    expect(odd).toHaveLength(before.length + 4);
  });

  test.each(PUBLISHED)('%s has the same entries without any metadata', async (name) => {
    const bare = file(name).replaceAll(/^append-entry\tsystem.*\n/gm, '');
    const source = await readRsf([bare], { name: 'fallback' });
    expect(source.entries).toEqual((await published(name)).entries);
    expect(source).toMatchObject({ name: 'fallback', definitions: [], fields: [] });
    expect(source.odd).toContain('it does not say its name');
  });

  test('country is served with its texts, its published roots, proofs and records', async () => {
    const source = await published('country');
    expect(source).toMatchObject({
      title: 'Country',
      registry: 'foreign-commonwealth-office',
      fields: ['country', 'name', 'official-name', 'citizen-names', 'start-date', 'end-date'],
    });
    const get = async (path: string, size = source.entries.length): Promise<unknown> => {
      const then = { ...source, entries: source.entries.slice(0, size) };
      const app = createApp({ registers: new Map([['country', () => then]]) });
      return (await app.fetch(new Request(`http://mock.example/registers/country/v2${path}`))).json();
    };
    for (const [size, root] of [
      [208, '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729'],
      [200, 'e022997a144dada8aca9b9c0b6420636f6b808b65f99c6347075bcc4a61d3fe8'],
      [197, '7114404b04a67c2272a32964b463212c21c49d5a6e73f2c628eabfd18f63633f'],
    ] as const)
      expect(await get('/proof/register/merkle:sha-256', size)).toMatchObject({
        'total-entries': size,
        'root-hash': `sha-256:${root}`,
      });
    const proof = (await get('/proof/entries/10/200/merkle:sha-256')) as { 'merkle-audit-path': string[] };
    expect(proof['merkle-audit-path'].map((hash) => hash.slice(8, 16)).join(' ')).toBe(
      'f0ebeef6 8dc98006 c48916df 08e9d6bd 43834a10 10d897e8 e483ea76 ca77ecfa',
    );
    type Records = Record<string, { item: unknown; 'entry-number': string }>;
    const text = readFileSync(`${sharedRegisters}responses/country-records.json`, 'utf8');
    const ours = (await get('/records?page-size=5000')) as Records;
    for (const [key, record] of Object.entries(JSON.parse(text) as Records)) {
      expect(ours[key]?.item).toEqual(record.item);
      expect(String(ours[key]?.['entry-number'])).toBe(record['entry-number']);
    }
  });
});
