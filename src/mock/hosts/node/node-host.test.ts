import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import {
  type RunningServer,
  bundledListener,
  createListener,
  listen,
  otherPortNote,
  serveSite,
} from './serve.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { BUILD, buildIdOf } from '../../../tools/build-id.mjs';

const HOST = '127.0.0.1';

let folder = '';
let server: RunningServer;
let node: RunningServer;
beforeAll(async () => {
  node = await listen(bundledListener(), { port: 0, host: HOST });
  folder = await mkdtemp(join(tmpdir(), 'register-explorer-'));
  server = await listen(createListener(createApp({ registers: bundledRegisters() })), {
    port: 0,
    host: HOST,
  });
});
afterAll(async () => {
  await Promise.all([server.close(), node.close()]);
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

const line = (target: string, headers = 'Host: x'): string =>
  `GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`;

test.each([
  [line('http://elsewhere.example/registers/planet/v2/register'), 200],
  [line('/registers/planet/v2/../../../../etc/passwd'), 404],
  [line('/registers/planet/v2/%2e%2e/%2E%2E/%2e%2e/etc/passwd'), 404],
  [line('/registers/planet/v2/records\\..\\..'), 400],
  [line('//registers/planet/v2/register'), 404],
  [line('/registers/planet/v2/register#fragment'), 200],
  [line('/registers/planet/v2/register?%'), 400],
  [line('http://['), 400],
  [line('/registers/planet/v2/register', 'Host: a b/c?d#e'), 400],
  [line('*'), 400],
  [line(`/${'x'.repeat(20_000)}`), 431],
  [line('/registers/planet/v2/records').replace('GET', 'TRACE'), 405],
])('%j, which no browser sends, is answered with %i', async (text, status) => {
  const answer = await raw(text, server.port);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  if (text.includes('http://[')) expect(answer).toMatch(/access-control-allow-origin: \*[^]*"status":400/);
});

/** Reads an address of the registers, and what it is sent as. */
async function read(path: string, headers: Record<string, string> = {}) {
  const asked = get(`${node.address}/registers/${path}`, { headers });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { headers: response.headers, bytes: Buffer.concat(await response.toArray()) };
}

test.each<[accepted: string, encoding: string | undefined]>([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip;q=0, *', undefined],
  ['deflate', undefined],
  ['', undefined],
])('Node sends registers to those who accept %j as %s', async (accepted, encoding) => {
  const list = 'premises/v2/records?page-size=500';
  const [plain, sent] = [await read(list), await read(list, { 'accept-encoding': accepted })];
  for (const { headers } of [plain, sent])
    expect(headers).toMatchObject({ vary: 'Accept, Accept-Encoding', 'content-type': 'application/json' });
  expect(sent.headers['content-encoding']).toBe(encoding);
  const { bytes } = sent;
  const unpacked = encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
  expect(unpacked.equals(plain.bytes)).toBe(true);
  expect(bytes.length < plain.bytes.length / 4).toBe(encoding !== undefined);
});

test('what states its own length or encoding is left as it is', async () => {
  const { headers } = await read('planet/v2+gzip-bomb/entries', { 'accept-encoding': 'br' });
  expect(headers['content-encoding']).toBe('gzip');
});

test('an answer that stalls, or breaks off, does so when it is compressed too', async () => {
  const asked = get(`${node.address}/registers/planet/v2+stall-body/entries`, {
    headers: { 'accept-encoding': 'br' },
  });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  expect(await once(response, 'data')).toHaveLength(1);
  asked.destroy();
  const broken = fetch(`${node.address}/registers/planet/v2+broken-off/entries`);
  await expect(broken.then((answer) => answer.text())).rejects.toThrow(TypeError);
});

test.each([
  [4180, 4180, ''],
  [0, 4187, ''],
  [4180, 4181, 'root hashes remembered at http://localhost:4180 are still there'],
])('asked for port %i and given %i, a command says %j', (asked, port, note) => {
  const found = otherPortNote(asked, {
    port,
    address: `http://localhost:${port}`,
    close: async () => undefined,
  });
  expect(found).toContain(note);
  expect(found === '').toBe(note === '');
});

test('a dead register breaks the connection without an answer', async () => {
  expect(await raw(line('/registers/planet/v2+dead/register'), server.port)).toBe('');
});

test('a listener falls to the next free port, and shows an address that can be typed', async () => {
  const second = await listen(bundledListener(), { port: server.port, host: HOST });
  expect(second.port).not.toBe(server.port);
  expect((await fetch(`http://${HOST}:${second.port}/registers`)).status).toBe(200);
  await second.close();
  const everywhere = await listen(bundledListener(), { port: 0, host: '0.0.0.0' });
  expect(everywhere.address).toBe(`http://localhost:${everywhere.port}`);
  await everywhere.close();
  await expect(listen(bundledListener(), { port: 0, host: '192.0.2.1' })).rejects.toThrow(/EADDRNOTAVAIL/);
});

const UNNAMED =
  `<meta name="build" content="${BUILD}">` +
  '<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;"><title>Site</title>';

describe('the site', () => {
  let site: RunningServer;
  let dist = '';
  let PAGE = '';
  /** Writes a build as finishBuild does: with its id in the page, and with compressed copies. */
  async function writeBuild(): Promise<void> {
    await mkdir(join(dist, 'assets'), { recursive: true });
    await Promise.all([
      writeFile(join(dist, 'index.html'), UNNAMED),
      writeFile(join(dist, 'service-worker.js'), '//'),
      writeFile(join(dist, 'licenses.md'), '# Licences'),
      writeFile(join(dist, 'assets/app-1a2b.js'), 'run()'),
    ]);
    PAGE = UNNAMED.replace(BUILD, buildIdOf(dist));
    await Promise.all([
      writeFile(join(dist, 'index.html'), PAGE),
      writeFile(join(dist, 'index.html.br'), brotliCompressSync(PAGE)),
      writeFile(join(dist, 'index.html.gz'), gzipSync(PAGE)),
    ]);
  }
  beforeAll(async () => {
    dist = join(folder, 'dist');
    await writeBuild();
    await writeFile(join(folder, 'secret.txt'), 'secret');
    site = await serveSite({ distFolder: dist, port: 0, host: HOST });
  });
  afterAll(() => site.close());

  test.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/service-worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/assets/app-1a2b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/country/records/GB', 'text/html; charset=utf-8', 'no-cache'],
    ['/licenses.md', 'text/plain; charset=utf-8', 'no-cache'],
  ])('%s is %s, %s', async (path, type, caching) => {
    const { status, headers } = await fetch(site.address + path);
    const sent = [status, headers.get('content-type'), headers.get('cache-control')];
    expect(sent).toEqual([200, type, caching]);
    // Workers do not have the policy of their page; other scripts do.
    const policy = /app-|\.md/.test(path) ? null : "default-src 'none'; frame-ancestors 'none'";
    expect(headers.get('content-security-policy')).toBe(policy);
  });

  test.each<[accepted: string | undefined, encoding: string | undefined, write: (text: string) => Buffer]>([
    ['br, gzip', 'br', brotliCompressSync],
    ['gzip', 'gzip', gzipSync],
    [undefined, undefined, Buffer.from],
  ])('accepted as %s is sent as %s, byte by byte', async (accepted, encoding, write) => {
    const expected = write(PAGE);
    const asked = get(site.address, { headers: accepted ? { 'accept-encoding': accepted } : {} });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers['content-length']).toBe(String(expected.length));
    expect(Buffer.concat(await response.toArray())).toEqual(expected);
  });

  test('an address that ends like a file is the page for those who want one; a missing asset never', async () => {
    const accept = { headers: { accept: 'text/html,*/*' } };
    expect((await fetch(`${site.address}/odd/records/x.json`)).status).toBe(404);
    expect(await (await fetch(`${site.address}/odd/records/x.json`, accept)).text()).toBe(PAGE);
    expect((await fetch(`${site.address}/assets/app-old.js`, accept)).status).toBe(404);
  });

  test.each(['/../secret.txt', '/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt', '/%00', '/%zz'])(
    '%s does not lead out of the folder',
    async (path) => {
      const answer = await raw(line(path), site.port);
      expect(answer.split('\r\n\r\n')[1]).not.toContain('secret');
      expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
    },
  );

  test('a request that names its host is answered as one that does not', async () => {
    for (const [path, type] of [
      ['/registers/planet/v2/register', 'application/json'],
      ['/country', 'text/html'],
    ] as const)
      for (const host of [
        '',
        'http://elsewhere.example',
        'HTTP://Elsewhere.example',
        `http://${HOST}:${site.port}`,
      ])
        expect(await raw(line(host + path), site.port)).toMatch(
          new RegExp(`^HTTP/1\\.1 200 [^]*content-type: ${type}`, 'i'),
        );
  });

  test('the mock server is below /registers, and nothing but reading is allowed', async () => {
    expect((await fetch(`${site.address}/registers/planet/v2/register`)).status).toBe(200);
    expect((await fetch(`${site.address}/registers.csv`)).headers.get('content-type')).toContain('text/csv');
    expect((await fetch(`${site.address}/`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${site.address}/`, { method: 'HEAD' })).status).toBe(200);
  });

  test.each(['/', '/assets/app-1a2b.js'])('%s is sent once, and 304 to who has it', async (path) => {
    const first = await fetch(site.address + path, { headers: { 'accept-encoding': 'br' } });
    const tag = first.headers.get('etag') ?? '';
    const ask = async (headers: Record<string, string>) => {
      const { status, headers: sent } = await fetch(site.address + path, { headers });
      return [status, sent.get('etag'), sent.get('cache-control')];
    };
    const same = [304, tag, first.headers.get('cache-control')];
    expect(await ask({ 'accept-encoding': 'br', 'if-none-match': tag })).toEqual(same);
    expect(await ask({ 'accept-encoding': 'br', 'if-none-match': `"another", W/${tag}` })).toEqual(same);
    expect(await ask({ 'accept-encoding': 'br', 'if-none-match': '"another"' })).toEqual([
      200,
      ...same.slice(1),
    ]);
  });

  test('each content coding has an ETag of its own', async () => {
    const tagOf = async (coding: string) =>
      (await fetch(site.address, { headers: { 'accept-encoding': coding } })).headers.get('etag');
    expect(new Set([await tagOf('br'), await tagOf('gzip'), await tagOf('identity')]).size).toBe(3);
  });

  test('every worker of the page is a file whose name says so, and gets the policy', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^build/.test(name))
      .map((name) => readFileSync(join('src', name), 'utf8'));
    const started = sources.flatMap((source) =>
      Array.from(source.matchAll(/new Worker\(\s*new URL\('([^']+)'/g)),
    );
    expect(started.length).toBeGreaterThanOrEqual(3);
    for (const [, file] of started) expect(file).toMatch(/worker\.ts$/);
  });

  test('a build that replaces the folder changes nothing for a server that runs', async () => {
    await rm(dist, { recursive: true });
    expect(await (await fetch(site.address)).text()).toBe(PAGE);
    expect((await fetch(`${site.address}/assets/app-1a2b.js`)).status).toBe(200);
    await writeBuild();
  });

  test.each<[what: string, file: string, text: string | undefined, words: RegExp]>([
    ['without a site', 'index.html', undefined, /^There is no site in .*npm run build\.$/],
    [
      'whose page names no build yet',
      'index.html',
      UNNAMED,
      /is unfinished or was changed .*npm run build\.$/,
    ],
    ['with a file of no build', 'assets/__BUILD__.js', '', /is unfinished or was changed .*npm run build\.$/],
    ['with half a file', 'assets/app-1a2b.js', 'ru', /is unfinished or was changed .*npm run build\.$/],
    ['without a file', 'assets/app-1a2b.js', undefined, /is unfinished or was changed .*npm run build\.$/],
  ])('a folder %s is refused', async (_, file, text, words) => {
    if (text === undefined) await rm(join(dist, file));
    else await writeFile(join(dist, file), text);
    await expect(serveSite({ distFolder: dist, port: 0, host: HOST })).rejects.toThrow(words);
    await rm(dist, { recursive: true });
    await writeBuild();
  });
});
