import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namedIdOf } from '../../src/tools/build-id.mjs';
import { startServer } from './servers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * staticHost serves the files of a folder below `base` (`/` or `/sub/`) the way plain file hosts do: whatever names no file gets 404.html with
 * status 404. It knows nothing of registers.
 */
export function staticHost(folder: string, base = '/'): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (!path.startsWith(base)) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing here\n');
      return;
    }
    void send(folder, path.slice(base.length), response);
  };
}

async function send(folder: string, path: string, response: ServerResponse): Promise<void> {
  const named = path === '' ? 'index.html' : path;
  const file = await fileIn(folder, named);
  const [status, sent] = file === undefined ? [404, join(resolve(folder), '404.html')] : [200, file];
  response.writeHead(status, { 'content-type': TYPES[extname(sent)] ?? 'application/octet-stream' });
  createReadStream(sent).pipe(response);
}

async function fileIn(folder: string, path: string): Promise<string | undefined> {
  const root = resolve(folder);
  const file = resolve(root, path);
  if (!file.startsWith(root + sep)) return undefined;
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true ? file : undefined;
}

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** buildBelow builds the site to be served below `base` (`/sub/`) into a folder of its own, to be removed by the caller, with source maps. */
export async function buildBelow(base: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'register-explorer-'));
  const vite = join(TOP, 'node_modules/vite/bin/vite.js');
  const args = [
    vite,
    'build',
    `--base=${base}`,
    '--outDir',
    folder,
    '--emptyOutDir',
    '--sourcemap',
    '--logLevel',
    'warn',
  ];
  const build = spawn(process.execPath, args, { cwd: TOP, stdio: ['ignore', 'inherit', 'inherit'] });
  const status = await new Promise((resolve) => void build.once('exit', resolve));
  if (status !== 0) throw new Error(`The build for ${base} ended with status ${String(status)}.`);
  return folder;
}

/** NEXT_ID is the id of the build that nextBuild makes. */
export const NEXT_ID = 'feedfacefeedfacefeedfacefeedface';

/** nextBuild copies a built site as the next build would be: of another id, its page and its mock with one word changed. The caller removes the folder. */
export async function nextBuild(
  dist: string,
  [from, to]: readonly [from: string, to: string],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'register-explorer-'));
  await cp(dist, folder, { recursive: true });
  const id = namedIdOf(dist);
  await rename(join(folder, 'assets', id), join(folder, 'assets', NEXT_ID));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /\.woff2?$/.test(path)) continue;
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(id, NEXT_ID).replaceAll(from, to));
  }
  return folder;
}

/** ClockedSite is a site whose pages can be opened later than they are. */
export interface ClockedSite {
  readonly origin: string;
  /** goAhead sets the clock of every page that is opened from now on. */
  goAhead(hours: number): void;
  stop(): Promise<void>;
}

const CLOCK = '/clock.js';

/** startClockedSite passes on what a site answers. The clock is a script of the site, so that its policy lets it in and no browser need help. */
export async function startClockedSite(site: string): Promise<ClockedSite> {
  let ahead = 0;
  const server = await startServer((request, response) => {
    const { url = '/', headers } = request;
    if (url === CLOCK) {
      response.setHeader('content-type', 'text/javascript');
      response.end(`const { now } = Date; Date.now = () => now() + ${ahead * 3_600_000};`);
      return;
    }
    void (async () => {
      const answer = await fetch(site + url, { headers: { accept: headers.accept ?? '*/*' } });
      const type = answer.headers.get('content-type') ?? '';
      for (const name of ['content-type', 'content-security-policy', 'link', 'server-timing'])
        if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name) ?? '');
      response.statusCode = answer.status;
      const body = Buffer.from(await answer.arrayBuffer());
      response.end(
        type.startsWith('text/html')
          ? body.toString().replace('<script', `<script src="${CLOCK}"></script><script`)
          : body,
      );
    })();
  });
  return {
    origin: server.origin,
    goAhead: (hours) => void (ahead = hours),
    stop: () => server.stop(),
  };
}
