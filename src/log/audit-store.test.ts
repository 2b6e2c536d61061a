import { expect, test } from 'vitest';
import { memoryStorage } from '../testing/audit-world.ts';
import { headAt } from '../testing/small-register.ts';
import { addCoverage, createAuditStore } from './audit-store.ts';
import type { CoveredRange } from './audit-types.ts';

const range = (first: number, last: number): CoveredRange => ({
  first,
  last,
  how: 'audit',
  head: headAt(9),
  at: 1,
});

test('the ranges that were covered add up, and one within another gives way', async () => {
  const storage = memoryStorage();
  await addCoverage(storage, 'r', range(1, 4));
  await addCoverage(storage, 'r', range(5, 6));
  await addCoverage(storage, 'r', range(5, 9));
  expect(await createAuditStore(storage).coverage('r')).toEqual([range(1, 4), range(5, 9)]);
});

test('the ranges that are kept are not written over where they cannot be read', async () => {
  const storage = memoryStorage();
  await addCoverage(storage, 'r', range(1, 4));
  const late = { ...storage, get: () => Promise.reject(new DOMException('late', 'TimeoutError')) };
  await addCoverage(late, 'r', range(5, 9));
  expect(await createAuditStore(storage).coverage('r')).toEqual([range(1, 4)]);
});
