import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedRegisters, SKIP_REASON } from '../../testing/shared-registers.ts';
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

  test('country has its texts, links and newest title', async () => {
    const source = await published('country');
    expect(source).toMatchObject({
      title: 'Country',
      registry: 'foreign-commonwealth-office',
      text: 'British English names of all countries currently recognised by the UK government',
      fields: ['country', 'name', 'official-name', 'citizen-names', 'start-date', 'end-date'],
    });
    expect(source.definitions.find(({ id }) => id === 'country')).toMatchObject({
      cardinality: '1',
      datatype: 'string',
      register: 'country',
    });
    expect(source.entries[5]?.key).toBe('GB');
    expect(source.entries[5]?.items[0]?.get('name')).toBe('United Kingdom');
  });
});
