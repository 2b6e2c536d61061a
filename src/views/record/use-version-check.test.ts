import { expect, test } from 'vitest';
import { worstOf } from './use-version-check.ts';

const reason = 'no answer';

test('the data of a version holds only where something was hashed, and all of it holds', () => {
  const holds = { verdict: { outcome: 'holds' } } as const;
  const open = { verdict: { outcome: 'cannot-check', code: 'incomplete', reason } } as const;
  const wrong = { verdict: { outcome: 'does-not-match', code: 'data-differs', reason } } as const;
  expect(worstOf([])).toMatchObject({ outcome: 'not-checked' });
  expect(worstOf([holds, holds])).toEqual({ outcome: 'holds' });
  expect(worstOf([holds, open])).toEqual(open.verdict);
  expect(worstOf([open, wrong, holds])).toEqual(wrong.verdict);
});
