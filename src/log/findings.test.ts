import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { AuditFinding } from '../verify/audit-result.ts';
import { addFinding, type Findings, hasRoomFor, MOST_FINDINGS, verdictOf } from './findings.ts';

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

  test.each(['root', 'entry', 'item'] as const)('keeps a mismatch: %s', (kind) => {
    const findings = collected(...Array.from({ length: MOST_FINDINGS }, () => missing.kind), kind);
    expect(findings.list).toHaveLength(MOST_FINDINGS);
    expect(verdictOf(head, ROOT, findings, 0).outcome).toBe('does-not-match');
  });
});

test('an item that was not seen, or a finding that was lost, does not hold', () => {
  expect(verdictOf(head, ROOT, collected(), 1).outcome).toBe('cannot-check');
  expect(verdictOf(head, ROOT, { list: [], count: 1 }, 0).outcome).toBe('cannot-check');
});

test('there is room for what would be kept', () => {
  const full = collected(...Array.from({ length: MOST_FINDINGS }, () => missing.kind));
  expect(hasRoomFor(collected(), 'unreadable')).toBe(true);
  expect(hasRoomFor(full, 'unreadable')).toBe(false);
  expect(hasRoomFor(full, 'item')).toBe(true);
  expect(hasRoomFor(collected(...Array.from({ length: MOST_FINDINGS }, () => 'item' as const)), 'item')).toBe(
    false,
  );
});

test('what could not be looked at leaves the question open, and nothing found is what holds', () => {
  expect(verdictOf(head, ROOT, collected('item-missing', 'unreadable'), 0).outcome).toBe('cannot-check');
  expect(verdictOf(head, undefined, collected(), 0).outcome).toBe('cannot-check');
  expect(verdictOf(head, 'b'.repeat(64) as Hash, collected(), 0).outcome).toBe('does-not-match');
  expect(verdictOf(head, ROOT, collected(), 0).outcome).toBe('holds');
});
