import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Verdict } from '../core/verdict.ts';
import type { ExportRequest, ExportPiece } from '../log/export.ts';
import { BLOB_HASH, ITEM_HASH } from '../testing/builders.ts';
import { CANNOT, MISMATCH, NOT_MADE } from '../testing/trust-builders.ts';
import { exportName, writeFault, writeManifest, writeOut } from './use-export.ts';

const ASK: ExportRequest = { what: 'records', form: 'csv-safe', at: 210, fields: [] };

// Other parts of a manifest: e2e/export.spec.ts.
const verifiedIn = (verdict: Verdict) => {
  const register = { title: 'Country', address: 'https://country.example/v1', variant: 'item' } as const;
  const rows = { rows: 199, withoutData: 0, rsfProblem: undefined, at: 210, size: 210 };
  const head = { logSize: 210, rootHash: BLOB_HASH };
  const offer = {
    request: { ...ASK, fields: [] },
    ...register,
    ...rows,
    place: 'https://country.example/v1',
    head,
    verdict,
    name: 'x.csv',
    type: 'text/csv',
  };
  const file = { name: 'x.csv', bytes: 812, sha256: ITEM_HASH };
  return (JSON.parse(writeManifest(offer, file, 'item-json', undefined)) as { verified: object }).verified;
};

const DIFFERS: Verdict = {
  outcome: 'does-not-match',
  code: 'hash-differs',
  expected: ITEM_HASH,
  computed: BLOB_HASH,
};

test.each<[verdict: Verdict, expected: object]>([
  [CANNOT, { means: expect.stringContaining('not proved: x') }],
  [DIFFERS, { expectedRoot: ITEM_HASH, computedRoot: BLOB_HASH }],
  [MISMATCH, { reason: 'x' }],
  [NOT_MADE, {}],
])(
  'a manifest says that it holds of what holds alone, and gives reasons otherwise: %j',
  (verdict, expected) => {
    const verified = verifiedIn(verdict);
    expect(verified).toMatchObject({ outcome: verdict.outcome, ...expected });
    expect(JSON.stringify(verified)).not.toMatch(/give the published root/);
  },
);

test.each<[title: string, asked: Partial<ExportRequest>, name: string]>([
  ['country', {}, 'country-records-of-210.csv'],
  ['country', { filter: { today: '' }, at: 200 }, 'country-records-filtered-of-200.csv'],
  ['country', { what: 'entries', form: 'rsf' }, 'country.rsf'],
  ['country', { what: 'entries', form: 'rsf', at: 9 }, 'country-of-9.rsf'],
  ['../..\\\u202Eexe.', { form: 'json' }, 'exe-records-of-210.json'],
  ['…', { form: 'json' }, 'register-records-of-210.json'],
])('a file has a plain name, whatever the register is called: %s', (title, asked, name) =>
  expect(exportName(title, { ...ASK, ...asked }, 210)).toBe(name),
);

/** A stream of these pieces; an error breaks it. */
function streamOf(...pieces: readonly (string | Error)[]): ReadableStream<ExportPiece> {
  const left = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else if (typeof next === 'string')
        controller.enqueue({ bytes: new TextEncoder().encode(next), rows: pieces.length - left.length });
      else controller.error(next);
    },
  });
}

/** A file that records calls, and may fail. */
function aFile(failing?: 'write' | 'close') {
  const log: string[] = [];
  const say = (what: 'write' | 'close', text: string): void => {
    if (failing === what) throw new Error('the disk is full');
    log.push(text);
  };
  const stream = new WritableStream<Uint8Array>({
    write: (bytes) => say('write', new TextDecoder().decode(bytes)),
    close: () => say('close', '(closed)'),
    abort: () => void log.push('(aborted)'),
  });
  return { file: { name: 'x.csv', stream }, log };
}

const never = new AbortController().signal;

test('writes every piece, reports the progress, and hashes what was written', async () => {
  const { file, log } = aFile();
  const reported: number[][] = [];
  const long = 'x'.repeat(2_000_000);
  const written = await writeOut(streamOf('a,b\r\n', long, 'end'), file, never, (...now) =>
    reported.push(now),
  );
  expect(log).toEqual(['a,b\r\n', long, 'end', '(closed)']);
  const sha256 = createHash('sha256').update(`a,b\r\n${long}end`).digest('hex');
  expect(written).toEqual({ name: 'x.csv', bytes: 2_000_008, sha256 });
  expect(reported[0]).toEqual([1, 5]);
});

test('leaves no file where it is stopped, also while it waits, where a piece fails or the disk is full', async () => {
  const stop = new AbortController();
  const { file, log } = aFile();
  const waiting = new ReadableStream<ExportPiece>({ pull: () => new Promise<never>(() => undefined) });
  const writing = writeOut(waiting, file, stop.signal, () => undefined);
  stop.abort();
  await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
  expect(log).toEqual(['(aborted)']);
  for (const [pieces, failing, message] of [
    [['a', new RangeError('no')], undefined, 'no'],
    [['a'], 'write', 'disk is full'],
    [['a'], 'close', 'disk is full'],
  ] as const) {
    const broken = aFile(failing);
    const failed = writeOut(streamOf(...pieces), broken.file, never, () => undefined);
    await expect(failed).rejects.toThrow(message);
    expect(broken.log).not.toContain('(closed)');
  }
});

test.each([
  [new DOMException('a browser’s own words', 'QuotaExceededError'), 'There is no room left for it.'],
  [new DOMException('a browser’s own words', 'NotAllowedError'), 'The browser could not write to this file.'],
  [new Error('This copy of the register is no longer held.'), 'This copy of the register is no longer held.'],
])('why a file was not written is said in words of this page: %s', (error, words) =>
  expect(writeFault(error)).toBe(words),
);
