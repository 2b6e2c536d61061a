import { set } from 'idb-keyval';
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { browserStore } from '../../trust/browser-store.ts';
import { openFile, reopenFile, replacedFiles } from './files.ts';
import type { RsfWatch } from './mock-worker.ts';

vi.mock('./mock-worker.ts', () => ({
  createMockWorker: () => ({
    async openRsf(file: File, watch?: RsfWatch) {
      watch?.onProgress?.({ bytes: 1, total: file.size });
      watch?.signal?.throwIfAborted();
      return { name: file.name, text: await file.text() };
    },
  }),
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

test('opening a file tells its progress, and stopped it keeps nothing', async () => {
  const stop = new AbortController();
  const seen: unknown[] = [];
  const onProgress: RsfWatch['onProgress'] = (progress) => {
    seen.push(progress);
    stop.abort(new Error('stopped'));
  };
  const opening = openFile(new File([text], 'y.rsf'), { signal: stop.signal, onProgress });
  await expect(opening).rejects.toThrow('stopped');
  expect(seen).toEqual([{ bytes: 1, total: text.length }]);
  expect(await reopenFile('y.rsf')).toBeUndefined();
});

test('a reading that is stopped does not stop the next one', async () => {
  const stored = { name: 'z.rsf', bytes: new TextEncoder().encode(text).buffer };
  await set('z.rsf', stored, browserStore('register-explorer-files', 'files'));
  const stop = new AbortController();
  const first = reopenFile('z.rsf', { signal: stop.signal });
  stop.abort(new Error('left'));
  const second = reopenFile('z.rsf', { signal: new AbortController().signal });
  await expect(first).rejects.toThrow('left');
  expect(await second).toEqual({ name: 'z.rsf', text });
});
