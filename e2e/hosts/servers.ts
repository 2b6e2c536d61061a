import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext } from 'playwright/test';
import { createApp } from '../../src/mock/app.ts';
import { oddRegister } from '../../src/mock/conformance/request-cases.ts';
import { createListener } from '../../src/mock/hosts/node/serve.ts';
import { bundledRegisters } from '../../src/mock/registers/bundled.ts';
import type { RegisterSource } from '../../src/mock/source.ts';

/** Restartable is a server of this machine that can go away and come back at the same address. */
export interface Restartable {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly origin: string;
  /** stop ends it and breaks what is under way. */
  stop(): Promise<void>;
  /** start brings it back at the same port. */
  start(): Promise<void>;
}

const HOST = '127.0.0.1';

/** startServer answers with `listener` at a free port. */
export async function startServer(listener: RequestListener): Promise<Restartable> {
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

/** mockListener answers as the mock server does, with the bundled registers and the one of odd keys. */
export function mockListener(): RequestListener {
  return createListener(createApp({ registers: bundledRegisters().set('odd', () => oddRegister) }));
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
      const told = lie(pathname, body);
      if (told === undefined) return response;
      const headers = { 'access-control-allow-origin': '*' };
      return typeof told === 'number'
        ? new Response('no', { status: told, headers })
        : Response.json(told, { headers });
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

/** moody serves the country register in one variant at one path, in a mood that can change: switches of the mock, or none. `asked` lists the paths of all requests so far. */
export function moody(first: string, variant: 'v2' | 'earlier' = 'v2') {
  const mock = mockListener();
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    request.url = (request.url ?? '').replace(`/country/${variant}`, `/country/${variant}${host.mood}`);
    mock(request, response);
  };
  const host = { mood: first, listener, asked, path: `/registers/country/${variant}` };
  return host;
}

/** Showcase is the one entry of a register that the altered-… switches touch. */
export interface Showcase {
  readonly key: string;
  readonly entryNumber: number;
}

/** showcaseOf reads it from the mock server's list of registers. */
export async function showcaseOf(request: APIRequestContext, name: string): Promise<Showcase> {
  const list = (await (await request.get('/registers')).json()) as {
    registers: { name: string; showcase: { 'entry-number': number; key: string } }[];
  };
  const found = list.registers.find((register) => register.name === name);
  if (found === undefined) throw new Error(`the list has no register ${name}`);
  return { key: found.showcase.key, entryNumber: found.showcase['entry-number'] };
}
