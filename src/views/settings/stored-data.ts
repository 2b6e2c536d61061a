import { answered } from '../../trust/browser-store.ts';
import { fieldsOf } from '../../core/guards.ts';
import { fromStored, isOfLaterVersion, type RememberedRoot, toStored } from '../../trust/remembered-root.ts';
import { RootMemory, rootStore } from '../../trust/root-memory.ts';
import { REFUSAL_WORDS, refusalWords, refusedWords } from '../../trust/refusal-words.ts';
import { notifyTabs } from '../../trust/root-news.ts';
import { noteRefusedStorage, readRefusedStorage, refusalOf } from '../../trust/storage-refusals.ts';
import type { TextFile } from '../../query/save-proof.ts';

export { refusalWords };

const OURS = 'register-explorer:';
const PROBE = `${OURS}probe`;
const DATABASES = [
  'keyval-store',
  'register-explorer-audits',
  'register-explorer-contradictions',
  'register-explorer-files',
  'register-explorer-mirrors',
  'register-explorer-witnesses',
];
/**
 * DELETE_LIMIT_MS is how long deleting a database may take: another page that does not close it delays it.
 */
const DELETE_LIMIT_MS = 5_000;
/** ESTIMATE_LIMIT_MS is how long the browser may take to say what it holds. */
const ESTIMATE_LIMIT_MS = 3_000;

const memory = new RootMemory();

/** RememberedRoots are all roots that this browser remembers. */
export interface RememberedRoots {
  /** The last seen first. */
  readonly roots: readonly RememberedRoot[];
  /** Those that are stored and cannot be read, with the reason. */
  readonly unreadable: readonly { readonly registerId: string; readonly reason: string }[];
}

/** listRoots lists the roots that this browser remembers. Rejects if storage refuses. */
export const listRoots = (): Promise<RememberedRoots> => memory.list();

/** forgetRoot forgets the root of one register. */
export const forgetRoot = (registerId: string) => memory.forget(registerId);

/** forgettingFailed says why something could not be forgotten. A database that another tab has open gives no answer. */
export function forgettingFailed(error: unknown): string {
  const advice = refusalOf(error) === 'silent' ? ' Close the other tabs of this page and try again.' : '';
  return `It could not be forgotten. ${refusalWords(error)}.${advice}`;
}

/** MOST_SKEW_MS is how far the clock of the browser that saved a file may be ahead of this one. */
const MOST_SKEW_MS = 5 * 60_000;

const ROOTS_FORMAT = 'register-explorer-roots';

/** writeRootsFile returns remembered roots as a file to save. */
export function writeRootsFile(roots: readonly RememberedRoot[]): TextFile {
  const file = {
    format: ROOTS_FORMAT,
    version: 1,
    madeAt: new Date().toISOString(),
    roots: roots.map(toStored),
  };
  return { name: 'remembered-roots.json', text: JSON.stringify(file, null, 2), type: 'application/json' };
}

/**
 * readRootsFile reads the text of such a file: all of its roots, or none. Throws Error with a
 * sentence about the problem.
 */
export function readRootsFile(text: string): readonly RememberedRoot[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    // What is no JSON has no format either.
  }
  const { format, version, roots } = fieldsOf(file);
  if (format !== ROOTS_FORMAT || version !== 1 || !Array.isArray(roots))
    throw new Error('This is not a file of remembered roots that this page can read.');
  return roots.map((value: unknown, index) => {
    const root = fromStored(value);
    const times = root && [root.firstSeenMs, root.lastSeenMs, root.openedAtMs ?? 0, root.importedAtMs ?? 0];
    const isLater = times?.some((ms) => ms > Date.now() + MOST_SKEW_MS);
    if (root && !isLater) return root;
    const why = isLater
      ? 'has a time in the future'
      : isOfLaterVersion(value)
        ? 'was written by a later version of this page'
        : 'is damaged';
    throw new Error(`Root ${index + 1} of ${roots.length} in the file ${why}. Nothing was imported.`);
  });
}

