import { describe, expect, test } from 'vitest';
import { BLOB_HASH, ITEM_HASH } from '../testing/builders.ts';
import type { Verdict } from '../core/verdict.ts';
import type { ExportAsk } from '../log/export.ts';
import { type ByteSink, type ExportFacts, type ExportOffer, writeManifest, writeOut } from './export-file.ts';
import { exportName, feedLink } from './use-export.ts';
import { createHash } from 'node:crypto';

const OFFER: ExportOffer = {
  ask: { what: 'records', form: 'csv-safe', at: 210, fields: [] },
  title: 'Country',
  address: 'https://country.example/v1',
  variant: 'item',
  rows: 199,
  withoutData: 0,
  rsfProblem: undefined,
  at: 210,
  size: 210,
  head: { logSize: 210, rootHash: BLOB_HASH },
  verdict: { outcome: 'holds' },
  name: 'country-records-of-210.csv',
  type: 'text/csv',
};

const FACTS: ExportFacts = {
  file: { name: 'country-records-of-210.csv', bytes: 812, sha256: ITEM_HASH },
  rootAt: undefined,
  leafRule: 'item-json',
  madeAtMs: Date.UTC(2026, 10, 21, 12),
};

const manifest = (given: Partial<ExportOffer & ExportFacts> = {}) =>
  JSON.parse(writeManifest({ ...OFFER, ...given }, { ...FACTS, ...given })) as Record<string, never>;

describe('writeManifest', () => {
  test('tells address, size, root, verdict, time, and what the file is', () => {
    expect(manifest()).toMatchObject({
      format: 'register-explorer/copy-manifest',
      version: 1,
      madeAt: '2026-11-21T12:00:00.000Z',
      file: { name: 'country-records-of-210.csv', mediaType: 'text/csv', bytes: 812, sha256: ITEM_HASH },
      register: { title: 'Country', address: 'https://country.example/v1', variant: 'items (v2)' },
      published: { logSize: 210, rootHash: `sha-256:${BLOB_HASH}` },
      leafRule: 'item-json',
      verified: { outcome: 'holds' },
    });
    expect(manifest()['holds']).toEqual({ what: 'records', count: 199, atLogSize: 210 });
  });

  test.each<[verdict: Verdict, expected: object]>([
    [
      { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'no rule fits' },
      { means: expect.stringContaining('not proved: no rule fits') },
    ],
    [
      { outcome: 'does-not-match', code: 'hash-differs', expected: ITEM_HASH, computed: BLOB_HASH },
      { expectedRoot: ITEM_HASH, computedRoot: BLOB_HASH },
    ],
    [{ outcome: 'does-not-match', code: 'not-in-log', reason: 'so' }, { reason: 'so' }],
    [{ outcome: 'not-checked', code: 'not-made', reason: 'so' }, {}],
  ])('says holds of what holds alone, and gives reasons otherwise: %j', (verdict, expected) => {
    const { verified } = manifest({ verdict });
    expect(verified).toMatchObject({ outcome: verdict.outcome, ...expected });
    expect(JSON.stringify(verified)).not.toMatch(/give the published root/);
  });

  test('tells of a snapshot its own root, of a filter what it was, and what is missing', () => {
    const filter = { today: '2026-11-21', text: 'isle' };
    const ask = { ...OFFER.ask, at: 200, filter };
    const facts = manifest({ ask, rootAt: ITEM_HASH, withoutData: 3, head: undefined });
    const rootAtLogSize = `sha-256:${ITEM_HASH}`;
    const taken = { what: 'records', count: 199, filter, atLogSize: 200, rootAtLogSize, withoutData: 3 };
    expect(facts['holds']).toEqual(taken);
    expect(facts['published']).toBeNull();
  });

  test('spells hashes as the variant does', () => {
    expect(manifest({ variant: 'blob' })['published']).toMatchObject({ rootHash: `1220${BLOB_HASH}` });
  });
});

describe('feedLink', () => {
  const address = 'https://r.example/v1/records';
  const answer = (link: string) => [
    { id: 1, method: 'GET' as const, address, startedAt: 0, from: 'network' as const, link },
  ];

  test.each([
    [
      '</records?page=2>; rel="next", </feed>; rel="alternate"; type="application/atom+xml"',
      'https://r.example/feed',
    ],
    ['</x>; rel="alternate"; type="text/csv"', undefined],
    ['</x>; rel="next"; type="application/atom+xml"', undefined],
    ['<javascript:void(0)>; rel="alternate"; type="application/atom+xml"', undefined],
    ['not a header', undefined],
  ])('of the header %s', (link, expected) => expect(feedLink(answer(link))).toBe(expected));
});

