import { get, set } from 'idb-keyval';
import type { OpenedFile } from '../query/site.ts';
import { rootStore } from '../verify/recall-root.ts';
import { noteUnkept } from '../verify/unkept.ts';
import { createMockWorker } from './mock-worker.ts';

const storageKey = (file: string): string => `register-explorer:file:${file}`;

const mock = createMockWorker(
  () =>
    new Worker(new URL('../mock/hosts/browser/direct-worker.ts', import.meta.url), {
      type: 'module',
      name: 'mock',
    }),
  import.meta.env.BASE_URL.replace(/\/$/, ''),
);
const served = new Map<string, Promise<OpenedFile>>();

/** inPageFetch asks the mock that runs in a worker of this page. */
export function inPageFetch(): typeof fetch {
  return mock.fetch;
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

async function serve(file: File): Promise<OpenedFile> {
  try {
    const opened = await mock.openRsf(file);
    if (!('problem' in opened)) return { id: opened.name };
    return { problem: `${file.name}: ${opened.problem}` };
  } catch (error) {
    return {
      problem: `${file.name} could not be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
