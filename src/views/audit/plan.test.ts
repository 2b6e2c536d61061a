import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { AuditPhase, AuditResult } from '../../verify/audit/audit-types.ts';
import { type Plan, planOf, workOf, workWords } from './plan.ts';

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
