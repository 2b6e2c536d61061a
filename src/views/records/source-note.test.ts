import { expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { copyNote, serverNote } from './source-note.ts';

const hash = '0'.repeat(64) as Hash;
const note = (verdict: Verdict, missing = 0, at?: number, compared?: Verdict): string =>
  copyNote({ replica: { id: 'a', size: 295, head: undefined, verdict, missing }, at }, 236, compared);

test.each<[Verdict, RegExp]>([
  [{ outcome: 'does-not-match', code: 'hash-differs', expected: hash, computed: hash }, /does not match/],
  [{ outcome: 'does-not-match', code: 'data-differs', reason: 'other data' }, /do not match: other data/],
  [{ outcome: 'cannot-check', code: 'no-consistency-proof', reason: 'no proof' }, /not verified: no proof/],
  [{ outcome: 'not-checked', code: 'no-root-published', reason: 'no root' }, /not verified: no root/],
])('records of a copy that was not verified are as the server sent them: %o', (verdict, words) => {
  expect(note(verdict)).toMatch(/as the server sent them/);
  expect(note(verdict)).toMatch(words);
  expect(note(verdict)).not.toMatch(/computed here|give the published/i);
});

test('a verified copy is computed here, at its moment, without what could not be read', () => {
  expect(note({ outcome: 'holds' }, 2, 250)).toMatch(
    /^236 records as of entry 250\. Computed here.*2 versions/,
  );
});

test('a snapshot lists the same only where it was compared and matched', () => {
  const differs: Verdict = { outcome: 'does-not-match', code: 'snapshot-differs', reason: 'record SZ' };
  const unchecked: Verdict = { outcome: 'cannot-check', code: 'incomplete', reason: 'why' };
  const compared = (verdict: Verdict) => note({ outcome: 'holds' }, 0, 5, verdict);
  expect(compared({ outcome: 'holds' })).toMatch(/lists the same/);
  expect(compared(differs)).toMatch(/does not match the log: record SZ/);
  expect(compared(unchecked)).not.toMatch(/lists the same|does not match/);
});

test("the server's list is counted only where all of it was read", () => {
  for (const filtered of [true, false]) {
    expect(serverNote({ read: 100, listing: { partial: {} } }, filtered)).not.toMatch(/\d/);
    expect(serverNote({ read: 1, listing: {} }, filtered)).toMatch(/^1 record\b/);
  }
});
