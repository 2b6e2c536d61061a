import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendFile } from './static-files.ts';

const PAGE = '<!doctype html><title>page</title>';
const BR = brotliCompressSync(PAGE);
const GZ = gzipSync(PAGE);

let folder: string;
const server = createServer((asked, response) => void sendFile(folder, asked, response));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-files-'));
  await Promise.all([
    writeFile(join(folder, 'index.html'), PAGE),
    writeFile(join(folder, 'index.html.br'), BR),
    writeFile(join(folder, 'index.html.gz'), GZ),
    writeFile(join(folder, 'plain.txt'), 'plain'),
  ]);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Asks for a path with this Accept-Encoding; the bytes are as they were sent. */
function get(path: string, accepted?: string): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(parts) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('a file of the built site', () => {
  test.each([
    ['br, gzip', 'br', BR],
    ['gzip', 'gzip', GZ],
    ['br;q=0, gzip', 'gzip', GZ],
    ['br;q=0.5', 'br', BR],
    ['deflate', undefined, Buffer.from(PAGE)],
    [undefined, undefined, Buffer.from(PAGE)],
  ])('accepted as %s is sent as %s', async (accepted, encoding, expected) => {
    const { headers, bytes } = await get('/', accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers).toMatchObject({
      'content-type': 'text/html;charset=UTF-8',
      'content-length': String(expected.length),
      vary: 'accept-encoding',
    });
    expect(bytes).toEqual(expected);
  });

  test('without a compressed copy is sent as it is', async () => {
    const { headers, bytes } = await get('/plain.txt', 'br, gzip');
    expect(headers['content-encoding']).toBeUndefined();
    expect(bytes.toString()).toBe('plain');
  });
});
