import { expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { readWords } from './read-words.ts';

const head = { logSize: 295, rootHash: 'ab' as Hash };

function words(verdict: Verdict, given: object = {}, audits: Parameters<typeof readWords>[3] = 'none') {
  return readWords({ id: '1', size: 295, head, verdict, missing: 0, ...given }, head, 'item', audits);
}

test('all entries read and proved in a visit hold, and the words leave to an audit what is its own', () => {
  const found = words({ outcome: 'holds' });
  expect(found).toMatchObject({ state: 'holds', title: 'All 295 entries lead to the published root' });
  expect(found?.detail).toBe(
    'They were read and hashed in this browser in this visit, with every item that they name. No audit was made in this browser: it would also look for wrong numbers and stray items, and what it finds is kept.',
  );
  expect(words({ outcome: 'holds' }, {}, 'unfinished')?.detail).toMatch(/is not finished/);
  expect(words({ outcome: 'holds' }, {}, 'earlier')?.detail).toMatch(/only of an earlier one/);
  expect(words({ outcome: 'holds' }, { missing: 2 })?.detail).toMatch(
    /but the data of 2 items could not be had/,
  );
});

test('nothing holds that was not proved', () => {
  const reason = 'no known way of writing an entry leads there';
  expect(words({ outcome: 'does-not-match', code: 'data-differs', reason })).toMatchObject({
    state: 'does-not-match',
    title: 'What was read in this visit does not match',
  });
  for (const verdict of [
    { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason },
    { outcome: 'not-checked', code: 'not-made', reason },
  ] as const) {
    const found = words(verdict);
    expect(found).toMatchObject({ state: verdict.outcome, title: 'Every entry and every item' });
    expect(found?.detail).toMatch(/read in this browser in this visit, and are not proved: no known/);
  }
});

test('a copy that was read for another head says nothing of this one', () => {
  expect(words({ outcome: 'holds' }, { head: { ...head, rootHash: 'cd' } })).toBeUndefined();
  expect(words({ outcome: 'holds' }, { size: 294, head: { ...head, logSize: 294 } })).toBeUndefined();
  expect(words({ outcome: 'holds' }, { head: undefined })).toBeUndefined();
});
