import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type App, createApp } from '../../src/mock/app.ts';
import { createListener } from '../../src/mock/hosts/node/serve.ts';
import { bundledRegisters } from '../../src/mock/registers/bundled.ts';
import { planet } from '../../src/mock/registers/planet.ts';
import type { RegisterSource } from '../../src/rsf/register-source.ts';
import { hostile } from '../../src/testing/hostile-register.ts';

/** RestartableServer is a server of this machine that can go away and come back at the same address. */
export interface RestartableServer {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly origin: string;
  /** stop ends it and breaks what is under way. */
  stop(): Promise<void>;
  /** start brings it back at the same port. */
  start(): Promise<void>;
}

const HOST = '127.0.0.1';

/** startServer answers with `listener` at a free port. */
export async function startServer(listener: RequestListener): Promise<RestartableServer> {
  let server: Server | undefined;
  const listen = async (port: number): Promise<number> => {
    const next = createServer(listener);
    await new Promise<void>((resolve, reject) => {
      next.once('error', reject);
      next.listen(port, HOST, resolve);
    });
    server = next;
    return (next.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    origin: `http://${HOST}:${port}`,
    async stop() {
      const running = server;
      server = undefined;
      if (running === undefined) return;
      await new Promise<void>((resolve) => {
        running.close(() => resolve());
        running.closeAllConnections();
      });
    },
    async start() {
      if (server === undefined) await listen(port);
    },
  };
}

/** mockListener answers as the mock server does, with the bundled registers and that of hostile values. */
export function mockListener(): RequestListener {
  return createListener(createApp({ registers: bundledRegisters().set('hostile', hostile) }));
}

/** listenerOf answers as a mock server with this register alone, at `/registers/<name>`. */
export function listenerOf(source: RegisterSource): RequestListener {
  return createListener(createApp({ registers: new Map([[source.name, () => source]]) }));
}

/** lying answers as the mock server does, except where `lie` returns something else for a path and the honest answer to it: a body to be sent, or a status. */
export function lying(lie: (path: string, honest: unknown) => unknown): RequestListener {
  const app = createApp({ registers: bundledRegisters() });
  return createListener({
    async fetch(request: Request): Promise<Response> {
      const response = await app.fetch(request);
      const { pathname } = new URL(request.url);
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      const changed = lie(pathname, body);
      if (changed === undefined) return response;
      const headers = { 'access-control-allow-origin': '*' };
      return typeof changed === 'number'
        ? new Response('no', { status: changed, headers })
        : Response.json(changed, { headers });
    },
  });
}

/** failing answers requests that match with status 501, which is not tried again, readable from other origins, until it is mended; all others as `answer` does. */
export function failing(answer: RequestListener, matching: RegExp) {
  let broken = true;
  const listener: RequestListener = (request, response) =>
    broken && matching.test(request.url ?? '')
      ? void response.writeHead(501, { 'access-control-allow-origin': '*' }).end('no')
      : answer(request, response);
  return {
    listener,
    mend() {
      broken = false;
    },
  };
}

/** gated answers as `answer` does, but requests that match wait until the gate is opened. `asked` lists the paths of all requests so far. */
export function gated(answer: RequestListener, matching: RegExp) {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  let open = false;
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    if (open || !matching.test(request.url ?? '')) return answer(request, response);
    waiting.push(() => answer(request, response));
  };
  return {
    listener,
    asked,
    open() {
      open = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** switchable serves the country register in one variant at one path, with switches of the mock that can change. `asked` lists the paths of all requests so far. */
export function switchable(first: string, variant: 'v2' | 'earlier' = 'v2') {
  const mock = mockListener();
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    request.url = (request.url ?? '').replace(`/country/${variant}`, `/country/${variant}${host.switches}`);
    mock(request, response);
  };
  const host = { switches: first, listener, asked, path: `/registers/country/${variant}` };
  return host;
}

/** STRANGERS are the base paths of one register in both variants at a server that is honest and not ours in behaviour. */
export const STRANGERS = {
  v2: '/next',
  earlier: '/v1/register',
} as const;

const MOST = 7;
const BEHAVIOURS = '+numbers-as-strings+link-relative+no-items-list';

/**
 * strangerHost serves the planets like a server of somebody else: any origin is echoed and no header exposed, addresses without a slash at their end are redirected, JSON is
 * indented, compressed, begins with a byte order mark and calls itself text, a page is never longer than MOST, links are written without quotes among others, errors
 * are web pages, tables come for the Accept header, and what it does not know it answers with status 200.
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
    void answer(app, `/registers/planet/${variant}${BEHAVIOURS}${path}`, request.headers.accept, response);
  };
}

async function answer(
  app: App,
  path: string,
  accept: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const isTable = accept?.includes('text/csv') ?? false;
  const headers = { accept: isTable ? 'text/csv' : 'application/json' };
  const answered = await app.fetch(new Request(`http://stranger.example${path}`, { headers }));
  const send = (type: string, body: string): void =>
    void response
      .writeHead(answered.status, { 'content-type': type, 'content-encoding': 'gzip' })
      .end(gzipSync(body));
  if (answered.status !== 200) return send('text/html', '<!DOCTYPE html><title>Oh no</title><h1>Oh no</h1>');
  const link = answered.headers
    .get('link')
    ?.replaceAll(/; rel="(\w+)"/g, ';title="more, and \\"more\\"";REL=$1');
  if (link !== undefined) response.setHeader('link', `</old>;rel="deprecation alternate",${link}`);
  const text = await answered.text();
  if (isTable) send('text/csv', text);
  else send('text/plain; charset=utf-8', `\uFEFF${JSON.stringify(JSON.parse(text), null, 2)}\r\n`);
}

/** HostedFile is what a file host answers with at a path. */
export interface HostedFile {
  readonly text: string;
  /** Whether pages of other sites may read it; yes by default. */
  readonly cors?: boolean;
  /** By what it can be asked whether the file has changed: an ETag by default. */
  readonly validator?: 'etag' | 'date';
  /** Which length is said; that of the text by default. */
  readonly length?: number;
  /** Only this many characters are sent, and the connection stays open. */
  readonly stopsAfter?: number;
}

/** FileHost is a static file host whose files can be changed while it runs. */
export interface FileHost {
  readonly listener: RequestListener;
  readonly files: Map<string, HostedFile>;
  /** The status of each answer to a path so far. */
  readonly answered: (path: string) => readonly number[];
}

/** createFileHost serves files to pages of other sites as code hosts and buckets do. */
export function createFileHost(files: Readonly<Record<string, HostedFile>>): FileHost {
  const served = new Map(Object.entries(files));
  const log: [path: string, status: number][] = [];
  return {
    files: served,
    answered: (path) => log.filter(([asked]) => asked === path).map(([, status]) => status),
    listener(request, response) {
      const path = request.url ?? '';
      const file = served.get(path);
      const { etag, date, ...headers } = headersOf(file);
      const isSame =
        file !== undefined &&
        (file.validator === 'date'
          ? request.headers['if-modified-since'] === date
          : request.headers['if-none-match'] === etag);
      const status = file === undefined ? 404 : isSame ? 304 : 200;
      log.push([path, status]);
      const validator = file?.validator === 'date' ? { 'last-modified': date } : { etag };
      response.writeHead(status, { ...headers, ...(file && validator) });
      sendFile(response, status === 304 ? undefined : file);
    },
  };
}

function headersOf(file: HostedFile | undefined) {
  const text = file?.text ?? 'Not Found';
  const sum = createHash('sha256').update(text).digest();
  return {
    etag: `"${sum.toString('hex').slice(0, 16)}"`,
    date: new Date(1_600_000_000_000 + sum.readUInt32BE() * 1_000).toUTCString(),
    'content-type': 'text/plain; charset=utf-8',
    ...(file?.cors !== false && { 'access-control-allow-origin': '*' }),
    ...(file?.length !== undefined && { 'content-length': String(file.length) }),
  };
}

function sendFile(response: ServerResponse, file: HostedFile | undefined): void {
  if (file?.stopsAfter === undefined) response.end(file?.text);
  else response.write(file.text.slice(0, file.stopsAfter));
}
