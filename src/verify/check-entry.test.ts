import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { hashFromBytes } from '../core/hash-bytes.ts';
import { LEAF_RULES, leafRule } from '../core/leaf-rules.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { hashLeaf } from '../core/merkle.ts';
import { auditPath, MerkleLog, rootAt } from '../core/merkle-log.ts';
import type { Entry } from '../core/model.ts';
import { anEntry, BLOB_HASH, flipBit, replaceAt, GARBAGE } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import { checkEntry } from './check-entry.ts';
import type { EntryCheckRequest } from './protocol.ts';

const SIZE = 23;

/** honest asks about entry 10 of a log of 23 whose leaves are written by the rule; the rule is not given. */
function honest(rule: LeafRuleId): EntryCheckRequest {
  const log = new MerkleLog();
  const { variant, leafBytes } = leafRule(rule);
  const entries = Array.from({ length: SIZE }, (_, index) => anEntry(index + 1, { itemHashes: [BLOB_HASH] }));
  for (const entry of entries) log.append(hashLeaf(leafBytes(entry) ?? new Uint8Array()));
  return {
    variant,
    entry: entries[9] as Entry,
    auditPath: auditPath(log, 10, SIZE),
    checkpoint: { logSize: SIZE, rootHash: rootAt(log, SIZE) },
  };
}

afterEach(() => vi.restoreAllMocks());

describe.each(LEAF_RULES.map((rule) => rule.id))('checkEntry of a register whose leaves are %s', (rule) => {
  const request = honest(rule);
  const { variant } = request;
  const order = LEAF_RULES.filter((known) => known.variant === variant).map((known) => known.id);

  it('finds the rule by trying those of the variant', () => {
    const check = checkEntry(request);
    expect(check.verdict).toEqual({ outcome: 'holds' });
    expect(check.leafRule).toBe(rule);
    expect(check.triedRules).toEqual(order.slice(0, order.indexOf(rule) + 1));
  });

  it('returns the very bytes and hashes that lead to the root', () => {
    const { entry, leafBytes, leafHash, steps, computedRoot, checkpoint } = checkEntry(request);
    expect(leafBytes).toEqual(leafRule(rule).leafBytes(entry));
    expect(leafHash).toBe(sha256(Uint8Array.of(0), leafBytes ?? ''));
    expect(steps[0]).toMatchObject({ level: 1, side: 'left', right: leafHash, left: request.auditPath[0] });
    expect(steps.at(-1)).toMatchObject({ result: checkpoint.rootHash, covers: { first: 1, last: SIZE } });
    expect(steps).toHaveLength(request.auditPath.length);
    expect(computedRoot).toBe(checkpoint.rootHash);
  });

  it('tries the given rule alone', () => {
    for (const given of order) {
      const check = checkEntry({ ...request, leafRule: given });
      expect(check.verdict.outcome).toBe(given === rule ? 'holds' : 'does-not-match');
      expect(check.triedRules).toEqual([given]);
      expect(check.leafRule).toBe(given);
    }
  });

  it('gives both roots where the known rule leads elsewhere', () => {
    const entry = { ...request.entry, key: 'another' };
    const check = checkEntry({ ...request, entry, leafRule: rule });
    const expected = request.checkpoint.rootHash;
    expect(check.verdict).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected,
      computed: check.computedRoot,
    });
    expect(check.steps).toHaveLength(request.auditPath.length);
    expect(check.entry).toEqual(entry);
  });

  it.each<[string, Partial<EntryCheckRequest>]>([
    ['key', { entry: { ...request.entry, key: 'another' } }],
    ['timestamp', { entry: { ...request.entry, timestamp: '2016-04-05T13:23:06Z' } }],
    ['item hash', { entry: { ...request.entry, itemHashes: [GARBAGE] } }],
    ['entry number', { entry: { ...request.entry, entryNumber: 11, indexEntryNumber: 11 } }],
    ['root', { checkpoint: { logSize: SIZE, rootHash: GARBAGE } }],
    ['first hash of the path', { auditPath: replaceAt(request.auditPath, 0, GARBAGE) }],
    [
      'one bit of the path',
      { auditPath: replaceAt(request.auditPath, 3, flipBit(request.auditPath[3] as Hash, 9)) },
    ],
  ])('refutes another %s where the rule is known, and cannot check it where no rule is', (_, change) => {
    expect(checkEntry({ ...request, ...change, leafRule: rule }).verdict.outcome).toBe('does-not-match');
    const unknown = checkEntry({ ...request, ...change });
    expect(unknown.verdict).toEqual({
      outcome: 'cannot-check',
      code: 'unknown-leaf-rule',
      reason: `unknown leaf rule: tried ${order.join(', ')}; none gives the root`,
    });
    expect(unknown.triedRules).toEqual(order);
    expect(unknown).not.toHaveProperty('leafRule');
    expect(unknown.steps).toEqual([]);
  });

  it.each<[string, readonly Hash[]]>([
    ['short', request.auditPath.slice(1)],
    ['long', [...request.auditPath, GARBAGE]],
    ['empty', []],
  ])('refutes a path that is too %s, rule known or not', (_, path) => {
    const reason = `the proof has ${path.length} hashes; for entry 10 in a log of 23 it has exactly 5`;
    const verdict = { outcome: 'does-not-match', code: 'path-length', reason };
    expect(checkEntry({ ...request, auditPath: path }).verdict).toEqual(verdict);
    expect(checkEntry({ ...request, auditPath: path, leafRule: rule }).verdict).toEqual(verdict);
  });

  it('keeps the leaf of an entry whose path has the wrong length, and names no rule that nothing confirmed', () => {
    const known = checkEntry({ ...request, auditPath: [], leafRule: rule });
    expect(known).toMatchObject({ leafRule: rule, leafRuleTitle: leafRule(rule).title, steps: [] });
    expect(known.leafHash).toBe(sha256(Uint8Array.of(0), leafRule(rule).leafBytes(request.entry) ?? ''));
    const unknown = checkEntry({ ...request, auditPath: [] });
    expect(unknown).not.toHaveProperty('leafRule');
    expect(unknown).not.toHaveProperty('computedRoot');
    expect(unknown.leafRuleTitle).toContain('no proof has confirmed it');
    expect(unknown.leafBytes).toEqual(leafRule(order[0] ?? rule).leafBytes(request.entry));
    expect(unknown.leafHash).toBe(sha256(Uint8Array.of(0), unknown.leafBytes ?? ''));
  });

  it('cannot check a lone surrogate, rule known or not', () => {
    const entry = { ...request.entry, key: '\ud800' };
    const reason = 'the text holds half a surrogate pair (U+D800), which UTF-8 cannot write';
    expect(checkEntry({ ...request, entry }).verdict).toEqual({
      outcome: 'cannot-check',
      code: 'unhashable',
      reason,
    });
    expect(checkEntry({ ...request, entry, leafRule: rule }).verdict).toEqual({
      outcome: 'cannot-check',
      code: 'unhashable',
      reason,
    });
  });

  it('answers in plain data', () => {
    const check = checkEntry(request);
    expect(structuredClone(check)).toEqual(check);
  });
});

