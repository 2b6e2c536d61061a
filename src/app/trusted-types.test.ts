import { afterEach, expect, test, vi } from 'vitest';
import { allowOwnWorkers } from './trusted-types.ts';

afterEach(() => vi.unstubAllGlobals());

test('allows the workers of the build and the service worker, and nothing else', () => {
  const createPolicy =
    vi.fn<(name: string, rules: { createScriptURL(address: string): string | null }) => void>();
  vi.stubGlobal('trustedTypes', { createPolicy });
  allowOwnWorkers();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe('default');
  expect(Object.keys(rules ?? {})).toEqual(['createScriptURL']);
  const folder = new URL('.', import.meta.url).href;
  const ask = (address: string): string | null | undefined => rules?.createScriptURL(address);
  expect(ask(`${folder}worker.js`)).toBe(`${folder}worker.js`);
  expect(ask('/service-worker.js')).toBe(new URL('/service-worker.js', folder).href);
  const strange = [
    '/service-worker.js?x',
    `${folder}../worker.js`,
    'https://other.example/worker.js',
    'data:text/javascript,1',
  ];
  expect(strange.filter((address) => ask(address) !== null)).toEqual([]);
});

test('works without Trusted Types', () => {
  vi.stubGlobal('trustedTypes', undefined);
  expect(allowOwnWorkers).not.toThrow();
});
