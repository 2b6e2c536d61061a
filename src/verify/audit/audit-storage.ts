import { del, delMany, get, keys, set } from 'idb-keyval';
import { browserStore } from '../browser-store.ts';
import type { AuditStorage } from './audit-types.ts';

/** ANSWER_LIMIT_MS is how long one part may take to be written: some are large, and disks are slow. */
const ANSWER_LIMIT_MS = 60_000;

/** browserAuditStorage keeps audits in IndexedDB, in a database of their own: they are large, and may be deleted as a whole. */
export function browserAuditStorage(): AuditStorage {
  const store = browserStore('register-explorer-audits', 'audits', ANSWER_LIMIT_MS);
  return {
    get: (key) => get(key, store),
    set: (key, value) => set(key, value, store),
    remove: (names) =>
      names.length === 1 && names[0] !== undefined ? del(names[0], store) : delMany([...names], store),
    keys: async () => (await keys(store)).filter((name) => typeof name === 'string'),
  };
}
