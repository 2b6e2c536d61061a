import { get, set } from 'idb-keyval';
import { createStore } from '../../core/store.ts';
import type { OpenedRsf, RsfProblem } from '../../mock/hosts/browser/direct-mount.ts';
import { browserStore } from '../../trust/browser-store.ts';
import { noteRefusedStorage } from '../../trust/storage-refusals.ts';
import { createMockWorker, type RsfWatch } from './mock-worker.ts';

export type { OpenedRsf, RsfProblem };

/**
 * STORE_LIMIT_MS is how long storage may take to write or read a file, which may have 256 MB; WAIT_MS is how
 * long an opened file waits for it before it is shown.
 */
const STORE_LIMIT_MS = 30_000;
const WAIT_MS = 5_000;

/** A database of its own, so that a large write does not keep remembered roots waiting. */
const store = browserStore('register-explorer-files', 'files', STORE_LIMIT_MS);

const mock = createMockWorker(
  () => new Worker(new URL('./direct-worker.ts', import.meta.url), { type: 'module', name: 'mock' }),
  import.meta.env.BASE_URL.replace(/\/$/, ''),
);
/** Files opened in this visit, or being read, by id or web address. */
const served = new Map<string, Promise<OpenedRsf | RsfProblem | undefined>>();
/** Those that could not be read. */
const failed = new Set<string>();

/**
 * replacedFiles has the names of files by the ids at which another one with the same log was opened later: only
 * what no root hash covers, such as a title, can tell them apart.
 */
export const replacedFiles = createStore<ReadonlyMap<string, string>>(new Map());
const replacedKey = (id: string): string => `replaced:${id}`;

function noteReplaced(id: string, name: unknown): void {
  if (typeof name === 'string') replacedFiles.set(new Map(replacedFiles.get()).set(id, name));
}

/** inPageFetch asks the mock in a worker of this page. */
export function inPageFetch(): typeof fetch {
  return mock.fetch;
}

/**
 * openFile reads an RSF file in the worker, stores it if possible, and returns the id
 * under which it is served. Rejects if the watch stops it.
 */
export async function openFile(file: File, watch?: RsfWatch): Promise<OpenedRsf | RsfProblem> {
  const opened = await read(file, watch);
  if ('problem' in opened) return opened;
  const before = await get(opened.name, store).then(fileOf, () => undefined);
  const isSame = !before || (await isSameFile(before, file).catch(() => true));
  watch?.signal?.throwIfAborted();
  const replaced = isSame ? undefined : before.name;
  noteReplaced(opened.name, replaced);
  served.set(opened.name, Promise.resolve(opened));
  failed.delete(opened.name);
  // If it is not stored, the file is served until the page is closed.
  const storing = keep(opened.name, file, replaced).then(
    () => noteRefusedStorage('files', undefined),
    (error: unknown) => noteRefusedStorage('files', error),
  );
  await Promise.race([storing, new Promise((done) => setTimeout(done, WAIT_MS))]);
  return opened;
}

/**
 * keep stores a file, and the name of one that it replaces. A private window of WebKit refuses files but accepts
 * their bytes.
 */
async function keep(key: string, file: File, replaced: string | undefined): Promise<void> {
  try {
    await set(key, file, store);
  } catch (error) {
    if (isLate(error)) throw error;
    await set(key, { name: file.name, bytes: await file.arrayBuffer() } satisfies FileBytes, store);
  }
  if (replaced !== undefined) await set(replacedKey(key), replaced, store);
}

const PIECE_BYTES = 1_000_000;

async function isSameFile(one: File, other: File): Promise<boolean> {
  if (one.size !== other.size) return false;
  const piece = async (file: File, at: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());
  for (let at = 0; at < one.size; at += PIECE_BYTES) {
    const [bytes, others] = await Promise.all([piece(one, at), piece(other, at)]);
    if (bytes.some((byte, index) => byte !== others[index])) return false;
  }
  return true;
}

function isLate(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

interface FileBytes {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** fileOf returns a stored file, from either form that was ever stored; undefined for anything else. */
function fileOf(stored: unknown): File | undefined {
  if (stored instanceof File) return stored;
  const { name, bytes } = (stored ?? {}) as Partial<FileBytes>;
  return name !== undefined && bytes instanceof ArrayBuffer ? new File([bytes], name) : undefined;
}

/**
 * reopenFile reads a file stored in an earlier visit, by id, or the one at a web address, once in a visit;
 * undefined if none is stored. A failure is retried only with a watch: a page of links would ask a missing
 * host for each of them. Rejects if the watch stops it.
 */
export function reopenFile(file: string, watch?: RsfWatch): Promise<OpenedRsf | RsfProblem | undefined> {
  const known = served.get(file);
  if (known !== undefined && (watch === undefined || !failed.has(file))) return known;
  const opening = file.includes('://') ? read(file, watch) : reopenStored(file, watch);
  const forget = (): void => void (served.get(file) === opening && served.delete(file));
  served.set(file, opening);
  failed.delete(file);
  // At once: storage may answer later than the next reading begins, which must not share this one.
  watch?.signal?.addEventListener('abort', forget);
  opening.then((opened) => (opened === undefined || 'problem' in opened) && failed.add(file), forget);
  return opening;
}

/** rereadFile reads the file at a web address again; one that was read before stays if that fails. */
export async function rereadFile(address: string): Promise<OpenedRsf | RsfProblem> {
  const before = served.get(address);
  served.delete(address);
  const opened = (await reopenFile(address)) ?? { problem: 'There is no file.' };
  if (before && 'problem' in opened && !(await before.then((one) => !one || 'problem' in one))) {
    served.set(address, before);
    failed.delete(address);
  }
  return opened;
}

async function reopenStored(id: string, watch?: RsfWatch): Promise<OpenedRsf | RsfProblem | undefined> {
  let stored: unknown;
  try {
    stored = await get(id, store);
  } catch (error) {
    noteRefusedStorage('files', error);
    // Storage that refuses has no file. What gives no answer may have it.
    return isLate(error) ? { problem: 'The storage of this browser gives no answer.' } : undefined;
  }
  const file = fileOf(stored);
  if (file !== undefined) {
    noteReplaced(id, await get(replacedKey(id), store).catch(() => undefined));
    return read(file, watch);
  }
  const later = 'A later version of this page stored this file. Load that version, or open the file again.';
  return stored === undefined ? undefined : { problem: later };
}

async function read(source: File | string, watch?: RsfWatch): Promise<OpenedRsf | RsfProblem> {
  try {
    return await mock.openRsf(source, watch);
  } catch (error) {
    watch?.signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `The file could not be read: ${why}` };
  }
}

/**
 * isRsfFile reports whether the file at an address begins like RSF. False if it does not
 * answer within 20 seconds.
 */
export async function isRsfFile(address: string): Promise<boolean> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(20_000)]);
  try {
    const { body } = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      signal,
    });
    const first = await body?.getReader().read();
    return /^\uFEFF?(?:assert-root-hash|add-item)\t/.test(new TextDecoder().decode(first?.value));
  } catch {
    return false;
  } finally {
    stop.abort();
  }
}
