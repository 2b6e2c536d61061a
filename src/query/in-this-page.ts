import type { AuditStorage } from '../log/audit-store.ts';
import { noteUnkept, refusalOf } from '../verify/unkept.ts';

/** orInThisPage keeps what a storage refuses for as long as the page is open, so that an audit is not lost with the next click where the browser keeps nothing. Reading rejects if something may be kept that cannot be read. */
export function orInThisPage(storage: AuditStorage): AuditStorage {
  const refused = new Map<string, unknown>();
  return {
    async get(key) {
      if (refused.has(key)) return refused.get(key);
      try {
        return await storage.get(key);
      } catch (error) {
        noteUnkept('audits', error);
        // Where the browser keeps nothing, nothing was kept. Else something may be there, and must not be written over as if there were nothing.
        if (refusalOf(error) === 'denied') return undefined;
        throw error;
      }
    },
    async set(key, value) {
      try {
        await storage.set(key, value);
        refused.delete(key);
        if (refused.size === 0) noteUnkept('audits', undefined);
      } catch (error) {
        // Whoever writes may empty it once it is written.
        refused.set(key, structuredClone(value));
        noteUnkept('audits', error);
      }
    },
    async remove(keys) {
      for (const key of keys) refused.delete(key);
      if (refused.size === 0) noteUnkept('audits', undefined);
      await storage.remove(keys);
    },
    keys: async () => [...new Set([...(await storage.keys()), ...refused.keys()])],
  };
}
