import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { AuditPhase } from '../../log/audit-types.ts';
import type { ItemList } from '../../query/item-list-note.ts';
import type { AuditResult } from '../../verify/audit-result.ts';
import { asksFirst, costOf, costWords, type Plan, planOf, workOf, workWords } from './start-card.tsx';

const head = { logSize: 295, rootHash: 'a'.repeat(64) as Hash };
const other = { logSize: 295, rootHash: 'b'.repeat(64) as Hash };
const stopped = (phase: AuditPhase, entriesDone: number): Plan => ({
  kind: 'go-on',
  run: { head, phase, entriesDone },
});

describe('what is left of an audit that was not finished', () => {
  const left = (plan: Plan) => {
    const work = workOf(plan, 295, 293);
    return { ...work, words: workWords(plan, work, 'items') };
  };

  test('while entries are read, all items are still to be read', () => {
    expect(left(stopped('entries', 200))).toEqual({
      entries: 95,
      items: 293,
      atMost: false,
      words: '95 entries and all items',
    });
  });

  test('once all entries are read, the items are not forgotten', () => {
    expect(left(stopped('items', 295))).toEqual({
      entries: 0,
      items: 293,
      atMost: true,
      words: 'the items that are left',
    });
  });

  test('a run that stopped while naming what differs reads only proofs', () => {
    expect(left(stopped('comparing', 295))).toMatchObject({ entries: 0, items: 0 });
    expect(left(stopped('comparing', 295)).words).toMatch(/^a few proofs/);
  });
});

test('a saved run, or a result, of another root of the same size is not gone on from', () => {
  const run = { head: other, phase: 'entries', entriesDone: 7 } as const;
  expect(planOf(head, undefined, run).kind).toBe('first');
  const result = { head: other, verdict: { outcome: 'holds' } } as AuditResult;
  expect(planOf(head, result, undefined).kind).toBe('first');
});

test.each([
  [15, 15, 'about 16 requests and 6.8 kB'],
  [295, 290, 'about 4 requests and 130 kB'],
  [1, 0, 'about 1 request and under 1 kB'],
  [1_000_000, 1_000_000, 'about 10,200 requests and 450 MB'],
])('%i entries and %i items: %s', (entries, items, words) => {
  expect(costWords(costOf(entries, items, 'listed'), 'items')).toBe(words);
});

test('without a list of items each is one request, and where nobody knows both are said', () => {
  const words = (list: ItemList) => costWords(costOf(295, 293, list), 'blobs');
  expect(words('unlisted')).toBe('about 295 requests and 130 kB');
  expect(words('unknown')).toBe(
    'about 4 requests and 130 kB, or about 295 requests if the server has no list of blobs',
  );
  expect(costWords(costOf(15, 15, 'unknown'), 'items')).toBe('about 16 requests and 6.8 kB');
});

test('only a long log of somebody else is asked about twice', () => {
  const remote = { kind: 'remote', base: 'https://r.example' } as const;
  expect(asksFirst(remote, 20_001)).toBe(true);
  expect(asksFirst(remote, 20_000)).toBe(false);
  expect(asksFirst({ kind: 'bundled', name: 'premises', mount: 'v2' }, 1_000_000)).toBe(false);
});
