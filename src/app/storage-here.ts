import { answered } from '../verify/browser-store.ts';
import { rootStore } from '../verify/remembered-root.ts';
import { notifyTabs } from '../verify/root-news.ts';
import { noteUnkept, readUnkept } from '../verify/unkept.ts';
import type { StorageHere } from '../views/settings/root-row.tsx';
import { writeStored } from './local-storage.ts';
import { unkeptWords } from './unkept.tsx';

const OURS = 'register-explorer:';
const PROBE = `${OURS}probe`;
const DATABASES = [
  'keyval-store',
  'register-explorer-audits',
  'register-explorer-mirrors',
  'register-explorer-witness',
  'register-explorer-witnesses',
];
/** DELETE_LIMIT_MS is how long deleting a database may take: another page that will not close it holds it up. */
const DELETE_LIMIT_MS = 5_000;

/** readStorage tries whether this browser keeps what it is given, and says how much it holds. Never rejects. */
export async function readStorage(): Promise<StorageHere> {
  writeStored(PROBE, '', 'choices');
  if (!readUnkept().has('choices')) writeStored(PROBE, undefined, 'choices');
  await tryRoots();
  const refusals = unkeptWords(readUnkept());
  try {
    const [{ usage }, isPersistent] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    return { refusals, isPersistent, ...(usage === undefined ? {} : { bytes: usage }) };
  } catch {
    return { refusals };
  }
}

/** askToPersist asks the browser not to clear what is kept here when its room runs short, and resolves whether it agreed. */
export async function askToPersist(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

/** forgetEverything deletes all that this page keeps, but for its own code, and tells the tabs of these registers. Rejects if the browser refuses. */
export async function forgetEverything(registerIds: readonly string[]): Promise<void> {
  const outcomes = await Promise.allSettled([...DATABASES.map(deleteDatabase), emptyLocalStorage()]);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  if (refused !== undefined) throw refused.reason;
  for (const id of registerIds) notifyTabs(id);
  for (const thing of readUnkept().keys()) noteUnkept(thing, undefined);
}

async function emptyLocalStorage(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key.startsWith(OURS)) localStorage.removeItem(key);
}

async function deleteDatabase(name: string): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    const words = 'another tab holds on to it; close the other tabs of this page and try again';
    setTimeout(() => reject(new DOMException(words, 'TimeoutError')), DELETE_LIMIT_MS);
  });
  await Promise.race([answered(indexedDB.deleteDatabase(name)), late]);
}

async function tryRoots(): Promise<void> {
  let refused: unknown;
  try {
    await rootStore('readwrite', async (objects) => {
      await answered(objects.put(0, PROBE));
      await answered(objects.delete(PROBE));
    });
  } catch (error) {
    refused = error;
  }
  noteUnkept('roots', refused);
}
