import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { main, parseArguments } from './cli.ts';
import { type RunningServer, bundledListener, createMockServer, listen, serveSite } from './serve.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { planet } from '../../registers/planet.ts';
import { writeRsf } from '../../rsf/write-rsf.ts';
import { SWITCHES } from '../../switches/switches.ts';

const HOST = '127.0.0.1';

let folder = '';
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'register-explorer-'));
  server = await createMockServer({ app: createApp({ registers: bundledRegisters() }), port: 0, host: HOST });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Sends bytes that fetch would never send, and gives the whole answer. */
function raw(text: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, HOST, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    // A hang guard: an answer is due at once.
    socket.setTimeout(5000, () => socket.destroy(new Error(`no answer, only ${answer}`)));
  });
}

describe('requests that no browser sends', () => {
  const line = (target: string, headers = 'Host: x'): string =>
    `GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`;

  test.each([
    [line('/registers/planet/v2/register'), 200],
    [line('http://elsewhere.example/registers/planet/v2/register'), 200],
    ['GET /registers/planet/v2/register HTTP/1.0\r\n\r\n', 200],
    [line('/registers/planet/v2/../../../../etc/passwd'), 404],
    [line('/registers/planet/v2/%2e%2e/%2E%2E/%2e%2e/etc/passwd'), 404],
    [line('/registers/planet/v2/records/%00'), 404],
    [line('/registers/planet/v2/records\\..\\..'), 400],
    [line('//registers/planet/v2/register'), 404],
    [line('/registers/planet/v2/register#fragment'), 200],
    [line('/registers/planet/v2/register?%'), 400],
    [line('http://['), 400],
    [line('/registers/planet/v2/register', 'Host: a b/c?d#e'), 400],
    [line('*'), 400],
    [line(`/registers/planet/v2/${'a%2F'.repeat(2000)}`), 404],
    [line(`/${'x'.repeat(20_000)}`), 431],
    ['GET /registers\u0000 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['\r\n\r\nnonsense\r\n\r\n', 400],
    [
      'POST /registers/planet/v2/records HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello',
      405,
    ],
    ['TRACE /registers/planet/v2/records HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
  ])('%j is answered with %i', async (text, status) => {
    const answer = await raw(text, server.port);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('a request line that makes no address gets a problem that any page may read', async () => {
    const answer = await raw(line('http://['), server.port);
    expect(answer).toContain('access-control-allow-origin: *');
    expect(answer).toContain('"status":400');
  });
});

test('a dead register breaks the connection without an answer', async () => {
  await expect(fetch(`${server.address}/registers/planet/v2+dead/register`)).rejects.toThrow(TypeError);
  const path = '/registers/planet/v2+dead/register';
  expect(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, server.port)).toBe('');
});

test('the listener of the bundled registers is one and the same', () => {
  expect(bundledListener()).toBe(bundledListener());
});

describe('listening', () => {
  test('falls to the next free port when the usual one is taken', async () => {
    const second = await listen(bundledListener(), { port: server.port, host: HOST });
    expect(second.port).not.toBe(server.port);
    expect(second.address).toBe(`http://${HOST}:${second.port}`);
    expect((await fetch(`${second.address}/registers`)).status).toBe(200);
    await second.close();
  });

  test('shows an address that can be typed where it listens everywhere', async () => {
    const everywhere = await listen(bundledListener(), { port: 0, host: '0.0.0.0' });
    expect(everywhere.address).toBe(`http://localhost:${everywhere.port}`);
    await everywhere.close();
  });

  test('fails for a host that is not of this machine', async () => {
    await expect(listen(bundledListener(), { port: 0, host: '192.0.2.1' })).rejects.toThrow(/EADDRNOTAVAIL/);
  });
});

const PAGE =
  '<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;"><title>Site</title>';

describe('the site', () => {
  let site: RunningServer;
  beforeAll(async () => {
    const dist = join(folder, 'dist');
    await mkdir(join(dist, 'assets'), { recursive: true });
    await writeFile(join(dist, 'index.html'), PAGE);
    await writeFile(join(dist, 'service-worker.js'), '//');
    await writeFile(join(dist, 'assets/app-1a2b.js'), 'run()');
    await writeFile(join(folder, 'secret.txt'), 'secret');
    site = await serveSite({ distFolder: dist, port: 0, host: HOST });
  });
  afterAll(() => site.close());

  test.each([
    ['/', 'text/html;charset=UTF-8', 'no-cache'],
    ['/index.html?x', 'text/html;charset=UTF-8', 'no-cache'],
    ['/service-worker.js', 'text/javascript;charset=UTF-8', 'no-cache'],
    ['/assets/app-1a2b.js', 'text/javascript;charset=UTF-8', 'public, max-age=31536000, immutable'],
    ['/country/records/GB', 'text/html;charset=UTF-8', 'no-cache'],
  ])('%s is %s, %s', async (path, type, caching) => {
    const response = await fetch(site.address + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe(caching);
    // Workers do not have the policy of their page.
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  });

  test('an address of the page that ends like a file is the page for those who want one', async () => {
    const path = `${site.address}/odd/records/x.json`;
    expect((await fetch(path)).status).toBe(404);
    const page = await fetch(path, { headers: { accept: 'text/html,*/*' } });
    expect(await page.text()).toBe(PAGE);
  });

  test('a missing asset is not found, whatever is wanted', async () => {
    const response = await fetch(`${site.address}/assets/app-old.js`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00',
    '/%zz',
  ])('%s does not lead out of the folder', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, site.port);
    expect(answer).not.toContain('secret\n');
    expect(answer.split('\r\n\r\n')[1]).not.toBe('secret');
    expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
  });

  test('the mock server is below /registers', async () => {
    expect((await fetch(`${site.address}/registers/planet/v2/register`)).status).toBe(200);
    expect((await fetch(`${site.address}/registers.csv`)).headers.get('content-type')).toContain('text/csv');
  });

  test('nothing but reading is allowed', async () => {
    expect((await fetch(`${site.address}/`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${site.address}/`, { method: 'HEAD' })).status).toBe(200);
  });

  test('a folder without a site is refused', async () => {
    await expect(serveSite({ distFolder: folder, port: 0, host: HOST })).rejects.toThrow(/npm run build/);
  });
});

describe('the arguments', () => {
  test('are read', () => {
    const argv = '--port 0 --rsf a.rsf b.rsf --host :: --rsf c.rsf'.split(' ');
    const read = {
      help: false,
      openApi: undefined,
      port: 0,
      host: '::',
      rsfFiles: ['a.rsf', 'c.rsf', 'b.rsf'],
    };
    expect(parseArguments(argv)).toEqual(read);
    for (const entries of [1, 295, 1_000_000, 10_000_000])
      expect(parseArguments([...argv, '--entries', String(entries)])).toEqual({ ...read, entries });
    expect(parseArguments(['--help']).help).toBe(true);
    expect(parseArguments(['--openapi', '--port', '1'])).toMatchObject({ openApi: 'item', port: 1 });
    expect(parseArguments(['--openapi', 'earlier']).openApi).toBe('blob');
  });

  test.each([
    ['--port'],
    ['--port', 'x'],
    ['--port', '65536'],
    ['--port', '-1'],
    ['--entries', '--port'],
    ['--openapi', 'v2', 'v3'],
    ['--host'],
    ['--rsf'],
    ['--rsf', '--port', '1'],
    ['--openapi', 'v3'],
    ['x'],
    ['--nonsense'],
    [''],
  ])('%j %j %j are refused', (...argv) => {
    expect(() => parseArguments(argv)).toThrow(/\./);
  });

  test.each(['0', '1e3', '1.5', 'abc', '10000001', '', '１０', '0x10', '1,000'])(
    '--entries %j is refused, and said to be',
    (text) => {
      expect(() => parseArguments(['--entries', text])).toThrow(
        `--entries takes a whole number from 1 to 10,000,000, in digits, not ${text || 'nothing'}.`,
      );
    },
  );
});

describe('the command', () => {
  const said: string[] = [];
  beforeAll(() => {
    vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
    vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text));
  });
  afterEach(() => {
    said.length = 0;
    process.exitCode = undefined;
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  test('prints its help with every switch', async () => {
    expect(await main(['--help'])).toBeUndefined();
    for (const { id } of SWITCHES) expect(said[0]).toContain(`+${id} `);
    expect(said[0]).toContain('/proof/register/{proof-identifier}');
  });

  test.each([
    ['v2', '/items/{item-hash}'],
    ['earlier', '/blobs/{id}'],
  ])('prints the API in OpenAPI, variant %s', async (variant, path) => {
    expect(await main(['--openapi', variant])).toBeUndefined();
    expect(JSON.parse(said.join('\n'))).toMatchObject({ openapi: '3.1.0', paths: { [path]: {} } });
  });

  test('serves each file under the name of its register, beside the bundled ones', async () => {
    const files = [];
    for (const name of ['one', 'two']) {
      const file = join(folder, `${name}.rsf`);
      await writeFile(file, [...writeRsf({ ...planet, name })].join(''));
      files.push(file);
    }
    const far = [...writeRsf({ ...planet, name: 'far' })].join('');
    const host = createServer((_request, response) => response.end(far)).listen(0, HOST);
    await once(host, 'listening');
    const address = `http://${HOST}:${(host.address() as AddressInfo).port}/any.rsf`;
    const running = await main(['--port', '0', '--host', HOST, '--rsf', ...files, address]);
    expect(said.join('\n')).toContain(`${running?.address}/registers/two/earlier`);
    for (const name of ['one', 'two', 'planet', 'far']) {
      const response = await fetch(`${running?.address}/registers/${name}/v2/register`);
      expect(await response.json()).toMatchObject({ 'total-entries': 15 });
    }
    await running?.close();
    host.close();
  });

  test.each<[what: string, argv: string[], code: number, words: RegExp]>([
    ['bad arguments', ['--nonsense'], 2, /^Unknown option '--nonsense'\. See --help\.$/],
    ['a file that is not one of RSF', ['--rsf', 'bad'], 1, /bad\.rsf:2: This file .* line 2 /],
    ['a file that is not there', ['--rsf', 'nowhere'], 1, /ENOENT/],
    ['two files of one name', ['--rsf', 'planet', 'planet'], 1, /another file is already called planet/],
    [
      'a length and a file for the same register',
      ['--rsf', 'premises', '--entries', '5'],
      2,
      /one of the files replaces\. See --help\.$/,
    ],
  ])('refuses %s with one message and an exit code', async (_, argv, code, words) => {
    await writeFile(join(folder, 'bad.rsf'), 'add-item\t{"a":"b"}\nnonsense\n');
    for (const name of ['planet', 'premises'])
      await writeFile(join(folder, `${name}.rsf`), [...writeRsf({ ...planet, name })].join(''));
    const given = argv.map((word) => (/^[a-z]/.test(word) ? join(folder, `${word}.rsf`) : word));
    expect(await main(['--port', '0', ...given])).toBeUndefined();
    expect(process.exitCode).toBe(code);
    expect(said).toEqual([expect.stringMatching(words)]);
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
});
