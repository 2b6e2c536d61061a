import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SKIP_REASON, sharedRegisters } from '../testing/shared-registers.ts';
import { type App, createApp } from './app.ts';
import { readRsf } from './rsf/read-rsf.ts';

describe.skipIf(!sharedRegisters)(`the real country register (${SKIP_REASON})`, () => {
  const folder = sharedRegisters ?? '';
  const app: App = createApp({
    registers: new Map([['country', () => readRsf(createReadStream(join(folder, 'country.rsf')))]]),
  });
  const get = async (path: string): Promise<unknown> =>
    (await app.fetch(new Request(`http://mock.example/registers/country/v2${path}`))).json();

  test('proves the root published at 208 entries, and those at 200 and 197', async () => {
    expect(await get('/entries/208')).toHaveLength(1);
    const stated = [
      [208, '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729'],
      [200, 'e022997a144dada8aca9b9c0b6420636f6b808b65f99c6347075bcc4a61d3fe8'],
      [197, '7114404b04a67c2272a32964b463212c21c49d5a6e73f2c628eabfd18f63633f'],
    ] as const;
    const source = await readRsf(createReadStream(join(folder, 'country.rsf')));
    for (const [size, root] of stated) {
      const then = createApp({
        registers: new Map([['country', () => ({ ...source, entries: source.entries.slice(0, size) })]]),
      });
      const proof = await then.fetch(
        new Request('http://mock.example/registers/country/v2/proof/register/merkle:sha-256'),
      );
      expect(await proof.json()).toMatchObject({ 'total-entries': size, 'root-hash': `sha-256:${root}` });
    }
  });

  test('gives the published entry proof of entry 10 at size 200', async () => {
    const proof = (await get('/proof/entries/10/200/merkle:sha-256')) as { 'merkle-audit-path': string[] };
    expect(proof['merkle-audit-path'].map((hash) => hash.slice(0, 16))).toEqual(
      ['f0ebeef6', '8dc98006', 'c48916df', '08e9d6bd', '43834a10', '10d897e8', 'e483ea76', 'ca77ecfa'].map(
        (digits) => `sha-256:${digits}`,
      ),
    );
  });

  test('has the records that the register itself answered with', async () => {
    const published = JSON.parse(
      await readFile(join(folder, 'responses/country-records.json'), 'utf8'),
    ) as Record<string, { item: unknown; 'entry-number': string }>;
    const ours = (await get('/records?page-size=5000')) as typeof published;
    for (const [key, record] of Object.entries(published)) {
      expect(ours[key]?.item).toEqual(record.item);
      expect(String(ours[key]?.['entry-number'])).toBe(record['entry-number']);
    }
  });
});