/**
 * importRoots adds the roots of such a file, tells how many of how many were looked at, and resolves with a
 * sentence about the result. Never rejects.
 */
export async function importRoots(
  file: File,
  onProgress?: (done: number, of: number) => void,
): Promise<string> {
  try {
    const text = await file.text().catch(() => {
      throw new Error('The browser could not read it.');
    });
    const roots = readRootsFile(text);
    const { added, kept } = await memory.add(roots, Date.now(), (done) => onProgress?.(done, roots.length));
    return [
      added.length === 0 ? 'Nothing was imported.' : `Imported: ${added.join(', ')}.`,
      kept.length === 0 ? '' : `Kept unchanged: ${kept.join(', ')}.`,
    ].join(' ');
  } catch (error) {
    const isRefused = error instanceof DOMException || !(error instanceof Error);
    return `${file.name} could not be imported: ${isRefused ? `${refusalWords(error)}.` : error.message}`;
  }
}

/** StorageState is what this browser stores for the page, as far as it tells. */
export interface StorageState {
  /** What it cannot store, and why, as sentences. */
  readonly refusals: readonly string[];
  /** Why it does not store roots, as a clause. */
  readonly rootsRefusal?: string | undefined;
  /** Its estimate of all that it holds. */
  readonly bytes?: number | undefined;
  /**
   * Whether the browser has granted persistent storage; absent if there is nothing to
   * keep, or it does not tell.
   */
  readonly isPersistent?: boolean;
}

/** readStorage tests whether this browser stores values. Never rejects. */
export async function readStorage(): Promise<StorageState> {
  await attempt('choices', async () => {
    localStorage.setItem(PROBE, '');
    localStorage.removeItem(PROBE);
  });
  await attempt('roots', () =>
    rootStore('readwrite', async (objects) => {
      await answered(objects.put(0, PROBE));
      await answered(objects.delete(PROBE));
    }),
  );
  const refusal = readRefusedStorage().get('roots');
  const refused = {
    refusals: refusedWords(readRefusedStorage()),
    rootsRefusal: refusal && REFUSAL_WORDS[refusal],
  };
  try {
    const [{ usage }, isPersistent] = await Promise.race([
      Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]),
      new Promise<never>((_, reject) => setTimeout(reject, ESTIMATE_LIMIT_MS)),
    ]);
    return { ...refused, bytes: usage, ...(refused.refusals.length === 0 && { isPersistent }) };
  } catch {
    return refused;
  }
}

async function attempt(what: 'choices' | 'roots', work: () => Promise<void>): Promise<void> {
  const refused: unknown = await work().then(
    () => undefined,
    (error: unknown) => error,
  );
  // The little that is written here may fit where what was refused does not.
  if (refused !== undefined || readRefusedStorage().get(what) !== 'full') noteRefusedStorage(what, refused);
}

/** requestPersistence asks the browser for persistent storage. Never rejects. */
export async function requestPersistence(): Promise<void> {
  await navigator.storage.persist().catch(() => false);
}

/**
 * forgetEverything deletes all stored data except the page's code, and notifies other tabs.
 * Rejects if the browser refuses.
 */
export async function forgetEverything(): Promise<void> {
  const { roots, unreadable } = await memory.list().catch(() => ({ roots: [], unreadable: [] }));
  const outcomes = await Promise.allSettled([...DATABASES.map(deleteDatabase), emptyLocalStorage()]);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  if (refused !== undefined) throw refused.reason;
  for (const { registerId } of [...roots, ...unreadable]) notifyTabs(registerId);
  for (const thing of readRefusedStorage().keys()) noteRefusedStorage(thing, undefined);
}

async function emptyLocalStorage(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key.startsWith(OURS)) localStorage.removeItem(key);
}

async function deleteDatabase(name: string): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('still open elsewhere', 'TimeoutError')), DELETE_LIMIT_MS);
  });
  await Promise.race([answered(indexedDB.deleteDatabase(name)), late]);
}
