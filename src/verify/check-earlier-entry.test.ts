import { describe, expect, it } from 'vitest';
import { LEAF_RULES, leafRule } from '../core/leaf-rules.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { hashLeaf } from '../core/merkle.ts';
import { auditPath, consistencyPath, MerkleLog, rootAt } from '../core/merkle-log.ts';
import { anEntry, BLOB_HASH, flipBit, replaceAt, GARBAGE } from '../testing/builders.ts';
import { checkEarlierEntry } from './check-entry.ts';
import type { EarlierEntryCheckRequest } from './protocol.ts';

const SIZE = 23;
const entries = Array.from({ length: SIZE }, (_, index) => anEntry(index + 1, { itemHashes: [BLOB_HASH] }));

function logBy(rule: LeafRuleId): MerkleLog {
  const log = new MerkleLog();
  for (const entry of entries) log.append(hashLeaf(leafRule(rule).leafBytes(entry) ?? new Uint8Array()));
  return log;
}

function honest(rule: LeafRuleId, entryNumber: number, logSize: number): EarlierEntryCheckRequest {
  const log = logBy(rule);
  return {
    variant: leafRule(rule).variant,
    entry: entries[entryNumber - 1] ?? anEntry(entryNumber),
    logSize,
    auditPath: auditPath(log, entryNumber, logSize),
    consistencyPath: consistencyPath(log, logSize, SIZE),
    head: { logSize: SIZE, rootHash: rootAt(log, SIZE) },
  };
}

describe.each(LEAF_RULES.map((rule) => rule.id))(
  'checkEarlierEntry of a register whose leaves are %s',
  (rule) => {
    const log = logBy(rule);

    it('holds at every earlier size and at the head, rule known or not', () => {
      for (let logSize = 10; logSize <= SIZE; logSize += 1) {
        const request = honest(rule, 10, logSize);
        const check = checkEarlierEntry(request);
        expect(check.verdict).toEqual({ outcome: 'holds' });
        expect(check.leafRule).toBe(rule);
        expect(check.checkpoint).toEqual({ logSize, rootHash: rootAt(log, logSize) });
        expect(check.head).toEqual(request.head);
        expect(checkEarlierEntry({ ...request, leafRule: rule }).verdict.outcome).toBe('holds');
      }
    });

    it.each([16, 19, SIZE])(
      'refutes at size %d whatever is altered where the rule is known, and never holds',
      (logSize) => {
        const request = honest(rule, 10, logSize);
        const altered: Partial<EarlierEntryCheckRequest>[] = [
          { entry: anEntry(10, { itemHashes: [GARBAGE] }) },
          { entry: anEntry(10, { itemHashes: [BLOB_HASH], key: 'another' }) },
          { head: { logSize: SIZE, rootHash: GARBAGE } },
          { consistencyPath: [...request.consistencyPath, GARBAGE] },
          ...request.auditPath.map((hash, index) => ({
            auditPath: replaceAt(request.auditPath, index, flipBit(hash, index)),
          })),
          ...request.consistencyPath.map((hash, index) => ({
            consistencyPath: replaceAt(request.consistencyPath, index, flipBit(hash, index)),
          })),
        ];
        for (const change of altered) {
          expect(checkEarlierEntry({ ...request, ...change, leafRule: rule }).verdict.outcome).toBe(
            'does-not-match',
          );
          expect(checkEarlierEntry({ ...request, ...change }).verdict.outcome).not.toBe('holds');
        }
      },
    );

    it('refutes the entry of a forked log whose own growth is consistent', () => {
      const forked = new MerkleLog();
      for (const entry of replaceAt(entries, 9, anEntry(10, { itemHashes: [GARBAGE] }))) {
        forked.append(hashLeaf(leafRule(rule).leafBytes(entry) ?? new Uint8Array()));
      }
      const check = checkEarlierEntry({
        ...honest(rule, 10, 19),
        entry: anEntry(10, { itemHashes: [GARBAGE] }),
        auditPath: auditPath(forked, 10, 19),
        consistencyPath: consistencyPath(forked, 19, SIZE),
        leafRule: rule,
      });
      expect(check.verdict.outcome).toBe('does-not-match');
    });
  },
);

describe('checkEarlierEntry', () => {
  const request = honest('item-json', 10, 19);

  it('says which rules were tried where none leads to the head', () => {
    const check = checkEarlierEntry({ ...request, entry: anEntry(10, { itemHashes: [GARBAGE] }) });
    expect(check.verdict).toEqual({
      outcome: 'cannot-check',
      code: 'unknown-leaf-rule',
      reason: 'unknown leaf rule: tried item-json, item-json-2016; none gives the root',
    });
    expect(check.triedRules).toEqual(['item-json', 'item-json-2016']);
  });

  it.each(['auditPath', 'consistencyPath'] as const)(
    'refutes a wrong length of %s also where no rule is known: it leads nowhere by any',
    (path) => {
      const { verdict } = checkEarlierEntry({ ...request, [path]: [...request[path], GARBAGE] });
      expect(verdict).toMatchObject({ outcome: 'does-not-match', code: 'path-length' });
    },
  );

  it.each<[string, object]>([
    ['a size beyond the entry', { logSize: 9 }],
    ['a lone surrogate', { entry: anEntry(10, { key: '\ud800' }) }],
    ['an unknown variant', { variant: 'other' }],
    ['an unknown rule', { leafRule: 'item-xml' }],
  ])('cannot check %s, and does not throw', (_, change) => {
    const data = { ...request, ...change } as EarlierEntryCheckRequest;
    expect(checkEarlierEntry(data).verdict.outcome).toBe('cannot-check');
  });

  it('refutes a size that the head has not reached', () => {
    const longer = { ...request, head: { logSize: 15, rootHash: GARBAGE }, leafRule: 'item-json' as const };
    expect(checkEarlierEntry(longer).verdict.outcome).not.toBe('holds');
  });
});
