import { createStore, del, delMany, get, keys, set } from 'idb-keyval';
import type { AuditStorage } from './audit-types.ts';

/** browserAuditStorage keeps audits in IndexedDB, in a database of their own: they are large, and may be deleted as a whole. */
export function browserAuditStorage(): AuditStorage {
  const store = createStore('register-explorer-audits', 'audits');
  return {
    get: (key) => get(key, store),
    set: (key, value) => set(key, value, store),
    remove: (names) =>
      names.length === 1 && names[0] !== undefined ? del(names[0], store) : delMany([...names], store),
    keys: async () => (await keys(store)).filter((name) => typeof name === 'string'),
  };
}
