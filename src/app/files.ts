import { get, set } from 'idb-keyval';
import type { Hash } from '../core/hash.ts';
import type { OpenedRsf, RsfProblem } from '../mock/hosts/browser/direct-mount.ts';
import { rootStore } from '../verify/remembered-root.ts';
import { noteRefusedStorage } from '../verify/storage-refusals.ts';
import { createMockWorker, type RsfWatch } from './mock-worker.ts';

export type { OpenedRsf, RsfProblem };

const storageKey = (file: string): string => `register-explorer:file:${file}`;

const mock = createMockWorker(
  () => new Worker(new URL('./direct-worker.ts', import.meta.url), { type: 'module', name: 'mock' }),
  import.meta.env.BASE_URL.replace(/\/$/, ''),
);
/** What was opened in this visit, or is being read, by the id or the web address of the file. */
const served = new Map<string, Promise<OpenedRsf | RsfProblem | undefined>>();
/** Those that could not be read. */
const failed = new Set<string>();

/** inPageFetch asks the mock that runs in a worker of this page. */
export function inPageFetch(): typeof fetch {
  return mock.fetch;
}

/** openFile reads an RSF file in the worker, keeps it in this browser where storage allows, and says under which id it is served. */
export async function openFile(file: File): Promise<OpenedRsf | RsfProblem> {
  const opened = await read(file);
  if ('problem' in opened) return opened;
  served.set(opened.name, Promise.resolve(opened));
  failed.delete(opened.name);
  try {
    await keep(storageKey(opened.name), file);
    noteRefusedStorage('files', undefined);
  } catch (error) {
    // The file is served until the page is closed.
    noteRefusedStorage('files', error);
  }
  return opened;
}

/** keep stores a file. A private window of WebKit refuses files, and takes their bytes. */
async function keep(key: string, file: File): Promise<void> {
  try {
    await set(key, file, rootStore);
  } catch {
    await set(key, { name: file.name, bytes: await file.arrayBuffer() } satisfies FileBytes, rootStore);
  }
}

interface FileBytes {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** fileOf is a kept file, whichever way it was kept; undefined for anything else. */
function fileOf(kept: unknown): File | undefined {
  if (kept instanceof File) return kept;
  const { name, bytes } = (kept ?? {}) as Partial<FileBytes>;
  return name !== undefined && bytes instanceof ArrayBuffer ? new File([bytes], name) : undefined;
}

/**
 * reopenFile reads the file of an id that this browser keeps from an earlier visit, or the one at a web address, once in a visit; undefined if it keeps none of that
 * id. Only who watches tries again what failed: a page of links would ask a host that is gone for each of them. Rejects if the watch stops it.
 */
export function reopenFile(file: string, watch?: RsfWatch): Promise<OpenedRsf | RsfProblem | undefined> {
  const known = served.get(file);
  if (known !== undefined && (watch === undefined || !failed.has(file))) return known;
  const opening = file.includes('://') ? read(file, watch) : reopenKept(file, watch);
  served.set(file, opening);
  failed.delete(file);
  opening.then(
    (opened) => (opened === undefined || 'problem' in opened) && failed.add(file),
    () => served.delete(file),
  );
  return opening;
}

/** rootOfFile is the root that the log of an opened file had at a size; undefined beyond its end. */
export function rootOfFile(file: string, logSize: number): Promise<Hash | undefined> {
  return mock.rsfRoot(file, logSize);
}

async function reopenKept(id: string, watch?: RsfWatch): Promise<OpenedRsf | RsfProblem | undefined> {
  let kept: unknown;
  try {
    kept = await get(storageKey(id), rootStore);
  } catch (error) {
    noteRefusedStorage('files', error);
    return undefined;
  }
  const file = fileOf(kept);
  return file === undefined ? undefined : read(file, watch);
}

async function read(source: File | string, watch?: RsfWatch): Promise<OpenedRsf | RsfProblem> {
  try {
    return await mock.openRsf(source, watch);
  } catch (error) {
    watch?.signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `The file could not be read: ${why}`, code: 'content' };
  }
}

/** isRsfFile asks whether an RSF file is at an address, by how it begins. False where that cannot be found out within 20 seconds. */
export async function isRsfFile(address: string): Promise<boolean> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(20_000)]);
  try {
    const { body } = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer', signal });
    const first = await body?.getReader().read();
    return /^\uFEFF?(?:assert-root-hash|add-item)\t/.test(new TextDecoder().decode(first?.value));
  } catch {
    return false;
  } finally {
    stop.abort();
  }
}
