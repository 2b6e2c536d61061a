import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { main, parseArguments } from './cli.ts';
import { planet } from '../../registers/planet.ts';
import { writeRsf } from '../../rsf/write-rsf.ts';

const HOST = '127.0.0.1';

describe('--entries', () => {
  test.each([1, 295, 1_000_000, 10_000_000])('%d is taken, beside the other arguments', (entries) => {
    const argv = ['--port', '0', '--entries', String(entries), '--rsf', 'a.rsf', 'b.rsf', '--host', '::'];
    expect(parseArguments(argv)).toEqual({
      help: false,
      port: 0,
      host: '::',
      rsfFiles: ['a.rsf', 'b.rsf'],
      entries,
    });
  });

  test.each(['0', '-1', '1e3', '1.5', 'abc', '10000001', '', '１０', '0x10', '1,000', '--port'])(
    '%j is refused, and said to be',
    (text) => {
      expect(() => parseArguments(['--entries', text])).toThrow(
        `--entries takes a whole number from 1 to 10,000,000, in digits, not ${text || 'nothing'}.`,
      );
    },
  );

  test('is refused at the end of the line', () =>
    expect(() => parseArguments(['--entries'])).toThrow(/not nothing\./));
});

describe('the command', () => {
  const said: string[] = [];
  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
    vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text));
  });
  afterEach(() => {
    said.length = 0;
    process.exitCode = undefined;
    vi.restoreAllMocks();
  });

  test('serves ten million premises in both variants beside the other registers, from the first to the last', async () => {
    const running = await main(['--port', '0', '--host', HOST, '--entries', '10000000']);
    const json = async (path: string): Promise<unknown> =>
      (await fetch(`${running?.address}/registers/${path}`)).json();
    expect(await json('premises/v2/register')).toMatchObject({ 'total-entries': 10_000_000 });
    expect(await json('premises/v2/entries?start=9999999')).toMatchObject([
      { 'entry-number': '9999999' },
      { 'entry-number': '10000000', key: '12000000' },
    ]);
    expect(await json('premises/v2/entries?start=10000001')).toEqual([]);
    expect(await json('premises/earlier/context')).toMatchObject({
      statistics: { 'total-entries': 10_000_000, 'total-records': 8_000_000 },
    });
    expect(await json('planet/v2/register')).toMatchObject({ 'total-entries': 15 });
    const proof = (await json('premises/v2/proof/entries/7777777/10000000/merkle:sha-256')) as object;
    expect(proof).toMatchObject({ 'merkle-audit-path': { length: 24 } });
    await running?.close();
  });

  test('will not choose between a length and a file for the same register', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'register-explorer-'));
    const file = join(folder, 'premises.rsf');
    await writeFile(file, [...writeRsf({ ...planet, name: 'premises' })].join(''));
    expect(await main(['--port', '0', '--rsf', file, '--entries', '5'])).toBeUndefined();
    expect(process.exitCode).toBe(2);
    expect(said).toEqual([expect.stringMatching(/one of the files replaces\. See --help\.$/)]);
    await rm(folder, { recursive: true });
  });
});
