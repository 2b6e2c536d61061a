import { describe, expect, test } from 'vitest';
import { BLOB_HASH, ITEM_HASH } from '../testing/builders.ts';
import { type ByteSink, type ExportFacts, writeManifest, writeOut } from './export-file.ts';
import { exportName, feedLink } from './use-export.ts';
import { createHash } from 'node:crypto';

const FACTS: ExportFacts = {
  file: { name: 'country-records-of-210.csv', bytes: 812, sha256: ITEM_HASH, rows: 199 },
  register: { title: 'Country', address: 'https://country.example/v1', variant: 'item' },
  ask: { what: 'records', form: 'csv-safe', at: 210, fields: [] },
  size: 210,
  head: { logSize: 210, rootHash: BLOB_HASH },
  rootAt: undefined,
  leafRule: 'item-json',
  verdict: { outcome: 'holds' },
  withoutData: 0,
  madeAtMs: Date.UTC(2026, 10, 21, 12),
};

const manifest = (given: Partial<ExportFacts> = {}) =>
  JSON.parse(writeManifest({ ...FACTS, ...given })) as Record<string, never>;

describe('writeManifest', () => {
  test('tells address, size, root, verdict, time, and what the file is', () => {
    expect(manifest()).toMatchObject({
      format: 'register-explorer/copy-manifest',
      version: 1,
      madeAt: '2026-11-21T12:00:00.000Z',
      file: { name: 'country-records-of-210.csv', mediaType: 'text/csv', bytes: 812, sha256: ITEM_HASH },
      register: { title: 'Country', address: 'https://country.example/v1', variant: 'items (v2)' },
      holds: { what: 'records', count: 199, atLogSize: 210 },
      published: { logSize: 210, rootHash: `sha-256:${BLOB_HASH}` },
      leafRule: 'item-json',
      verified: { outcome: 'holds' },
    });
    expect(manifest()['holds']).not.toHaveProperty('filter');
  });

  test('says holds of what holds alone, and gives reasons otherwise', () => {
    const verified = (verdict: ExportFacts['verdict']) => manifest({ verdict })['verified'];
    expect(
      verified({ outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'no rule fits' }),
    ).toMatchObject({
      outcome: 'cannot-check',
      means: expect.stringContaining('not proved: no rule fits'),
    });
    expect(
      verified({ outcome: 'does-not-match', code: 'hash-differs', expected: ITEM_HASH, computed: BLOB_HASH }),
    ).toMatchObject({
      outcome: 'does-not-match',
      expectedRoot: ITEM_HASH,
      computedRoot: BLOB_HASH,
    });
    for (const outcome of ['cannot-check', 'not-checked', 'does-not-match'] as const)
      expect(JSON.stringify(verified({ outcome, reason: 'so' } as ExportFacts['verdict']))).not.toMatch(
        /give the published root/,
      );
  });

  test('tells of a snapshot its own root, of a filter what it was, and what is missing', () => {
    const filter = { today: '2026-11-21', text: 'isle' };
    const facts = manifest({
      ask: { ...FACTS.ask, at: 200, filter },
      rootAt: ITEM_HASH,
      withoutData: 3,
      head: undefined,
    });
    expect(facts['holds']).toEqual({
      what: 'records',
      count: 199,
      filter,
      atLogSize: 200,
      rootAtLogSize: `sha-256:${ITEM_HASH}`,
      withoutData: 3,
    });
    expect(facts['published']).toBeNull();
  });

  test('spells hashes as the variant does', () => {
    const blob = manifest({ register: { ...FACTS.register, variant: 'blob' } });
    expect(blob['published']).toMatchObject({ rootHash: `1220${BLOB_HASH}` });
  });
});

describe('feedLink', () => {
  const answer = (link: string, address = 'https://r.example/v1/records') => [
    { id: 1, method: 'GET' as const, address, startedAt: 0, from: 'network' as const, link },
  ];

  test('finds an Atom feed that a server names, and resolves its address', () => {
    const link = '</records?page=2>; rel="next", </feed>; rel="alternate"; type="application/atom+xml"';
    expect(feedLink(answer(link))).toBe('https://r.example/feed');
  });

  test('offers nothing else', () => {
    expect(feedLink([])).toBeUndefined();
    expect(feedLink(answer('</x>; rel="alternate"; type="text/csv"'))).toBeUndefined();
    expect(feedLink(answer('</x>; rel="next"; type="application/atom+xml"'))).toBeUndefined();
    expect(
      feedLink(answer('<javascript:void(0)>; rel="alternate"; type="application/atom+xml"')),
    ).toBeUndefined();
    expect(feedLink(answer('not a header'))).toBeUndefined();
  });
});

test('files have plain names, whatever the register is called', () => {
  const ask = FACTS.ask;
  expect(exportName('country', ask, 210)).toBe('country-records-of-210.csv');
  expect(exportName('country', { ...ask, filter: { today: '' }, at: 200 }, 210)).toBe(
    'country-records-filtered-of-200.csv',
  );
  expect(exportName('country', { ...ask, what: 'entries', form: 'rsf' }, 210)).toBe('country.rsf');
  expect(exportName('country', { ...ask, what: 'entries', form: 'rsf', at: 9 }, 210)).toBe(
    'country-of-9.rsf',
  );
  expect(exportName('../..\\\u202Eexe.', { ...ask, form: 'json' }, 210)).toBe('exe-records-of-210.json');
  expect(exportName('…', { ...ask, form: 'json' }, 210)).toBe('register-records-of-210.json');
});

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

  const broken = aSink();
  await expect(
    writeOut(streamOf(['a', new RangeError('no')]).stream, broken.sink, never, () => undefined),
  ).rejects.toThrow('no');
  expect(broken.log.at(-1)).toBe('(aborted)');

  for (const failing of ['write', 'close'] as const) {
    const full = aSink(failing);
    await expect(writeOut(streamOf(['a']).stream, full.sink, never, () => undefined)).rejects.toThrow(
      'disk is full',
    );
    expect(full.log.at(-1)).toBe('(aborted)');
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
