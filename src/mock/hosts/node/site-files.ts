import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildIdOf, filesBelow, namedIdOf } from '../../../tools/build-id.mjs';
import { decodeEscapes } from '../../../core/escapes.ts';
import type { App } from '../../app.ts';
import { chooseEncoding } from '../../http/request.ts';

/** The endings of compressed copies by their content coding, smallest first. */
const COPIES = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Body is what is sent of a file, in one content coding. */
interface Body {
  readonly coding?: 'br' | 'gzip';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

interface SiteFile {
  readonly type: string;
  /** The file itself comes last. */
  readonly bodies: readonly Body[];
}

/**
 * readSite reads a built site, so that a later build in the same folder changes nothing that is sent. Throws
 * if there is none, or if the files are not those of the build that its page names.
 */
export function readSite(folder: string): ReadonlyMap<string, SiteFile> {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`There is no site in ${folder}: build it first with npm run build.`);
  if (!isWhole(folder))
    throw new Error(
      `The site in ${folder} is unfinished or was changed after it was built: build it again with npm run build.`,
    );
  return new Map(filesBelow(folder).map((path) => [`/${path}`, readFile(join(folder, path))]));
}

/** isWhole tells whether the files give the id of the build that the page names; an unfinished page names none. */
function isWhole(folder: string): boolean {
  try {
    const id = namedIdOf(folder);
    return buildIdOf(folder, id) === id;
  } catch {
    return false;
  }
}

function readFile(path: string): SiteFile {
  const bodyOf = (file: string, coding?: Body['coding']): Body => {
    const bytes = Uint8Array.from(readFileSync(file));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`;
    return { bytes, etag, ...(coding && { coding }) };
  };
  const copies = COPIES.filter(([, ending]) => existsSync(path + ending));
  return {
    // Browsers save Markdown; a list of licences is to be read.
    type: path.endsWith('.md')
      ? 'text/plain; charset=utf-8'
      : (getMimeType(path) ?? 'application/octet-stream'),
    bodies: [...copies.map(([coding, ending]) => bodyOf(path + ending, coding)), bodyOf(path)],
  };
}

/**
 * serveFiles answers with the files of a site, compressed where there is a copy that the request accepts, and
 * with 304 to who has the same. A path that names none is an address of the page itself and gets index.html,
 * unless it is below /assets/ or the request does not want a page. Server-Timing tells the page's scripts
 * that the registers are served here.
 */
export function serveFiles(files: ReadonlyMap<string, SiteFile>, policy: string): Pick<App, 'fetch'> {
  const site = new Hono()
    .use(async ({ req }, next) => {
      if (req.method !== 'GET' && req.method !== 'HEAD')
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
      return next();
    })
    .use(async (context, next) => {
      await next();
      const { status, headers } = context.res;
      const type = headers.get('content-type') ?? '';
      // The folder of a build's files is named by their content, so that they never change.
      const isOfBuild = status < 400 && context.req.path.startsWith('/assets/');
      headers.set('cache-control', isOfBuild ? 'public, max-age=31536000, immutable' : 'no-cache');
      headers.set('x-content-type-options', 'nosniff');
      headers.set('referrer-policy', 'no-referrer');
      // Workers do not have the policy of their page; all other scripts do, and need no header.
      if (type.startsWith('text/html') || context.req.path.endsWith('worker.js'))
        headers.set('content-security-policy', policy);
      if (type.startsWith('text/html')) headers.set('server-timing', 'registers');
    })
    .use(etag())
    .use(({ req }) => {
      const accept = req.header('accept') ?? '';
      const isPage =
        !req.path.startsWith('/assets/') && (extname(req.path) === '' || accept.includes('text/html'));
      const path = req.path === '/' ? '/index.html' : (decodeEscapes(req.path) ?? req.path);
      const file = files.get(path) ?? (isPage ? files.get('/index.html') : undefined);
      return Promise.resolve(
        file === undefined
          ? new Response('There is no such file.\n', { status: 404 })
          : answerWith(file, req.header('accept-encoding')),
      );
    });
  return { fetch: async (request) => site.fetch(request) };
}

function answerWith({ type, bodies }: SiteFile, accepted = ''): Response {
  const chosen = chooseEncoding(accepted);
  const body = bodies.find(({ coding }) => coding === undefined || coding === chosen);
  return new Response(body?.bytes, {
    headers: {
      'content-type': type,
      'content-length': String(body?.bytes.length),
      etag: body?.etag ?? '',
      ...(body?.coding && { 'content-encoding': body.coding }),
      ...(bodies.length > 1 && { vary: 'Accept-Encoding' }),
    },
  });
}
