import { expect, test } from 'vitest';
import { growthCheckWords } from './check-words.ts';

test('what could not be compared is no first visit, and nothing is said to be remembered', () => {
  const verdict = {
    outcome: 'not-checked',
    code: 'storage-refused',
    reason: 'what this browser kept cannot be read',
  } as const;
  const first = growthCheckWords({ verdict });
  expect(first.title).toMatch(/to compare with yet/);
  expect(first.detail).toMatch(/is remembered here/);
  const unkept = growthCheckWords({ verdict, unkept: true });
  expect(unkept).toMatchObject({ state: 'not-checked', title: 'Not compared with what was seen before' });
  expect(unkept.detail).toMatch(/^What this browser kept cannot be read\. .* cannot be told\.$/);
});

test('what may be remembered and could not be read takes nothing from the proofs', () => {
  const verdict = {
    outcome: 'cannot-check',
    code: 'storage-unread',
    reason: 'the storage of this browser gives no answer',
  } as const;
  expect(growthCheckWords({ verdict }).detail).toMatch(/nothing is called proved/);
  const unread = growthCheckWords({ verdict, unkept: true });
  expect(unread.state).toBe('cannot-check');
  expect(unread.detail).not.toMatch(/nothing is called proved/);
  expect(unread.detail).toMatch(/gives no answer\. .* cannot be told\.$/);
});
