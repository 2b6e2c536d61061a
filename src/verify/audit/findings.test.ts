import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { AuditFinding } from './audit-types.ts';
import { addFinding, type Findings, MOST_FINDINGS, verdictOf } from './findings.ts';

const ROOT = 'a'.repeat(64) as Hash;
const head = { logSize: 9, rootHash: ROOT };
const missing: AuditFinding = { kind: 'item-missing', text: 'missing' };

function collected(...kinds: readonly AuditFinding['kind'][]): Findings {
  const findings: Findings = { list: [], count: 0 };
  for (const kind of kinds) addFinding(findings, { kind, text: kind });
  return findings;
}

describe('a list of findings that is full', () => {
  test('counts on', () => {
    const findings = collected(...Array.from({ length: 50 }, () => missing.kind));
    expect(findings.list).toHaveLength(MOST_FINDINGS);
    expect(findings.count).toBe(50);
  });

  test.each(['root', 'entry', 'item', 'numbering'] as const)('keeps a mismatch: %s', (kind) => {
    const findings = collected(...Array.from({ length: MOST_FINDINGS }, () => missing.kind), kind);
    expect(findings.list).toHaveLength(MOST_FINDINGS);
    expect(verdictOf(head, ROOT, findings).outcome).toBe('does-not-match');
  });
});

test('what could not be looked at leaves the question open, and nothing found is what holds', () => {
  expect(verdictOf(head, ROOT, collected('item-missing', 'unreadable')).outcome).toBe('cannot-check');
  expect(verdictOf(head, undefined, collected()).outcome).toBe('cannot-check');
  expect(verdictOf(head, 'b'.repeat(64) as Hash, collected()).outcome).toBe('does-not-match');
  expect(verdictOf(head, ROOT, collected()).outcome).toBe('holds');
});
