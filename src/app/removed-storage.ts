import { del, keys, update } from 'idb-keyval';
import { fieldsOf } from '../core/guards.ts';
import { answered, browserStore } from '../trust/browser-store.ts';

/** TOUR_KEY is the key of the witness that the tour added to the lists of the register `unfaithful`. */
const TOUR_KEY = 'demo.example/witness+738061d1+BGYpqwBPcDznZbIfsSiblj+I+4RHaB8mbJKTu2vKrYjO';

/** REMOVED_STORAGE deletes what removed features stored in browsers, by the feature. */
export const REMOVED_STORAGE: Readonly<Record<string, () => unknown>> = {
  tour: () => {
    sessionStorage.removeItem('tour');
    return changeValues('register-explorer-witnesses', 'lists', /^unfaithful(?:~earlier)?$/, (list) =>
      Array.isArray(list) ? list.filter((witness) => fieldsOf(witness)['vkey'] !== TOUR_KEY) : list,
    );
  },
  'offers chosen before': () => localStorage.removeItem('register-explorer:choices'),
  'audits that were not finished, and ranges read by audits': () =>
    changeValues('register-explorer-audits', 'audits', /^register-explorer:audit:.*:(run|coverage)$/),
  'the key of this browser as a witness': () =>
    answered(indexedDB.deleteDatabase('register-explorer-witness')),
};

/**
 * deleteRemovedStorage deletes what removed features stored in this browser. What cannot be deleted is tried
 * again at the next visit. Never rejects.
 */
export async function deleteRemovedStorage(): Promise<void> {
  await Promise.allSettled(Object.values(REMOVED_STORAGE).map(async (remove) => remove()));
}

/** changeValues replaces the values of these keys in a store of IndexedDB by what remains of each; deletes them without `remaining`. */
async function changeValues(
  database: string,
  store: string,
  pattern: RegExp,
  remaining?: (value: unknown) => unknown,
): Promise<void> {
  // Opening a database that is not there would create it.
  if (!(await indexedDB.databases()).some(({ name }) => name === database)) return;
  const objects = browserStore(database, store);
  for (const key of await keys(objects)) {
    if (!pattern.test(String(key))) continue;
    await (remaining === undefined ? del(key, objects) : update(key, remaining, objects));
  }
}
