import { describe, expect, it } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/model.ts';
import { LEAF_RULES, leafRule } from '../core/leaf-rules.ts';
import { auditPath, consistencyPath } from '../core/merkle-log.ts';
import type { CannotCheckCode } from '../core/verdict.ts';
import { anEntry, BLOB_HASH, flipBit, GARBAGE, replaceAt } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import { headAt, logWith } from '../testing/small-register.ts';
import { checkEntry } from './check-entry.ts';
import type { EntryCheckRequest } from './protocol.ts';

// Requests that are corrupted anywhere, at an earlier size too: corrupted-requests.test.ts.

const SIZE = 23;
const entries = Array.from({ length: SIZE }, (_, index) => anEntry(index + 1, { itemHashes: [BLOB_HASH] }));
const TENTH = anEntry(10, { itemHashes: [BLOB_HASH] });
const ALTERED = anEntry(10, { itemHashes: [GARBAGE] });
const RULES = LEAF_RULES.map(({ id }) => id);
const cannot = (code: CannotCheckCode) => ({ outcome: 'cannot-check', code });

/** honest requests the check of entry 10 of a log with leaves of this rule, without naming the rule. */
function honest(rule: LeafRuleId): EntryCheckRequest {
  const log = logWith(entries, rule);
  const { variant } = leafRule(rule);
  return { variant, entry: TENTH, auditPath: auditPath(log, 10, SIZE), checkpoint: headAt(SIZE, log) };
}

/** honestAt requests its check in the log of an earlier size. */
function honestAt(logSize: number, rule: LeafRuleId, log = logWith(entries, rule)) {
  return {
    variant: leafRule(rule).variant,
    entry: TENTH,
    auditPath: auditPath(log, 10, logSize),
    checkpoint: headAt(SIZE, log),
    earlier: { logSize, path: consistencyPath(log, logSize, SIZE) },
  };
}

const leafHashOf = (bytes: Uint8Array | undefined): Hash => sha256(Uint8Array.of(0), bytes ?? '');
const flippedAt = (path: readonly Hash[], index: number): Hash[] =>
  replaceAt(path, index, flipBit(path[index] as Hash, index + 9));

describe.each(RULES)('checkEntry of a register whose leaves are %s', (rule) => {
  const request = honest(rule);
  const { variant, checkpoint } = request;
  const order = LEAF_RULES.filter((known) => known.variant === variant).map(({ id }) => id);

  it('finds the rule by trying those of the variant, and returns the very bytes and hashes that lead to the root', () => {
    const { verdict, triedRules, steps, leafBytes, leafHash, ...check } = checkEntry(request);
    expect(verdict).toEqual({ outcome: 'holds' });
    expect(check).toMatchObject({ leafRule: rule, checkpoint, computedRoot: checkpoint.rootHash });
    expect(triedRules).toEqual(order.slice(0, order.indexOf(rule) + 1));
    expect(leafBytes).toEqual(leafRule(rule).leafBytes(check.entry));
    expect(leafHash).toBe(leafHashOf(leafBytes));
    expect(steps[0]).toMatchObject({ level: 1, side: 'left', right: leafHash, left: request.auditPath[0] });
    expect(steps.at(-1)).toMatchObject({ result: checkpoint.rootHash, covers: { first: 1, last: SIZE } });
    expect(steps).toHaveLength(request.auditPath.length);
  });

  it('tries the given rule alone', () => {
    for (const given of order)
      expect(checkEntry({ ...request, leafRule: given })).toMatchObject({
        verdict: { outcome: given === rule ? 'holds' : 'does-not-match' },
        triedRules: [given],
        leafRule: given,
      });
  });

  it.each<[string, Partial<EntryCheckRequest>]>([
    ['key', { entry: { ...TENTH, key: 'another' } }],
    ['timestamp', { entry: { ...TENTH, timestamp: '2016-04-05T13:23:06Z' } }],
    ['item hash', { entry: ALTERED }],
    ['entry number', { entry: { ...TENTH, entryNumber: 11, indexEntryNumber: 11 } }],
    ['root', { checkpoint: { logSize: SIZE, rootHash: GARBAGE } }],
    ['first hash of the path', { auditPath: replaceAt(request.auditPath, 0, GARBAGE) }],
    ['bit of the path', { auditPath: flippedAt(request.auditPath, 3) }],
  ])('refutes another %s where the rule is known, and cannot check it where no rule is', (_, change) => {
    const corrupted = { ...request, ...change };
    const known = checkEntry({ ...corrupted, leafRule: rule });
    expect(known.verdict).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: corrupted.checkpoint.rootHash,
      computed: known.computedRoot,
    });
    expect([known.steps.length, known.entry]).toEqual([corrupted.auditPath.length, corrupted.entry]);
    const unknown = checkEntry(corrupted);
    expect(unknown).toMatchObject({ triedRules: order, steps: [] });
    expect(unknown).not.toHaveProperty('leafRule');
    expect(unknown.verdict).toEqual({
      outcome: 'cannot-check',
      code: 'unknown-leaf-rule',
      reason: expect.stringContaining(order.join(', ')),
    });
  });

  it.each<[string, readonly Hash[]]>([
    ['short', request.auditPath.slice(1)],
    ['long', [...request.auditPath, GARBAGE]],
    ['empty', []],
  ])('refutes a path that is too %s, and names no rule that nothing confirmed', (_, path) => {
    const verdict = { outcome: 'does-not-match', code: 'path-length', reason: expect.any(String) };
    const leafBytes = (by: LeafRuleId) => leafRule(by).leafBytes(TENTH);
    const known = checkEntry({ ...request, auditPath: path, leafRule: rule });
    expect(known).toMatchObject({ verdict, leafRule: rule, leafRuleTitle: leafRule(rule).title, steps: [] });
    expect(known.leafHash).toBe(leafHashOf(leafBytes(rule)));
    const unknown = checkEntry({ ...request, auditPath: path });
    expect(unknown.verdict).toEqual(verdict);
    expect(unknown).not.toHaveProperty('leafRule');
    expect(unknown).not.toHaveProperty('computedRoot');
    expect(unknown.leafRuleTitle).toContain('no proof has confirmed it');
    expect(unknown.leafBytes).toEqual(leafBytes(order[0] ?? rule));
    expect(unknown.leafHash).toBe(leafHashOf(unknown.leafBytes));
  });

  it('cannot check a lone surrogate, rule known or not', () => {
    const entry = { ...TENTH, key: '\ud800' };
    for (const known of [{}, { leafRule: rule }])
      expect(checkEntry({ ...request, entry, ...known }).verdict).toMatchObject(cannot('unhashable'));
  });
});