describe('checkEntry', () => {
  const request = honest('item-json');

  it('cannot check an entry that came after the root', () => {
    const { verdict } = checkEntry({ ...request, entry: anEntry(24) });
    expect(verdict).toEqual({
      outcome: 'cannot-check',
      code: 'log-moved-on',
      reason: 'entry 24 is not in a log of 23 entries: the root is older than the entry',
    });
  });

  it('cannot check by a rule that has no room for the entry, is of the other variant, or is unknown', () => {
    const two = { ...request.entry, itemHashes: [BLOB_HASH, GARBAGE] };
    for (const [given, entry] of [
      ['item-json-2016', two],
      ['blob-hex', request.entry],
      ['item-xml', request.entry],
    ] as const) {
      const check = checkEntry({ ...request, entry, leafRule: given as LeafRuleId });
      expect(check.verdict).toEqual({
        outcome: 'cannot-check',
        code: 'unhashable',
        reason: `the leaf rule ${given} cannot write this entry`,
      });
      expect(check.triedRules).toEqual([]);
    }
  });

  it('says so where no rule of the variant has room for the entry', () => {
    const blob = honest('blob-hex');
    const { verdict } = checkEntry({ ...blob, entry: { ...blob.entry, itemHashes: [] } });
    expect(verdict).toEqual({
      outcome: 'cannot-check',
      code: 'unknown-leaf-rule',
      reason: 'unknown leaf rule: no known rule can write this entry',
    });
  });

  it('passes over a rule that has no room for the entry', () => {
    const entry = anEntry(1, { itemHashes: [BLOB_HASH, GARBAGE] });
    const { verdict, triedRules } = checkEntry({
      variant: 'item',
      entry,
      auditPath: [],
      checkpoint: { logSize: 1, rootHash: GARBAGE },
    });
    expect(verdict.outcome).toBe('cannot-check');
    expect(triedRules).toEqual(['item-json']);
  });

  it('answers any data with a verdict, and never says that it holds', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hashFromBytes);
    const number = fc.oneof(fc.integer({ min: -1, max: 30 }), fc.anything());
    const hashes = fc.oneof(fc.array(hash), fc.anything());
    const entry = fc.record({
      entryNumber: number,
      indexEntryNumber: number,
      key: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
      timestamp: fc.oneof(fc.string(), fc.anything()),
      itemHashes: hashes,
    });
    const any = fc.record({
      variant: fc.constantFrom('item', 'blob', 'other'),
      entry: fc.oneof({ weight: 5, arbitrary: entry }, { weight: 1, arbitrary: fc.anything() }),
      auditPath: hashes,
      checkpoint: fc.oneof(
        fc.record({ logSize: number, rootHash: fc.oneof(hash, fc.anything()) }),
        fc.anything(),
      ),
      leafRule: fc.oneof(fc.constantFrom(undefined, ...LEAF_RULES.map((rule) => rule.id)), fc.string()),
    });
    fc.assert(
      fc.property(any, (data) => {
        const { outcome } = checkEntry(data as EntryCheckRequest).verdict;
        expect(['does-not-match', 'cannot-check']).toContain(outcome);
      }),
      { numRuns: 2000 },
    );
  });
});
