import { describe, expect, test } from 'vitest';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import { dataHashesIfAny } from '../core/data-hash.ts';
import type { Hash } from '../core/hash.ts';
import type { AuditFinding } from '../verify/audit-result.ts';
import { anEntry, anItem } from '../testing/builders.ts';
import { LogHost } from './log-host.ts';
import { proveHost } from './serve-log-host.ts';
import { verdictOf } from './log-verdict.ts';

const item = anItem({ names: ['y', 'x', 'y'] });
const nothing = new Uint8Array();

test.each(dataHashesIfAny('blob', item).map((hash) => [hash]))(
  'a blob with a repeated member is taken under either hash, however it comes: %s',
  (hash) => {
    const host = new LogHost({
      eachEntry(_variant, _bytes, take) {
        take(anEntry(1, { itemHashes: [hash] }));
        return undefined;
      },
      eachItem(_variant, _bytes, take) {
        take({ hash, item });
        return undefined;
      },
      item: () => ({ ok: true, value: item }),
      records: () => ({ ok: true, value: [item] }),
    });
    for (const keepsData of [true, false])
      for (const take of [
        () => host.items(nothing),
        () => host.items(nothing, hash),
        () => host.records(nothing),
      ]) {
        host.open({ variant: 'blob', keepsData });
        expect(host.entries(nothing, 1)).toMatchObject({ named: 1, seen: 0 });
        expect(take()).toMatchObject({ ok: true, named: 1, seen: 1 });
        expect(host.findings()).toEqual({ list: [], count: 0 });
      }
  },
);

// A right host, and wrong hashers: verify/known-answer.test.ts.
test.each(['entries', 'items', 'records', 'rootFor', 'findings'] as const)(
  'a host that proves itself finds %s in error',
  (name) => {
    const wrong = {
      entries: {},
      items: {},
      records: {},
      rootFor: undefined,
      findings: { list: [], count: 0 },
    };
    const corrupted = Object.assign(new LogHost(bulkDecoder), { [name]: () => wrong[name] });
    expect(() => proveHost(corrupted)).toThrow(/wrongly|compared with a head/);
  },
);

describe('the verdict on a log', () => {
  const ROOT = 'a'.repeat(64) as Hash;
  const all = { computedRoot: ROOT, named: 3, seen: 3 };
  const found = (...kinds: AuditFinding['kind'][]) => ({
    findings: { list: kinds.map((kind) => ({ kind, text: kind })), count: kinds.length },
  });
  test.each([
    ['nothing found', { ...all, ...found() }, 'holds'],
    ['another root', { ...all, ...found(), computedRoot: 'b'.repeat(64) as Hash }, 'does-not-match'],
    ['no root', { named: 3, seen: 3, ...found() }, 'cannot-check'],
    ['other data', { ...all, ...found('item-missing', 'unreadable', 'item') }, 'does-not-match'],
    ['data that is missing', { ...all, ...found('item-missing') }, 'cannot-check'],
    ['data that cannot be hashed', { ...all, ...found('unreadable') }, 'cannot-check'],
    ['data that was not seen', { ...all, ...found(), seen: 2 }, 'cannot-check'],
    ['a finding that was not kept', { ...all, findings: { list: [], count: 1 } }, 'cannot-check'],
  ])('with %s: %s', (_, report, outcome) => {
    expect(verdictOf({ logSize: 9, rootHash: ROOT }, report).outcome).toBe(outcome);
  });
});
