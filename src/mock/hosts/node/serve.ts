import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { readFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openApiOf } from '../../../conformance/openapi.ts';
import { type App, createApp } from '../../app.ts';
import { compressed } from './compress.ts';
import { nodePremises } from './premises-tools.ts';
import { readSite, serveFiles } from './site-files.ts';
import { badRequest, problemResponse } from '../../http/response.ts';
import { bundledRegisters } from '../../registers/bundled.ts';

/**
 * createNodeApp makes the mock server with the parts that only Node has: OpenAPI documents of both variants,
 * and compressed answers.
 */
export function createNodeApp(registers = bundledRegisters(() => nodePremises())): App {
  return compressed(createApp({ registers, describe: openApiOf }));
}

/** SiteOptions are the folder of the built site and the path to serve it at. */
interface SiteOptions extends ListenOptions {
  /** The folder that `npm run build` writes. */
  readonly distFolder: string;
  /** The bundled registers by default. */
  readonly app?: App;
  /** Where browsers report what breaks the policy of the page or of a worker. Nowhere by default. */
  readonly reportTo?: string;
}

/** A path of the mock server, also in a request that names its host (RFC 9112, 3.2.2). */
const MOCK_PATH = /^(?:\w+:\/\/[^/?#]*)?\/registers(?:[/.?#]|$)/;

/**
 * serveSite starts a server that has the built site at `/` and the mock server at `/registers`. Rejects
 * if there is no whole build of the site.
 */
export async function serveSite({
  distFolder,
  app,
  reportTo,
  ...where
}: SiteOptions): Promise<RunningServer> {
  const files = readSite(distFolder);
  const own = policyOf(readFileSync(join(distFolder, 'index.html'), 'utf8'));
  const policy = reportTo === undefined ? own : `${own}; report-uri ${reportTo}`;
  const mock = createListener(app ?? createNodeApp());
  const site = createListener(serveFiles(files, policy));
  return listen(
    (request, response) => (MOCK_PATH.test(request.url ?? '') ? mock : site)(request, response),
    where,
  );
}

/** The page's policy, plus the rule that only a header can set: that no other page may frame it. */
function policyOf(page: string): string {
  const own = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  if (own === undefined) throw new Error('The page states no Content-Security-Policy.');
  return `${own.replaceAll('&#39;', "'")}; frame-ancestors 'none'`;
}

/** ListenOptions say where to listen. */
interface ListenOptions {
  /** 0 to 65535; 0 takes any free port. Where it is taken the next free one above is used. */
  readonly port: number;
  /** A host name or address of this machine: `localhost`, `0.0.0.0`. */
  readonly host: string;
}

/** RunningServer is a server that answers. */
export interface RunningServer {
  /** What to type into a browser on this machine, without a slash at its end: `http://localhost:4180`. */
  readonly address: string;
  readonly port: number;
  /** close breaks open connections too. */
  close(): Promise<void>;
}

const ATTEMPTS = 20;

/**
 * listen starts a server at the first free port of twenty, then at any. Rejects if the host is not this
 * machine's, or nothing is free.
 */
export async function listen(
  listener: RequestListener,
  { port, host }: ListenOptions,
): Promise<RunningServer> {
  const ports = Array.from({ length: ATTEMPTS }, (_, at) => port + at).filter((one) => one <= 65_535);
  for (const candidate of [...ports, 0]) {
    // Longer than proxies and clients keep a connection, so that none is closed as its next request comes.
    const server = createServer({ keepAliveTimeout: 65_000 }, listener);
    const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve);
      server.listen(candidate, host, () => resolve(undefined));
    });
    if (failure?.code === 'EADDRINUSE' || failure?.code === 'EACCES') continue;
    if (failure) throw failure;
    const actual = (server.address() as AddressInfo).port;
    return {
      address: `http://${shownHost(host)}:${actual}`,
      port: actual,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  }
  throw new Error(`no port is free on ${host}`);
}

/**
 * otherPortNote says that a server listens at another port than was asked for, and what that means for a
 * browser; empty if it does not, or if any port would do.
 */
export function otherPortNote(asked: number, { port, address }: RunningServer): string {
  if (asked === 0 || asked === port) return '';
  const first = address.replace(/\d+$/, String(asked));
  return `Port ${asked} is in use, so this is ${address}. A browser keeps what it remembers for each address: root hashes remembered at ${first} are still there, and not here.`;
}

/** listenError says in a sentence why a server cannot listen at a host. */
export function listenError(host: string, { message, code }: NodeJS.ErrnoException): string {
  const isUnknown = code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL' || code === 'EAI_AGAIN';
  return isUnknown
    ? `${JSON.stringify(host)} is not a host name or address of this machine.`
    : `Cannot listen at ${JSON.stringify(host)}: ${message}.`;
}

/** A wildcard address cannot be typed in a browser. */
function shownHost(host: string): string {
  if (['0.0.0.0', '::', ''].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** createListener lets a Node server answer with the app. A request that makes no address gets status 400. */
export function createListener(app: Pick<App, 'fetch'>): RequestListener {
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      const response = await app.fetch(request);
      if (response.type !== 'error') return response;
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    },
    {
      hostname: 'localhost',
      overrideGlobalObjects: false,
      errorHandler: () => problemResponse(badRequest('The request line makes no address.')),
    },
  );
  return (request, response) => {
    // Hono takes a scheme in capitals for a path.
    request.url = request.url?.replace(/^https?:/i, (scheme) => scheme.toLowerCase()) ?? '';
    void listener(request, response);
  };
}

/** bundledListener serves the bundled registers, for the dev and preview servers. */
export function bundledListener(): RequestListener {
  return (shared ??= createListener(createNodeApp()));
}

let shared: RequestListener | undefined;
