import { del, keys, update } from 'idb-keyval';
import { fieldsOf } from '../core/guards.ts';
import { answered, browserStore } from '../trust/browser-store.ts';

/** RemovedStorage is what a removed feature stored in browsers. */
export interface RemovedStorage {
  /** Keys of localStorage. */
  readonly local?: readonly string[];
  /** Keys of sessionStorage. */
  readonly session?: readonly string[];
  /** Whole IndexedDB databases. */
  readonly databases?: readonly string[];
  /** Values in a database that stays. */
  readonly values?: StoredValues;
}

/** StoredValues are values in an object store of IndexedDB. */
interface StoredValues {
  readonly database: string;
  readonly store: string;
  readonly keys: RegExp;
  /** Returns what remains of a value; without it the value is deleted. */
  readonly remaining?: (value: unknown) => unknown;
}

/** TOUR_KEY is the key of the witness that the tour added to the lists of the register `unfaithful`. */
const TOUR_KEY = 'demo.example/witness+738061d1+BGYpqwBPcDznZbIfsSiblj+I+4RHaB8mbJKTu2vKrYjO';

/** REMOVED_STORAGE is what removed features stored in browsers, by the feature. */
export const REMOVED_STORAGE: Readonly<Record<string, RemovedStorage>> = {
  tour: {
    session: ['tour'],
    values: {
      database: 'register-explorer-witnesses',
      store: 'lists',
      keys: /^unfaithful(?:~earlier)?$/,
      remaining: (list) =>
        Array.isArray(list) ? list.filter((witness) => fieldsOf(witness)['vkey'] !== TOUR_KEY) : list,
    },
  },
  'offers chosen before': { local: ['register-explorer:choices'] },
  'audits that were not finished, and ranges read by audits': {
    values: {
      database: 'register-explorer-audits',
      store: 'audits',
      keys: /^register-explorer:audit:.*:(run|coverage)$/,
    },
  },
  'the key of this browser as a witness': { databases: ['register-explorer-witness'] },
};

/**
 * deleteRemovedStorage deletes what removed features stored in this browser. What cannot be deleted is tried
 * again at the next visit. Never rejects.
 */
export async function deleteRemovedStorage(
  removed: readonly RemovedStorage[] = Object.values(REMOVED_STORAGE),
): Promise<void> {
  await Promise.allSettled(
    removed.flatMap(({ local = [], session = [], databases = [], values }) => [
      ...local.map(async (key) => localStorage.removeItem(key)),
      ...session.map(async (key) => sessionStorage.removeItem(key)),
      ...databases.map(async (name) => answered(indexedDB.deleteDatabase(name))),
      ...(values === undefined ? [] : [deleteValues(values)]),
    ]),
  );
}

async function deleteValues({ database, store, keys: pattern, remaining }: StoredValues): Promise<void> {
  // Opening a database that is not there would create it.
  if (!(await indexedDB.databases()).some(({ name }) => name === database)) return;
  const objects = browserStore(database, store);
  for (const key of await keys(objects)) {
    if (!pattern.test(String(key))) continue;
    await (remaining === undefined ? del(key, objects) : update(key, remaining, objects));
  }
}
