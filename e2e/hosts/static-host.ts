import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

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
