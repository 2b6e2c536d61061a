import { afterEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../testing/audit-world.ts';
import { brokenDatabases, freshDatabases, type StorageFault } from '../testing/broken-storage.ts';
import { noteRefusedStorage, readRefusedStorage } from '../trust/storage-refusals.ts';
import { browserAuditStorage, orInThisPage } from './log-tools.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('what storage refuses lasts as long as the page, until it is taken after all', async () => {
  let isFull = true;
  const inner = memoryStorage();
  const full = new DOMException('full', 'QuotaExceededError');
  const storage = orInThisPage({
    ...inner,
    set: (key, value) => (isFull ? Promise.reject(full) : inner.set(key, value)),
  });
  await storage.set('a', 1);
  const bytes = new Uint8Array([1, 2]);
  await storage.set('b', bytes);
  bytes.fill(0);
  expect([await storage.get('a'), await storage.get('b')]).toEqual([1, new Uint8Array([1, 2])]);
  expect(readRefusedStorage().get('audits')).toBe('full');
  isFull = false;
  await storage.set('a', 3);
  expect([inner.stored.get('a'), await storage.get('a')]).toEqual([3, 3]);
  expect(readRefusedStorage().get('audits')).toBe('full');
  await storage.set('b', bytes);
  expect(readRefusedStorage().has('audits')).toBe(false);
});

test.each<[StorageFault, string, canRead?: 'read']>([
  ['there are no databases', 'denied', 'read'],
  ['opening fails', 'damaged'],
  ['opening never answers', 'silent'],
  ['the room ends within a transaction', 'full', 'read'],
])('where %s, audits last as long as the page, and it is said', async (fault, refusal, canRead) => {
  // Opening has a limit of seconds, which pass at once where nothing answers.
  const isSilent = refusal === 'silent';
  const ticking = setInterval(() => isSilent && vi.advanceTimersByTime(1_000), 1);
  if (isSilent) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('indexedDB', brokenDatabases(fault, freshDatabases()));
  const storage = orInThisPage(browserAuditStorage());
  noteRefusedStorage('audits', undefined);
  // What cannot be read is not told to be nothing.
  expect(await storage.get('result').catch(() => 'unread')).toBe(canRead ? undefined : 'unread');
  if (refusal !== 'full') expect(readRefusedStorage().get('audits')).toBe(refusal);
  await storage.set('base', { parts: ['a'] });
  await storage.set('part', new Uint8Array([1, 2]));
  expect(await storage.get('base')).toEqual({ parts: ['a'] });
  expect(await storage.get('part')).toEqual(new Uint8Array([1, 2]));
  expect(readRefusedStorage().get('audits')).toBe(refusal);
  clearInterval(ticking);
});
