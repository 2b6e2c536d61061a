import { get, set } from 'idb-keyval';
import { directFetch, openRsf } from '../mock/hosts/browser/direct-fetch.ts';
import type { OpenedFile } from '../query/site.ts';
import { rootStore } from '../verify/recall-root.ts';
import { noteUnkept } from '../verify/unkept.ts';

const storageKey = (file: string): string => `register-explorer:file:${file}`;

let worker: Worker | undefined;
const served = new Map<string, Promise<OpenedFile>>();

function directWorker(): Worker {
  worker ??= new Worker(new URL('../mock/hosts/browser/direct-worker.ts', import.meta.url), {
    type: 'module',
    name: 'mock',
  });
  return worker;
}

/** inPageFetch asks the mock that runs in a worker of this page. */
export function inPageFetch(): typeof fetch {
  return directFetch(directWorker(), import.meta.env.BASE_URL.replace(/\/$/, ''));
}

/** openFile reads an RSF file in the worker, keeps it in this browser where storage allows, and says under which id it is served. */
export async function openFile(file: File): Promise<OpenedFile> {
  const opened = await serve(file);
  if ('problem' in opened) return opened;
  served.set(opened.id, Promise.resolve(opened));
  try {
    await set(storageKey(opened.id), file, rootStore);
    noteUnkept('files', undefined);
  } catch (error) {
    // The file is served until the page is closed.
    noteUnkept('files', error);
  }
  return opened;
}

/** reopenFile serves a file that this browser keeps from an earlier visit; undefined where it keeps none of that id. */
export function reopenFile(id: string): Promise<OpenedFile | undefined> {
  const known = served.get(id);
  if (known !== undefined) return known;
  const reopened = fromStorage(id);
  return reopened;
}

async function fromStorage(id: string): Promise<OpenedFile | undefined> {
  let kept: unknown;
  try {
    kept = await get(storageKey(id), rootStore);
  } catch (error) {
    noteUnkept('files', error);
    return undefined;
  }
  if (!(kept instanceof File)) return undefined;
  const opened = await serve(kept);
  served.set(id, Promise.resolve(opened));
  return opened;
}

/** unlessCrashed rejects if the worker stops while it is waited for; a large file may take as long as it takes. The next call starts a new worker. */
function unlessCrashed<T>(crashing: Worker, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const crashed = (event: ErrorEvent): void => {
      crashing.terminate();
      if (worker === crashing) worker = undefined;
      reject(new Error(`the reader stopped: ${event.message}`));
    };
    crashing.addEventListener('error', crashed, { once: true });
    work.then(resolve, reject).finally(() => crashing.removeEventListener('error', crashed));
  });
}

async function serve(file: File): Promise<OpenedFile> {
  try {
    const opened = await unlessCrashed(directWorker(), openRsf(directWorker(), file));
    if (!('problem' in opened)) return { id: opened.name };
    return { problem: `${file.name}: ${opened.problem}` };
  } catch (error) {
    return {
      problem: `${file.name} could not be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
