import { set } from 'idb-keyval';
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { browserStore } from '../trust/browser-store.ts';
import { reopenFile } from './files.ts';

vi.mock('./mock-worker.ts', () => ({
  createMockWorker: () => ({ openRsf: async (file: File) => ({ name: file.name, text: await file.text() }) }),
}));

const text = 'add-item\t{}';

// A File itself cannot be cloned by this IndexedDB.
test.each<[what: string, stored: unknown, opened: unknown]>([
  ['nothing', undefined, undefined],
  ['its bytes', { name: 'a.rsf', bytes: new TextEncoder().encode(text).buffer }, { name: 'a.rsf', text }],
  [
    'a form of later',
    { form: 9 },
    { problem: expect.stringMatching(/^A later version of this page stored/) },
  ],
])('a file stored as %s', async (id, stored, opened) => {
  if (stored !== undefined) await set(id, stored, browserStore('register-explorer-files', 'files'));
  expect(await reopenFile(id)).toEqual(opened);
});
