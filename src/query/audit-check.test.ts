import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { AuditResult } from '../verify/audit/audit-types.ts';
import { auditCheck, auditCheckQuery } from './audit-check.ts';
import { growthQuery } from './memory-queries.ts';
import type { RegisterSession } from './session.ts';

const head: Checkpoint = { logSize: 9, rootHash: 'a'.repeat(64) as Hash };
const audit = (verdict: Verdict): AuditResult => ({ verdict, head, finishedAt: 1 }) as unknown as AuditResult;
const HOLDS: Verdict = { outcome: 'holds' };
const MISMATCH: Verdict = { outcome: 'does-not-match', code: 'data-differs', reason: 'x' };
const OPEN: Verdict = { outcome: 'cannot-check', code: 'incomplete', reason: 'x' };
const others: readonly Checkpoint[] = [
  { ...head, logSize: 10 },
  { ...head, logSize: 8 },
  { ...head, rootHash: 'b'.repeat(64) as Hash },
];

test('an audit is worth what it found for the very head it was of', () => {
  for (const verdict of [HOLDS, MISMATCH, OPEN])
    expect(auditCheck(audit(verdict), head)).toEqual({ verdict, ofAnotherHead: false });
});

test('for any other head only a mismatch is worth something', () => {
  for (const other of others) {
    expect(auditCheck(audit(HOLDS), other)).toMatchObject({
      verdict: { outcome: 'not-checked' },
      ofAnotherHead: true,
    });
    expect(auditCheck(audit(OPEN), other).verdict.outcome).toBe('not-checked');
    expect(auditCheck(audit(MISMATCH), other).verdict).toEqual(MISMATCH);
  }
});

test.each<[string, Verdict, string]>([
  ['fits', HOLDS, 'holds'],
  ['is not there', { outcome: 'not-checked', code: 'first-visit', reason: 'first visit' }, 'holds'],
  ['is contradicted', MISMATCH, 'cannot-check'],
  ['could not be compared with', OPEN, 'cannot-check'],
])('where the remembered root %s, an audit that held comes to: %s', async (_, growth, outcome) => {
  const queries = new QueryClient();
  const session = { id: 'r' } as RegisterSession;
  queries.setQueryData(growthQuery(session, head).queryKey, {
    verdict: growth,
    recalled: { kind: 'first-visit' },
  });
  const check = await queries.fetchQuery(auditCheckQuery(session, audit(HOLDS), head));
  expect(check.verdict.outcome).toBe(outcome);
});
