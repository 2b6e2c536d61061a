import { expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { createTrustStore } from '../trust/trust-store.ts';
import type { ItemCheck } from '../verify/protocol.ts';
import { declaredItem, itemCheck } from './data-queries.ts';

const asked = 'a'.repeat(64) as Hash;
const other = 'b'.repeat(64) as Hash;

test('what held of other bytes says nothing of those that a page shows under the same hash', () => {
  const trust = createTrustStore();
  const honest = itemCheck({ expected: asked, computed: asked });
  trust.report({ ...honest, verdict: { outcome: 'holds' }, checkedAt: Date.now() });
  expect(trust.verdictOf(honest)?.outcome).toBe('holds');
  expect(trust.verdictOf(itemCheck({ expected: asked, computed: other }))).toBeUndefined();
  expect(trust.verdictOf(itemCheck({ expected: asked }))).toBeUndefined();
});

test('data that could not be read again is not declared by an answer from before', () => {
  const data = { expected: asked, computed: asked } as ItemCheck;
  expect(declaredItem({ data, error: null })).toEqual(itemCheck(data));
  expect(declaredItem({ data, error: new Error('gone') })).toMatchObject({
    outcome: 'cannot-check',
    code: 'request-failed',
  });
  expect(declaredItem({ error: null })).toBeUndefined();
});
