import { afterEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../testing/audit-world.ts';
import { brokenDatabases, freshDatabases, type StorageFault } from '../testing/broken-storage.ts';
import { readRefusedStorage } from '../trust/storage-refusals.ts';
import { browserAuditStorage, orInThisPage } from './log-tools.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('where nothing may be kept there is nothing, and it is said; what cannot be read is not told to be nothing', async () => {
  const failing = (problem: DOMException) => {
    const inner = memoryStorage();
    inner.get = async () => {
      throw problem;
    };
    return orInThisPage(inner);
  };
  expect(await failing(new DOMException('denied', 'SecurityError')).get('a')).toBeUndefined();
  expect(readRefusedStorage().get('audits')).toBe('denied');
  const late = new DOMException('storage gives no answer', 'TimeoutError');
  await expect(failing(late).get('a')).rejects.toBe(late);
  expect(readRefusedStorage().get('audits')).toBe('silent');
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

test.each<[StorageFault, string]>([
  ['there are no databases', 'denied'],
  ['opening throws', 'denied'],
  ['opening fails', 'damaged'],
  ['the disk is full when it is opened', 'full'],
  ['opening never answers', 'silent'],
  ['every write is refused for want of room', 'full'],
  ['the room ends within a transaction', 'full'],
])('where %s, audits last as long as the page, and it is said', async (fault, refusal) => {
  // Opening has a limit of seconds, which pass at once where nothing answers.
  const isSilent = refusal === 'silent';
  const ticking = setInterval(() => isSilent && vi.advanceTimersByTime(1_000), 1);
  if (isSilent) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('indexedDB', brokenDatabases(fault, freshDatabases()));
  const storage = orInThisPage(browserAuditStorage());
  await storage.set('base', { parts: ['a'] });
  await storage.set('part', new Uint8Array([1, 2]));
  expect(await storage.get('base')).toEqual({ parts: ['a'] });
  expect(await storage.get('part')).toEqual(new Uint8Array([1, 2]));
  const isRead = refusal === 'denied' || /write|transaction/.test(fault);
  expect(await storage.get('result').catch(() => 'unread')).toBe(isRead ? undefined : 'unread');
  expect(readRefusedStorage().get('audits')).toBe(refusal);
  clearInterval(ticking);
});
