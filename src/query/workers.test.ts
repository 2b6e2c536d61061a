import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const hasher = vi.hoisted(() => ({ isWrong: false }));
vi.mock('@noble/hashes/sha2.js', async (original) => {
  const { sha256, ...rest } = await original<typeof import('@noble/hashes/sha2.js')>();
  const maybeWrong = (bytes: Uint8Array): Uint8Array => {
    const digest = sha256(bytes);
    // Wrong only for tree nodes: single hashes are right.
    if (hasher.isWrong && bytes.length === 65) digest[7] = 1 ^ (digest[7] ?? 0);
    return digest;
  };
  return { ...rest, sha256: Object.assign(maybeWrong, sha256) };
});

const listen = vi.fn();
const say = vi.fn();
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('self', { addEventListener: listen, postMessage: say });
  vi.stubGlobal('addEventListener', listen);
  // The bulk hasher is a different one.
  vi.stubGlobal('WebAssembly', undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  hasher.isWrong = false;
});

test('the worker of checks starts where known hashes are reached, and not where they are not', async () => {
  await import('../verify/worker.ts');
  expect(listen).toHaveBeenCalled();
  vi.resetModules();
  listen.mockClear();
  hasher.isWrong = true;
  await expect(import('../verify/worker.ts')).rejects.toThrow(/computes hashes wrongly/);
  expect(listen).not.toHaveBeenCalled();
});

const WRONG = expect.stringMatching(/computes (?:hashes|a known root|a known hash) wrongly/);
test('the worker of a log says whether known hashes are reached before it answers', async () => {
  const says = async (said: unknown): Promise<void> => {
    vi.resetModules();
    say.mockClear();
    await import('./log-worker.ts');
    await vi.waitFor(() => expect(say.mock.calls.flat()).toEqual([said]), 20_000);
  };
  await says({ id: 0, result: '@noble/hashes' });
  hasher.isWrong = true;
  await says({ id: 0, broken: WRONG });
});
