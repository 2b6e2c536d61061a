import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=UTF-8',
  '.html': 'text/html;charset=UTF-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript;charset=UTF-8',
  '.mjs': 'text/javascript;charset=UTF-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain;charset=UTF-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** What a policy rules: pages, and the workers, which do not have the policy of their page. */
const RULED = /\.(?:html|js)$/;

/**
 * sendFile answers with a file of the folder. A path that names none is an address of the page itself and gets index.html, unless it is
 * below /assets/ or the request does not want a page. Where the build has a compressed copy that the request accepts, that one is sent. `policy` is the
 * Content-Security-Policy of the site; `note` goes with a page as Server-Timing, which its scripts can read.
 */
export async function sendFile(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  { policy, note }: { readonly policy?: string; readonly note?: string } = {},
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const path = (request.url ?? '/').split(/[?#]/)[0] ?? '/';
  const ofBuild = path.startsWith('/assets/');
  const wantsPage =
    !ofBuild && (extname(path) === '' || (request.headers.accept ?? '').includes('text/html'));
  const file = (await fileAt(folder, path)) ?? (wantsPage ? await fileAt(folder, '/index.html') : undefined);
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/plain;charset=UTF-8' }).end('Not found\n');
    return;
  }
  const sent = await compressedCopy(file, request.headers['accept-encoding'] ?? '');
  response.writeHead(200, {
    'content-type': TYPES[extname(file.path)] ?? 'application/octet-stream',
    'content-length': sent.size,
    vary: 'accept-encoding',
    ...(sent.encoding === undefined ? {} : { 'content-encoding': sent.encoding }),
    // The folder of a build's files is named by their content, so that they never change.
    'cache-control': ofBuild ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(policy !== undefined && RULED.test(file.path) ? { 'content-security-policy': policy } : {}),
    ...(note !== undefined && file.path.endsWith('.html') ? { 'server-timing': note } : {}),
  });
  if (request.method === 'HEAD') response.end();
  else
    createReadStream(sent.path)
      .on('error', () => response.destroy())
      .pipe(response);
}

interface SentFile {
  readonly path: string;
  readonly size: number;
  readonly encoding?: string;
}

/** compressedCopy is the copy of a file that the build compressed, in the best way that is accepted; the file itself if there is none. */
async function compressedCopy(file: SentFile, accepted: string): Promise<SentFile> {
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted)) continue;
    const found = await stat(file.path + ending).catch(() => undefined);
    if (found?.isFile()) return { path: file.path + ending, size: found.size, encoding };
  }
  return file;
}

/** The file at a path of the address, if within the folder; for a folder its index.html. */
async function fileAt(folder: string, path: string): Promise<{ path: string; size: number } | undefined> {
  try {
    const root = resolve(folder);
    const name = resolve(root, `.${decodeURIComponent(path)}`);
    if (name !== root && !name.startsWith(root + sep)) return undefined;
    const found = await stat(name);
    if (found.isFile()) return { path: name, size: found.size };
    const index = join(name, 'index.html');
    const page = await stat(index);
    return page.isFile() ? { path: index, size: page.size } : undefined;
  } catch {
    // Bad percent-encoding, a NUL, or nothing there: no file in any case.
    return undefined;
  }
}
