import { set } from 'idb-keyval';
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { browserStore } from '../trust/browser-store.ts';
import { openFile, reopenFile, replacedFiles } from './files.ts';

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

test('another file under one address is noticed, at later visits too', async () => {
  const stored = { name: 'a.rsf', bytes: new TextEncoder().encode('a').buffer };
  const keep = () => set('x.rsf', stored, browserStore('register-explorer-files', 'files'));
  for (const [text, replaced] of [
    ['a', undefined],
    ['b', 'a.rsf'],
    ['ab', 'a.rsf'],
  ] as const) {
    await keep();
    await openFile(new File([text], 'x.rsf'));
    expect(replacedFiles.get().get('x.rsf')).toBe(replaced);
  }
  await keep();
  vi.resetModules();
  const later = await import('./files.ts');
  expect(later.replacedFiles.get().size).toBe(0);
  await later.reopenFile('x.rsf');
  expect(later.replacedFiles.get().get('x.rsf')).toBe('a.rsf');
});