test.each<[title: string, asked: Partial<ExportAsk>, name: string]>([
  ['country', {}, 'country-records-of-210.csv'],
  ['country', { filter: { today: '' }, at: 200 }, 'country-records-filtered-of-200.csv'],
  ['country', { what: 'entries', form: 'rsf' }, 'country.rsf'],
  ['country', { what: 'entries', form: 'rsf', at: 9 }, 'country-of-9.rsf'],
  ['../..\\\u202Eexe.', { form: 'json' }, 'exe-records-of-210.json'],
  ['…', { form: 'json' }, 'register-records-of-210.json'],
])('a file has a plain name, whatever the register is called: %s', (title, asked, name) =>
  expect(exportName(title, { ...OFFER.ask, ...asked }, 210)).toBe(name),
);

function streamOf(pieces: readonly (string | Error)[]): {
  stream: ReadableStream<Uint8Array>;
  cancelled: () => boolean;
} {
  const left = [...pieces];
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = left.shift();
        if (next === undefined) controller.close();
        else if (typeof next === 'string') controller.enqueue(new TextEncoder().encode(next));
        else controller.error(next);
      },
      cancel: () => void (cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { stream, cancelled: () => cancelled };
}

function aSink(failing?: 'write' | 'close') {
  const log: string[] = [];
  const say = (what: 'write' | 'close', text: string) => async (): Promise<void> => {
    if (failing === what) throw new Error('the disk is full');
    log.push(text);
  };
  const sink: ByteSink = {
    write: (bytes) => say('write', new TextDecoder().decode(bytes))(),
    close: say('close', '(closed)'),
    abort: async () => void log.push('(aborted)'),
  };
  return { sink, log };
}

const never = new AbortController().signal;

test('writes every piece, counts rows by the marks, and hashes what was written', async () => {
  const { sink, log } = aSink();
  const told: number[] = [];
  const long = 'x'.repeat(2_000_000);
  const written = await writeOut(streamOf(['a,b\r\n', '', long, '', 'end']).stream, sink, never, ({ rows }) =>
    told.push(rows),
  );
  expect(log).toEqual(['a,b\r\n', long, 'end', '(closed)']);
  expect(written).toEqual({
    bytes: 2_000_008,
    sha256: createHash('sha256').update(`a,b\r\n${long}end`).digest('hex'),
  });
  expect(told[0]).toBe(0);
  for (const rows of told) expect(rows % 250).toBe(0);
});

test('leaves no file where it is stopped, the stream breaks or the disk is full', async () => {
  const stop = new AbortController();
  const stopped = aSink();
  const one = streamOf(['a', 'b', 'c']);
  const running = writeOut(one.stream, stopped.sink, stop.signal, () => stop.abort());
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  expect(one.cancelled()).toBe(true);
  expect(stopped.log).toEqual(['a', '(aborted)']);

  for (const [pieces, failing, message] of [
    [['a', new RangeError('no')], undefined, 'no'],
    [['a'], 'write', 'disk is full'],
    [['a'], 'close', 'disk is full'],
  ] as const) {
    const { sink, log } = aSink(failing);
    const { stream } = streamOf(pieces);
    await expect(writeOut(stream, sink, never, () => undefined)).rejects.toThrow(message);
    expect(log.at(-1)).toBe('(aborted)');
  }
});

test('is stopped also while it waits for a piece that never comes, or for a disk that never answers', async () => {
  const nothing = new ReadableStream<Uint8Array>({
    pull: () => new Promise(() => undefined),
    cancel: () => new Promise(() => undefined),
  });
  const stop = new AbortController();
  const { sink, log } = aSink();
  const waiting = writeOut(nothing, sink, stop.signal, () => undefined);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(log).toEqual(['(aborted)']);

  const later = new AbortController();
  const stuck: ByteSink = {
    ...aSink().sink,
    write: () => new Promise(() => setTimeout(() => later.abort())),
  };
  await expect(writeOut(streamOf(['a']).stream, stuck, later.signal, () => undefined)).rejects.toMatchObject({
    name: 'AbortError',
  });
});
