import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';
import type { RegisterSource } from './register-source.ts';
import { writeRsf } from './write-rsf.ts';
import { anEntry } from '../testing/builders.ts';
import { readRsf } from './read-rsf.ts';
import { readPlain, SKIP_REASON, sharedRegisters, writeRegister } from '../testing/rsf-files.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { createApp } from '../mock/app.ts';
import { ANY_CHARACTER } from '../testing/hostile-json.ts';

const text = fc.string({ unit: ANY_CHARACTER, maxLength: 12 });
const filled = fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 12 });
const key = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9\-_./]{0,6}$/);
const id = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);
const item = fc
  .array(fc.tuple(text, fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constant(null))), {
    maxLength: 4,
  })
  .map((pairs) => new Map(pairs));
const timestamp = fc
  .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
  .map((date) => date.toISOString().replace(/\.\d+Z/, 'Z'));

const register: fc.Arbitrary<RegisterSource> = fc.record(
  {
    name: id,
    domain: filled,
    title: filled,
    text: filled,
    phase: filled,
    registry: filled,
    custodian: filled,
    copyright: filled,
    licence: filled,
    startDate: fc.constant('2020-01'),
    fields: fc.array(id, { maxLength: 4 }),
    definitions: fc.uniqueArray(
      fc.record(
        {
          id,
          datatype: id,
          cardinality: fc.constantFrom('1', 'n'),
          title: filled,
          text: filled,
          register: id,
        },
        { requiredKeys: ['id', 'datatype', 'cardinality'] },
      ),
      { selector: (field) => field.id, maxLength: 3 },
    ),
    entries: fc.array(fc.record({ key, timestamp, items: fc.array(item, { minLength: 1, maxLength: 3 }) }), {
      maxLength: 8,
    }),
  },
  { requiredKeys: ['name', 'domain', 'fields', 'definitions', 'entries'] },
);

test('whatever is written is read back the same, from chunks cut anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(register, fc.array(fc.nat({ max: 4000 }), { maxLength: 10 }), async (source, cuts) => {
      const bytes = new TextEncoder().encode([...writeRegister(source)].join(''));
      const ends = [...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length];
      expect(await readPlain(ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)))).toEqual(
        source,
      );
    }),
    { numRuns: 300 },
  );
});

test.each(['elm\t', 'e\nlm', '\relm'])(
  'no line is written of a key or timestamp like %j, which would be read as another',
  (text) => {
    const none = (): undefined => undefined;
    for (const given of [{ key: text }, { timestamp: text }])
      expect(() => [...writeRsf([anEntry(1, given)], none)]).toThrow(RangeError);
  },
);

const file = (name: string): string => readFileSync(`${sharedRegisters}/${name}`, 'utf8');
const published = sharedRegisters === undefined ? [] : readdirSync(sharedRegisters);

describe.skipIf(sharedRegisters === undefined)(`published registers (${SKIP_REASON})`, () => {
  test.each(published.filter((name) => name.endsWith('.rsf')))(
    '%s is read whole, and written and read back the same',
    async (name) => {
      const text = file(name);
      const source = await readPlain([text]);
      expect(source).toMatchObject({
        name: name.slice(0, -4),
        custodian: expect.stringMatching(/./) as string,
        phase: 'beta',
      });
      expect(source.entries).toHaveLength(text.split('append-entry\tuser\t').length - 1);
      expect(source.definitions.map(({ id }) => id).toSorted()).toEqual(source.fields.toSorted());
      const written = [...writeRegister(source)].join('');
      expect(written.trimEnd().split('\n').at(-1)).toBe(text.trimEnd().split('\n').at(-1));
      expect(await readPlain([written])).toEqual(source);
    },
  );

  test('country is served with its texts, its root and its records', async () => {
    const source = await readRsf([file('country.rsf')]);
    expect(source).toMatchObject({ title: 'Country', registry: 'foreign-commonwealth-office' });
    const app = createApp({ registers: new Map([['country', () => source]]) });
    const get = async (path: string): Promise<unknown> =>
      (await app.fetch(new Request(`http://mock.example/registers/country/v2${path}`))).json();
    const root = /\S+$/.exec(file('country.rsf').trimEnd())?.[0];
    expect(await get('/proof/register/merkle:sha-256')).toMatchObject({ 'root-hash': root });
    type Records = Record<string, { item: unknown; 'entry-number': string }>;
    const ours = (await get('/records?page-size=5000')) as Records;
    const theirs = JSON.parse(file('responses/country-records.json')) as Records;
    for (const [key, record] of Object.entries(theirs))
      expect([ours[key]?.item, String(ours[key]?.['entry-number'])]).toEqual([
        record.item,
        record['entry-number'],
      ]);
  });
});