describe('checkEntry', () => {
  const request = honest('item-json');
  const two = { ...TENTH, itemHashes: [BLOB_HASH, GARBAGE] };
  const none = { ...honest('blob-hex'), entry: { ...TENTH, itemHashes: [] } };

  it.each<[string, EntryCheckRequest, CannotCheckCode, tried: LeafRuleId[]]>([
    ['an entry that came after the root', { ...request, entry: anEntry(24) }, 'log-moved-on', []],
    [
      'by a rule that has no room for it',
      { ...request, entry: two, leafRule: 'item-json-2016' },
      'unhashable',
      [],
    ],
    ['by a rule of the other variant', { ...request, leafRule: 'blob-hex' }, 'unhashable', []],
    ['by an unknown rule', { ...request, leafRule: 'item-xml' as LeafRuleId }, 'unhashable', []],
    ['where no rule has room for it', none, 'unknown-leaf-rule', []],
    ['by more rules than have room for it', { ...request, entry: two }, 'unknown-leaf-rule', ['item-json']],
  ])('cannot check %s', (_, asked, code, tried) => {
    expect(checkEntry(asked)).toMatchObject({ verdict: cannot(code), triedRules: tried });
  });
});

describe.each(RULES)('checkEntry at an earlier size of a register whose leaves are %s', (rule) => {
  const log = logWith(entries, rule);

  it('holds at every earlier size and at the head, rule known or not', () => {
    for (let logSize = 10; logSize <= SIZE; logSize += 1) {
      const request = honestAt(logSize, rule, log);
      const { verdict, ...check } = checkEntry(request);
      expect(verdict).toEqual({ outcome: 'holds' });
      expect(check).toMatchObject({
        leafRule: rule,
        checkpoint: headAt(logSize, log),
        head: request.checkpoint,
      });
      expect(checkEntry({ ...request, leafRule: rule }).verdict.outcome).toBe('holds');
    }
  });
});

describe('checkEntry at an earlier size', () => {
  const request = honestAt(19, 'item-json');

  it.each([
    ['entry proof', { auditPath: [...request.auditPath, GARBAGE] }],
    ['consistency proof', { earlier: { logSize: 19, path: [...request.earlier.path, GARBAGE] } }],
  ])('refutes a wrong length of the %s also where no rule is known: it leads nowhere by any', (_, change) => {
    const { verdict } = checkEntry({ ...request, ...change });
    expect(verdict).toMatchObject({ outcome: 'does-not-match', code: 'path-length' });
  });

  it('does not hold at a size that the entry has not reached, or that the head has not', () => {
    const { earlier } = request;
    const early = checkEntry({ ...request, earlier: { ...earlier, logSize: 9 } });
    expect(early).toMatchObject({ verdict: cannot('log-moved-on'), checkpoint: request.checkpoint });
    const longer = {
      ...request,
      checkpoint: { logSize: 15, rootHash: GARBAGE },
      leafRule: 'item-json' as const,
    };
    expect(checkEntry(longer).verdict).toMatchObject(cannot('log-moved-on'));
  });
});
