import { expect, test } from 'vitest';
import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { CANNOT, HOLDS, MISMATCH } from '../testing/trust-builders.ts';
import { headAt, honest, openSmall, SEEN } from '../testing/small-register.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import type { ConfirmedHead } from '../verify/root-memory.ts';
import { auditCheck, auditCheckQuery } from './audit-check.ts';

const head: Checkpoint = { logSize: 9, rootHash: 'a'.repeat(64) as Hash };
const audit = (verdict: Verdict): AuditResult => ({ verdict, head, finishedAt: 1 }) as unknown as AuditResult;
const others: readonly Checkpoint[] = [
  { ...head, logSize: 10 },
  { ...head, logSize: 8 },
  { ...head, rootHash: 'b'.repeat(64) as Hash },
];

test('an audit is worth what it found for the very head it was of', () => {
  for (const verdict of [HOLDS, MISMATCH, CANNOT])
    expect(auditCheck(audit(verdict), head)).toEqual({ verdict, ofAnotherHead: false });
});

test('for any other head only a mismatch is worth something', () => {
  for (const other of others) {
    expect(auditCheck(audit(HOLDS), other)).toMatchObject({
      verdict: { outcome: 'not-checked' },
      ofAnotherHead: true,
    });
    expect(auditCheck(audit(CANNOT), other).verdict.outcome).toBe('not-checked');
    expect(auditCheck(audit(MISMATCH), other).verdict).toEqual(MISMATCH);
  }
});

test.each<[string, ConfirmedHead | undefined, Partial<Verdict>]>([
  ['fits', { ...SEEN, head: honest }, HOLDS],
  ['is not there', undefined, HOLDS],
  [
    'is contradicted',
    { ...SEEN, head: { ...honest, rootHash: headAt(8).rootHash } },
    { outcome: 'cannot-check', code: 'head-contradicted' },
  ],
  [
    'could not be compared with',
    { ...SEEN, head: honest, variant: 'blob', leafRule: 'blob-hex' },
    { outcome: 'cannot-check', code: 'head-not-compared' },
  ],
])(
  'where the remembered root %s, an audit that held comes to what the store has of it',
  async (_, seen, worth) => {
    const { memory, queries, session } = openSmall();
    if (seen !== undefined) await memory.advance(seen, 0);
    const query = auditCheckQuery(session, { ...audit(HOLDS), head: honest }, honest);
    expect((await queries.fetchQuery(query)).verdict).toMatchObject(worth);
    expect(session.trust.verdictOf(query.meta?.check as Check)).toMatchObject(worth);
  },
);

test('no audit is no result, and nothing that was found before is one of this visit', async () => {
  const { queries, session } = openSmall();
  const none = auditCheckQuery(session, undefined, honest);
  expect((await queries.fetchQuery(none)).verdict).toMatchObject({
    outcome: 'not-checked',
    code: 'not-made',
  });
  const other = auditCheckQuery(session, audit(HOLDS), honest);
  await queries.fetchQuery(other);
  expect(session.trust.verdictOf(other.meta?.check as Check)).toMatchObject({ code: 'other-head' });
});
