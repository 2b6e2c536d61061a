import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { RegisterClient } from '../api/client.ts';
import type { Hash } from '../core/hash.ts';
import type { Entry } from '../core/model.ts';
import { anEntry, flipBit, replaceAt } from '../testing/builders.ts';
import {
  forkedLog,
  headAt,
  honest,
  notFound,
  openSmall,
  proofsOf,
  SEEN,
  smallLog,
} from '../testing/small-register.ts';
import { inclusionCheck } from './inclusion-queries.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { isLeftOut, runCheckQuery, type RunFinding } from './log-page-queries.ts';

const ENTRIES = Array.from({ length: 9 }, (_, index) => anEntry(index + 1));
const OTHER = replaceAt(ENTRIES, 4, anEntry(5, { key: 'another' }));
const HONEST = proofsOf(smallLog);

/** prove proves a run of a register of nine entries, and returns what it asked for, and what came of each row. */
async function prove(
  entries: readonly Entry[],
  {
    proof = HONEST.entryProof,
    page = entries,
  }: { proof?: RegisterClient['entryProof']; page?: readonly Entry[] } = {},
  remembered = honest,
) {
  const asked: string[] = [];
  const opened = openSmall({
    entryProof: async (entryNumber, logSize, signal) => {
      asked.push(`proof ${entryNumber}`);
      return proof(entryNumber, logSize, signal);
    },
    entries: async () => {
      asked.push('entries');
      return [...page];
    },
  });
  await opened.memory.advance({ ...SEEN, head: remembered }, 0);
  const { session, queries } = opened;
  await queries.fetchQuery(memoryCheckQuery(session, await opened.head()));
  const found = await queries.fetchQuery(runCheckQuery(session, entries, honest)).catch(() => undefined);
  const rows = entries.map(
    (entry) => session.trust.verdictOf(inclusionCheck(entry, honest))?.outcome ?? 'open',
  );
  return { asked, found, rows };
}

const all = (outcome: string): string[] => ENTRIES.map(() => outcome);
const refusing =
  (...numbers: readonly number[]): RegisterClient['entryProof'] =>
  async (entryNumber, logSize) =>
    numbers.includes(entryNumber) ? Promise.reject(notFound) : HONEST.entryProof(entryNumber, logSize);
const leftOut = (found: RunFinding | undefined): number[] =>
  ENTRIES.flatMap((entry, index) => (isLeftOut(entry, { data: found }) ? [index + 1] : []));

test('two proofs prove a run of entries, one proof a run of one', async () => {
  const { asked, found, rows } = await prove(ENTRIES);
  expect(asked).toEqual(['proof 1', 'proof 9']);
  expect(found).toEqual({ verdict: { outcome: 'holds' }, first: 1, last: 9 });
  expect(rows).toEqual(all('holds'));
  const one = await prove([anEntry(9)]);
  expect([one.asked, one.rows]).toEqual([['proof 9'], ['holds']]);
});

test('a run that does not match is read again before it counts, and no row is blamed for it', async () => {
  const same = await prove(OTHER);
  expect(same.asked).toEqual(['proof 1', 'proof 9', 'entries', 'proof 1', 'proof 9']);
  expect(same.found?.verdict).toMatchObject({ outcome: 'does-not-match', code: 'hash-differs' });
  expect(same.rows).toEqual(all('open'));
  expect(leftOut(same.found)).toHaveLength(9);
  // By now the server has another answer.
  const newer = await prove(OTHER, { page: ENTRIES });
  expect(newer.found?.verdict).toMatchObject({ outcome: 'not-checked', code: 'newer-answer' });
  // The second time the proof was right.
  let times = 0;
  const mended = await prove(ENTRIES, {
    proof: async (entryNumber, logSize) => {
      const proof = await HONEST.entryProof(entryNumber, logSize);
      times += 1;
      if (times > 1) return proof;
      return { ...proof, auditPath: replaceAt(proof.auditPath, 0, flipBit(proof.auditPath[0] as Hash, 7)) };
    },
  });
  expect(mended.rows).toEqual(all('holds'));
});

test('proofs of another log do not prove a run', async () => {
  const { found, rows } = await prove(ENTRIES, { proof: proofsOf(forkedLog(3)).entryProof });
  expect(found?.verdict.outcome).not.toBe('holds');
  expect(rows).toEqual(all('open'));
});

test('one refused proof shortens the run, and costs the other rows nothing', async () => {
  const first = await prove(ENTRIES, { proof: refusing(1) });
  expect(first.asked).toEqual(['proof 1', 'proof 9', 'proof 2']);
  expect(first.rows).toEqual(['open', ...all('holds').slice(1)]);
  expect(leftOut(first.found)).toEqual([1]);
  const both = await prove(ENTRIES, { proof: refusing(1, 2, 9) });
  expect(leftOut(both.found)).toEqual([1, 2, 9]);
  const none = await prove(ENTRIES, { proof: refusing(...ENTRIES.keys(), 9) });
  expect(none.found?.verdict).toMatchObject({ outcome: 'cannot-check', code: 'request-failed' });
  expect(none.asked).toHaveLength(6);
  expect(leftOut(none.found)).toHaveLength(9);
});

test('a run whose proof was not answered leaves no row to be asked for on its own', async () => {
  const silent = async () => Promise.reject(new ApiError('NETWORK', 'No answer.', { address: 'https://r' }));
  const { asked, found, rows } = await prove(ENTRIES, { proof: silent });
  expect(asked).toEqual(['proof 1', 'proof 9']);
  expect([found, leftOut(found), rows]).toEqual([undefined, [], all('cannot-check')]);
});

test('a run holds for no head that contradicts what is remembered, and no row is asked for on its own', async () => {
  const { found, rows } = await prove(ENTRIES, {}, headAt(9, forkedLog(2)));
  expect(rows).toEqual(all('cannot-check'));
  expect(leftOut(found)).toEqual([]);
});
