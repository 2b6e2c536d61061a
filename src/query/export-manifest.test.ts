import { describe, expect, test } from 'vitest';
import { BLOB_HASH, ITEM_HASH } from '../testing/builders.ts';
import { type ExportFacts, writeManifest } from './export-manifest.ts';
import { exportName } from './export-name.ts';
import { feedLink } from './feed-link.ts';

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
