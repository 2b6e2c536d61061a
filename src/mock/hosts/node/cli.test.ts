import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { main } from './cli.ts';
import { planet } from '../../registers/planet.ts';
import { writeRegister } from '../../../testing/rsf-files.ts';
import { SWITCHES } from '../../switches/switches.ts';

const HOST = '127.0.0.1';
const said: string[] = [];
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'register-explorer-'));
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text));
});
afterEach(() => {
  said.length = 0;
  process.exitCode = undefined;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Writes the planets as a file of this name. */
async function file(name: string): Promise<string> {
  const path = join(folder, `${name}.rsf`);
  await writeFile(path, [...writeRegister({ ...planet, name })].join(''));
  return path;
}

test('prints its help with every switch, and the API in OpenAPI', async () => {
  expect(await main(['--help'])).toBeUndefined();
  for (const { id } of SWITCHES) expect(said[0]).toContain(`+${id} `);
  for (const [variant, path] of [
    ['v2', '/items/{item-hash}'],
    ['earlier', '/blobs/{id}'],
  ] as const) {
    said.length = 0;
    expect(await main(['--openapi', variant])).toBeUndefined();
    expect(JSON.parse(said.join('\n'))).toMatchObject({ openapi: '3.1.0', paths: { [path]: {} } });
  }
});

test('serves each file under the name of its register, beside fewer premises', async () => {
  const far = [...writeRegister({ ...planet, name: 'far' })].join('');
  const host = createServer((_request, response) => response.end(far)).listen(0, HOST);
  await once(host, 'listening');
  const address = `http://${HOST}:${(host.address() as AddressInfo).port}/any.rsf`;
  const argv = `--port 0 --host ${HOST} --entries 1000 --rsf`.split(' ');
  const running = await main([...argv, await file('one'), address]);
  const json = async (path: string): Promise<unknown> =>
    (await fetch(`${running?.address}/registers/${path}`)).json();
  expect(said.join('\n')).toContain(`${running?.address}/registers/one/earlier`);
  for (const name of ['one', 'planet', 'far'])
    expect(await json(`${name}/v2/register`)).toMatchObject({ 'total-entries': 15 });
  expect(await json('premises/v2/entries?start=1000')).toMatchObject([{ key: '10000200' }]);
  const statistics = { 'total-entries': 1_000, 'total-records': 800 };
  expect(await json('premises/earlier/context')).toMatchObject({ statistics });
  await running?.close();
  host.close();
});

test.each(
  [
    '--port',
    '--port x',
    '--port 65536',
    '--rsf --port 1',
    'x',
    '',
    '--openapi v2 v3',
    '--openapi v3',
    ...['0', '1e3', '1000001', '１０', '1,000'].map((count) => `--entries ${count}`),
  ].map((argv) => [argv]),
)('refuses the arguments %j', async (argv) => {
  expect(await main(argv.split(' '))).toBeUndefined();
  expect([process.exitCode, said]).toEqual([2, [expect.stringContaining('. See --help.')]]);
});

test.each<[what: string, argv: string[], code: number, words: RegExp]>([
  ['bad arguments', ['--nonsense'], 2, /'--nonsense'.*--help/],
  ['a file that is not one of RSF', ['--rsf', 'bad'], 1, /bad\.rsf:2: /],
  ['a file that is not there', ['--rsf', 'nowhere'], 1, /nowhere\.rsf: there is no such file\.$/m],
  ['a host that is not this machine’s', ['--host', '192.0.2.1'], 2, /"192\.0\.2\.1" is not a host/],
  ['a blank host', ['--host', ' '], 2, /--host has no value/],
  ['two files of one name', ['--rsf', 'planet', 'planet'], 1, /planet/],
  ['a length and a file for one register', ['--rsf', 'premises', '--entries', '5'], 2, /--help/],
])('refuses %s with one message and an exit code', async (_, argv, code, words) => {
  await writeFile(join(folder, 'bad.rsf'), 'add-item\t{"a":"b"}\nnonsense\n');
  await Promise.all(['planet', 'premises'].map(file));
  const given = argv.map((word) => (/^[a-z]/.test(word) ? join(folder, `${word}.rsf`) : word));
  expect(await main(['--port', '0', ...given])).toBeUndefined();
  expect(process.exitCode).toBe(code);
  expect(said).toEqual([expect.stringMatching(words)]);
});
