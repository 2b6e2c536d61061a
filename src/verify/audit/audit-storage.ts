import { createStore, del, delMany, get, set } from 'idb-keyval';
import type { AuditStorage } from './audit-types.ts';

/** browserAuditStorage keeps audits in IndexedDB, in a database of their own: they are large, and may be deleted as a whole. */
export function browserAuditStorage(): AuditStorage {
  const store = createStore('register-explorer-audits', 'audits');
  return {
    get: (key) => get(key, store),
    set: (key, value) => set(key, value, store),
    remove: (keys) =>
      keys.length === 1 && keys[0] !== undefined ? del(keys[0], store) : delMany([...keys], store),
  };
}
