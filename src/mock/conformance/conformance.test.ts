import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { type Ask, BOTH, caseName, endpointNames, endpointOf, runCase } from './case.ts';
import { CONFORMANCE_CASES } from './conformance.ts';
import { oddRegister } from './request-cases.ts';
import type { LoadSource } from '../engine/register.ts';
import { createDirectMount } from '../hosts/browser/direct-mount.ts';
import { type RunningServer, createMockServer } from '../hosts/node/serve.ts';
import { bundledRegisters } from '../registers/bundled.ts';

const registers = new Map<string, LoadSource>([...bundledRegisters(), ['odd', () => oddRegister]]);
const NAMED = CONFORMANCE_CASES.map((one) => [caseName(one), one] as const);

function askBy(fetchIt: (request: Request) => Promise<Response>, origin: () => string): Ask {
  return async ({ path, method = 'GET', headers = {} }) => {
    const response = await fetchIt(new Request(origin() + path, { method, headers, redirect: 'manual' }));
    const { status } = response;
    return { status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
}

function runAll(ask: Ask, basePath = '', cases = NAMED): void {
  test.each(cases)('%s', async (_, one) => {
    await expect(runCase(one, ask, basePath)).resolves.toBeUndefined();
  });
}

test.each(BOTH)('every endpoint of the variant %s has a case with an answer', (variant) => {
  const cases = CONFORMANCE_CASES.filter((one) => one.variant === variant && (one.status ?? 200) === 200);
  const covered = new Set(cases.map(endpointOf));
  expect(endpointNames(variant).filter((name) => !covered.has(name))).toEqual([]);
});

describe('called directly', () => {
  const app = createApp({ registers });
  const ask = askBy(app.fetch, () => 'http://mock.example:8080');
  runAll(ask);
});

describe('below a base path', () => {
  const app = createApp({ registers, basePath: '/sub/path' });
  const ask = askBy(app.fetch, () => 'https://mock.example');
  runAll(ask, '/sub/path');
});

describe('over HTTP', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await createMockServer({ app: createApp({ registers }), port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());
  const ask = askBy(fetch, () => server.address);
  runAll(ask);
});

describe('through the direct mount', () => {
  const mount = createDirectMount();
  const ask: Ask = async ({ path, method = 'GET', headers = {} }) => {
    const url = `https://page.example${path}`;
    const sent = Object.entries(headers);
    const answer = await mount.fetch({ id: 1, url, method, headers: sent, basePath: '' });
    return { ...answer, headers: Object.fromEntries(answer.headers) };
  };
  // The worker follows redirects itself, and serves no register of odd keys.
  const cases = NAMED.filter(([, { register, status }]) => register !== 'odd' && status !== 302);
  runAll(ask, '', cases);
});
