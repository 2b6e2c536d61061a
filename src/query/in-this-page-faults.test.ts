import { afterEach, expect, test, vi } from 'vitest';
import { brokenDatabases, freshDatabases, type StorageFault } from '../testing/broken-storage.ts';
import { browserAuditStorage } from '../log/audit-store.ts';
import { readUnkept } from '../verify/unkept.ts';
import { orInThisPage } from './in-this-page.ts';

afterEach(() => vi.unstubAllGlobals());

test.each<[StorageFault, string]>([
  ['there are no databases', 'denied'],
  ['opening throws', 'denied'],
  ['opening fails', 'damaged'],
  ['the disk is full when it is opened', 'full'],
  ['opening never answers', 'silent'],
  ['every write is refused for want of room', 'full'],
  ['the room ends within a transaction', 'full'],
])('where %s, audits last as long as the page, and it is said', async (fault, refusal) => {
  vi.stubGlobal('indexedDB', brokenDatabases(fault, freshDatabases()));
  const storage = orInThisPage(browserAuditStorage());
  await storage.set('run', { parts: ['a'] });
  await storage.set('part', new Uint8Array([1, 2]));
  expect(await storage.get('run')).toEqual({ parts: ['a'] });
  expect(await storage.get('part')).toEqual(new Uint8Array([1, 2]));
  const isRead = refusal === 'denied' || /write|transaction/.test(fault);
  expect(await storage.get('result').catch(() => 'unread')).toBe(isRead ? undefined : 'unread');
  expect(readUnkept().get('audits')).toBe(refusal);
  await storage.remove(['run', 'part']).catch(() => undefined);
  expect(await storage.get('run').catch(() => undefined)).toBeUndefined();
});
