import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedRegisters, SKIP_REASON } from '../../testing/shared-registers.ts';
import { createApp } from '../app.ts';
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

describe.skipIf(sharedRegisters === undefined)(`published registers (${SKIP_REASON})`, () => {
  test.each(PUBLISHED)(
    '%s is read whole, and written and read back the same',
    async (name, entries, custodian) => {
      const source = await readRsf([file(name)]);
      expect(source).toMatchObject({ name, custodian, domain: 'localhost', phase: 'beta' });
      expect(source.entries).toHaveLength(entries);
      expect(source.definitions.map(({ id }) => id).toSorted()).toEqual(source.fields.toSorted());
      const written = [...writeRsf(source)].join('');
      expect(written.trimEnd().split('\n').at(-1)).toBe(file(name).trimEnd().split('\n').at(-1));
      expect(await readRsf([written])).toEqual(source);
    },
  );

  test.each(PUBLISHED)(
    '%s is the same after an editor had it, and has its entries without metadata',
    async (name) => {
      const { odd: before = [], ...source } = await readRsf([file(name)]);
      const capitals = file(name).replaceAll(/sha-256:[0-9a-f]+/g, (hash) => hash.toUpperCase());
      const { odd, ...edited } = await readRsf([`\uFEFF${capitals}\n\n`.replaceAll('\n', '\r\n')]);
      expect(edited).toEqual(source);
      expect(odd).toHaveLength(before.length + 4);
      const bare = file(name).replaceAll(/^append-entry\tsystem.*\n/gm, '');
      const read = await readRsf([bare], { name: 'fallback' });
      expect(read).toMatchObject({ name: 'fallback', definitions: [], fields: [], entries: source.entries });
    },
  );

  test('country is served with its texts, its root and its records', async () => {
    const source = await readRsf([file('country')]);
    expect(source).toMatchObject({
      title: 'Country',
      registry: 'foreign-commonwealth-office',
      fields: ['country', 'name', 'official-name', 'citizen-names', 'start-date', 'end-date'],
    });
    const app = createApp({ registers: new Map([['country', () => source]]) });
    const get = async (path: string): Promise<unknown> =>
      (await app.fetch(new Request(`http://mock.example/registers/country/v2${path}`))).json();
    expect(await get('/proof/register/merkle:sha-256')).toMatchObject({
      'root-hash': /\S+$/.exec(file('country').trimEnd())?.[0],
    });
    type Records = Record<string, { item: unknown; 'entry-number': string }>;
    const text = readFileSync(`${sharedRegisters}responses/country-records.json`, 'utf8');
    const ours = (await get('/records?page-size=5000')) as Records;
    for (const [key, record] of Object.entries(JSON.parse(text) as Records)) {
      expect(ours[key]?.item).toEqual(record.item);
      expect(String(ours[key]?.['entry-number'])).toBe(record['entry-number']);
    }
  });
});
