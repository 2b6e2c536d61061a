import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type App, createApp } from '../../src/mock/app.ts';
import { planet } from '../../src/mock/registers/planet.ts';

/** STRANGERS are the base paths of one register in both variants at a server that is honest and not ours in behaviour. */
export const STRANGERS = {
  v2: '/next',
  earlier: '/v1/register',
} as const;

const MOST = 7;
const BEHAVIOURS = '+numbers-as-strings+link-relative+no-items-list';

/**
 * strangerHost serves the planets like a server nobody here wrote: any origin is echoed and no header exposed, addresses without a slash at their end are redirected, JSON is
 * indented, compressed, begins with a byte order mark and calls itself text, a page is never longer than MOST, links are written without quotes among others, errors
 * are web pages, and what it does not know it answers with status 200.
 */
export function strangerHost(): RequestListener {
  const app = createApp({ registers: new Map([['planet', () => planet]]) });
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stranger.example');
    const origin = request.headers.origin;
    if (origin !== undefined)
      response.setHeader('access-control-allow-origin', origin).setHeader('vary', 'Origin');
    const found = Object.entries(STRANGERS).find(([, base]) => url.pathname.startsWith(`${base}/`));
    if (found === undefined) {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Register undefined');
      return;
    }
    if (!url.pathname.endsWith('/')) {
      response.writeHead(301, { location: `${url.pathname}/${url.search}` }).end();
      return;
    }
    const [variant, base] = found;
    const limit = Number(url.searchParams.get('limit') ?? MOST);
    if (url.pathname === `${base}/entries/`) url.searchParams.set('limit', String(Math.min(limit, MOST)));
    const path = `${url.pathname.slice(base.length)}${url.search}`;
    void answer(app, `/registers/planet/${variant}${BEHAVIOURS}${path}`, response);
  };
}

async function answer(app: App, path: string, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await told(app, path);
  response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
}

interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function told(app: App, path: string): Promise<Told> {
  const answered = await app.fetch(new Request(`http://stranger.example${path}`));
  const { status } = answered;
  if (status !== 200) {
    const body = '<!DOCTYPE html><title>Oh no</title><h1>Oh no</h1>';
    return { status, headers: { 'content-type': 'text/html' }, body };
  }
  const body = `\uFEFF${JSON.stringify(JSON.parse(await answered.text()), null, 2)}\r\n`;
  const link = answered.headers
    .get('link')
    ?.replaceAll(/; rel="(\w+)"/g, ';title="more, and \\"more\\"";REL=$1');
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  if (link === undefined) return { status, headers, body };
  return { status, headers: { ...headers, link: `</old>;rel="deprecation alternate",${link}` }, body };
}
