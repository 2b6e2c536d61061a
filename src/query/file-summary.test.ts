import { expect, test } from 'vitest';
import { createRegister } from '../mock/engine/register.ts';
import { readRsf } from '../mock/rsf/read-rsf.ts';
import { writeRsf } from '../mock/rsf/write-rsf.ts';
import type { RegisterSource } from '../mock/source.ts';
import { visitMock } from '../testing/mock-session.ts';
import { registerQuery } from './register-queries.ts';

const SOURCE: RegisterSource = {
  name: 'ddat-profession-capability-framework',
  domain: 'localhost',
  title: 'Digital, Data and Technology Profession Capability Framework',
  fields: ['name'],
  definitions: [{ id: 'name', datatype: 'string', cardinality: '1' }],
  unknownSystemEntries: [{ key: 'government-domain', items: [new Map([['text', 'é']]), new Map()] }],
  entries: [{ key: 'a', timestamp: '2020-01-02T03:04:05Z', items: [new Map([['name', 'A']])] }],
};

async function summaryOf(source: RegisterSource, mode: string) {
  const read = await readRsf(writeRsf(source));
  expect(createRegister(read).totalEntries).toBe(source.entries.length);
  const { session, queries } = visitMock({ source: read, mode });
  return queries.fetchQuery(registerQuery(session));
}

test.each(['v2', 'earlier'])(
  'a file’s title and unknown system entries are in its summary, %s',
  async (mode) => {
    const { title, extra } = await summaryOf(SOURCE, mode);
    expect(title).toBe('Digital, Data and Technology Profession Capability Framework');
    expect([...extra]).toEqual([['unknown-system-entries', ['government-domain: {"text":"é"} {}']]]);
  },
);

test.each(['v2', 'earlier'])('an empty log has no dates, %s', async (mode) => {
  const { lastUpdated, status } = await summaryOf({ ...SOURCE, entries: [] }, mode);
  expect([lastUpdated, status?.startDate]).toEqual([undefined, undefined]);
});

test('a log with entries has them', async () => {
  expect((await summaryOf(SOURCE, 'v2')).lastUpdated).toBe('2020-01-02T03:04:05Z');
  expect((await summaryOf(SOURCE, 'earlier')).status?.startDate).toBe('2020-01');
});
