import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { type Ask, type Question, caseName, runCase } from './case.ts';
import { CONFORMANCE_CASES, ENDPOINT_NAMES } from './conformance.ts';
import { oddRegister } from './odd-register.ts';
import type { LoadSource } from '../engine/register.ts';
import { createDirectMount } from '../hosts/browser/direct-mount.ts';
import { type RunningServer, createMockServer } from '../hosts/node/serve.ts';
import { bundledRegisters } from '../registers/bundled.ts';

const registers = new Map<string, LoadSource>([...bundledRegisters(), ['odd', () => oddRegister]]);

function askBy(fetchIt: (request: Request) => Promise<Response>, origin: () => string): Ask {
  return async ({ path, method = 'GET', headers = {} }: Question) => {
    const response = await fetchIt(new Request(origin() + path, { method, headers, redirect: 'manual' }));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}

function runAll(ask: Ask, basePath?: string, cases = CONFORMANCE_CASES): void {
  test.each(cases.map((testCase) => [caseName(testCase), testCase] as const))(
    '%s',
    async (_name, testCase) => {
      await expect(runCase(testCase, ask, basePath)).resolves.toBeUndefined();
    },
  );
}

test('every endpoint of the API document has a case', () => {
  const covered = new Set(
    CONFORMANCE_CASES.map(({ variant, endpoint }) => `${variant === 'item' ? 'v2' : 'earlier'} ${endpoint}`),
  );
  expect(ENDPOINT_NAMES).toHaveLength(26);
  expect(ENDPOINT_NAMES.filter((name) => !covered.has(name))).toEqual([]);
  expect([...covered].filter((name) => !ENDPOINT_NAMES.includes(name) && !name.endsWith(' any'))).toEqual([]);
});

describe('called directly', () => {
  const app = createApp({ registers });
  runAll(
    askBy(
      (request) => app.fetch(request),
      () => 'http://mock.example:8080',
    ),
  );
});

describe('below a base path', () => {
  const app = createApp({ registers, basePath: '/sub/path' });
  runAll(
    askBy(
      (request) => app.fetch(request),
      () => 'https://mock.example',
    ),
    '/sub/path',
  );
});

describe('over HTTP', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await createMockServer({ app: createApp({ registers }), port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());
  runAll(
    askBy(
      (request) => fetch(request),
      () => server.address,
    ),
  );
});

describe('through the direct mount', () => {
  const mount = createDirectMount();
  const ask: Ask = async ({ path, method = 'GET', headers = {} }) => {
    const url = `https://page.example${path}`;
    return mount
      .fetch({ id: 1, url, method, headers: Object.entries(headers), basePath: '' })
      .then((answer) => ({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: answer.body,
      }));
  };
  // The worker follows redirects itself, and serves no register of odd keys.
  const cases = CONFORMANCE_CASES.filter(({ register, status }) => register !== 'odd' && status !== 302);
  runAll(ask, '', cases);
});
