import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { AuditFinding, AuditResult } from '../../verify/audit-result.ts';
import { resultChecks } from './audit-result.tsx';

const ROOT = 'a'.repeat(64) as Hash;
const OTHER = 'b'.repeat(64) as Hash;

function result(given: Partial<AuditResult> = {}): AuditResult {
  return {
    verdict: { outcome: 'holds' },
    head: { logSize: 295, rootHash: ROOT },
    variant: 'item',
    leafRule: 'item-json',
    computedRoot: ROOT,
    findings: [],
    findingCount: given.findings?.length ?? 0,
    entries: 295,
    items: 290,
    itemsNamed: 290,
    continuedFrom: 0,
    hasher: 'hash-wasm',
    workers: 2,
    elapsedMs: 100,
    bytes: 1000,
    finishedAt: 0,
    ...given,
  };
}

const states = (given: Partial<AuditResult>) => {
  const made = result(given);
  return Object.fromEntries(resultChecks(made, made.verdict).map(({ id, state }) => [id, state]));
};

const finding = (kind: AuditFinding['kind'], given: Partial<AuditFinding> = {}): AuditFinding => ({
  kind,
  text: 'Something.',
  ...given,
});

describe('resultChecks', () => {
  test('an audit that held holds in every check', () => {
    expect(states({})).toEqual({ numbering: 'holds', items: 'holds', root: 'holds', whole: 'holds' });
  });

  test('another root is a mismatch of the root and of the whole', () => {
    expect(
      states({
        verdict: { outcome: 'does-not-match', code: 'hash-differs', expected: ROOT, computed: OTHER },
        computedRoot: OTHER,
        findings: [finding('entry', { entryNumber: 7 })],
      }),
    ).toMatchObject({ root: 'does-not-match', whole: 'does-not-match', items: 'holds' });
  });

  test('an item that does not match leaves the root as it is', () => {
    expect(
      states({
        verdict: { outcome: 'does-not-match', code: 'data-differs', reason: 'an item' },
        items: 289,
        findings: [finding('item', { itemHash: OTHER })],
      }),
    ).toEqual({ numbering: 'holds', items: 'does-not-match', root: 'holds', whole: 'does-not-match' });
  });

  test('missing data cannot be checked, and the whole neither', () => {
    expect(
      states({
        verdict: { outcome: 'cannot-check', code: 'incomplete', reason: 'data is missing' },
        items: 289,
        findings: [finding('item-missing', { itemHash: OTHER })],
      }),
    ).toEqual({ numbering: 'holds', items: 'cannot-check', root: 'holds', whole: 'cannot-check' });
  });

  test('no root is no mismatch', () => {
    const {
      computedRoot: _,
      leafRule: __,
      ...rest
    } = result({
      verdict: { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'unknown leaf rule' },
      entries: 0,
      items: 0,
      itemsNamed: 0,
    });
    const found = resultChecks(rest, rest.verdict);
    expect(found.map(({ state }) => state)).not.toContain('does-not-match');
    expect(found.find(({ id }) => id === 'whole')?.state).toBe('cannot-check');
    expect(found.find(({ id }) => id === 'root')?.state).toBe('cannot-check');
    expect(found.map(({ state }) => state)).not.toContain('holds');
    expect(found[0]?.title).toBe('The reading was not begun');
    expect(found.map(({ title, detail }) => `${title} ${detail}`).join(' ')).not.toMatch(/not every entry/i);
  });

  test.each<[string, Partial<AuditResult>]>([
    ['entries are missing', { entries: 294 }],
    ['items are missing', { items: 289 }],
    ['the root differs', { computedRoot: OTHER }],
    ['the verdict is another', { verdict: { outcome: 'cannot-check', code: 'incomplete', reason: 'no' } }],
  ])('the whole never holds where %s, whatever else is said', (_, given) => {
    expect(states(given)['whole']).not.toBe('holds');
  });

  test('what held for an earlier head is told as past, and not checked now', () => {
    const whole = resultChecks(result(), {
      outcome: 'not-checked',
      code: 'other-head',
      reason: 'another head',
    }).at(-1);
    expect(whole).toMatchObject({
      state: 'not-checked',
      title: 'With 295 entries the register was exactly what its root committed to',
    });
  });

  test('a head that the remembered root contradicts makes the whole uncertain', () => {
    const whole = resultChecks(result(), {
      outcome: 'cannot-check',
      code: 'head-contradicted',
      reason: 'it does not fit',
    }).at(-1);
    expect(whole).toMatchObject({ state: 'cannot-check', detail: 'It does not fit.' });
  });
});
