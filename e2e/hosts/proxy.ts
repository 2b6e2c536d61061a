import type { RequestListener, ServerResponse } from 'node:http';
import { createApp } from '../../src/mock/app.ts';
import { nodePremises } from '../../src/mock/hosts/node/premises-tools.ts';
import { createListener } from '../../src/mock/hosts/node/serve.ts';
import { bundledRegisters } from '../../src/mock/registers/bundled.ts';

const OPEN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Link, Retry-After' };
const WEB_PAGE = '<!DOCTYPE html><title>Hotel Wi-Fi</title><h1>Welcome</h1>';

const withStatus =
  (status: number, headers = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { ...OPEN, ...headers }).end('busy');

/** FAULTS are the ways in which a bad network answers. `cut` sends the beginning of the honest answer, and so does `stall`, without an end. */
const FAULTS = {
  reset: (response: ServerResponse): void => void response.destroy(),
  unavailable: withStatus(503),
  'too-many': withStatus(429),
  'retry-after': withStatus(429, { 'retry-after': '2' }),
  'web-page': (response: ServerResponse): void =>
    void response.writeHead(200, { ...OPEN, 'content-type': 'text/html' }).end(WEB_PAGE),
  cut: (response: ServerResponse, honest: string): void =>
    void response.writeHead(200, OPEN).end(honest.slice(0, honest.length / 2)),
  stall: (response: ServerResponse, honest: string): void =>
    void response.writeHead(200, OPEN).write(honest.slice(0, honest.length / 2)),
};

export type NetworkFault = keyof typeof FAULTS;
const NAMES = Object.keys(FAULTS) as readonly NetworkFault[];

/** randomOf makes a function that returns the same numbers from 0 to 1 for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Proxy stands before the mock server. */
export interface Proxy {
  readonly listener: RequestListener;
  /** `fault` chooses how to fail the request for a path; undefined passes it on. */
  fault: (path: string) => NetworkFault | undefined;
  /** How many requests came so far. */
  asked: number;
}

/** MANY is the number of entries of the register `many`: three pages of every list. */
const MANY = 12_000;

/** proxy passes on what the mock server answers, until it is given faults. */
export function proxy(): Proxy {
  const registers = bundledRegisters(() => nodePremises()).set('many', () => nodePremises(MANY));
  const app = createApp({ registers });
  const mock = createListener(app);
  const state: Proxy = {
    listener(request, response) {
      const path = request.url ?? '/';
      if (request.method === 'GET') state.asked += 1;
      const fault = state.fault(path);
      if (fault === undefined) return mock(request, response);
      void app
        .fetch(new Request(`http://proxy.example${path}`, { headers: { accept: 'application/json' } }))
        .then((answer) => answer.text())
        .then((honest) => FAULTS[fault](response, honest));
    },
    fault: () => undefined,
    asked: 0,
  };
  return state;
}

/** inShare fails this share of all requests, each in one of the ways, the same for a seed and an order of requests. */
export function inShare(share: number, seed: number): Proxy['fault'] {
  const random = randomOf(seed);
  return () => (random() < share ? NAMES[Math.floor(random() * NAMES.length)] : undefined);
}
