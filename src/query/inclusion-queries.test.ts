import { describe, expect, test, vi } from 'vitest';
import type { RegisterClient } from '../api/client.ts';
import type { Hash } from '../core/hash.ts';
import { consistencyPath } from '../core/merkle-log.ts';
import type { Checkpoint } from '../core/model.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { anEntry, flipBit, replaceAt } from '../testing/builders.ts';
import { headAt, honest, notFound, openSmall, proofsOf, smallLog } from '../testing/small-register.ts';

// Altered proofs, roots and entries, in both variants and under every leaf rule: verdict-table.test.ts.

const third = anEntry(3);
const altered = (of: number): Partial<RegisterClient> => ({
  async entryProof(entryNumber, logSize) {
    const proof = await proofsOf(smallLog).entryProof(entryNumber, logSize);
    if (entryNumber !== of) return proof;
    return { ...proof, auditPath: replaceAt(proof.auditPath, 0, flipBit(proof.auditPath[0] as Hash, 7)) };
  },
});

describe('entryCheckQuery', () => {
  test('a mismatch stays one where the head cannot be read again', async () => {
    const { head, check } = openSmall({ ...altered(3), heads: [honest, notFound] });
    expect((await check(third, await head())).verdict.outcome).toBe('does-not-match');
  });

  test('the log moving on between two answers is no mismatch', async () => {
    const { head, check } = openSmall({
      heads: [headAt(5), honest],
      entryProof: (entryNumber, logSize) =>
        logSize === 5 ? Promise.reject(notFound) : proofsOf(smallLog).entryProof(entryNumber, logSize),
    });
    const result = await check(third, await head());
    expect(result.verdict.outcome).toBe('holds');
    expect(result.checkpoint).toEqual(honest);
  });

  test('no check of many is a mismatch where the log has moved on, and all share one reading of the head', async () => {
    const published = (head: Checkpoint) => ({ ...head, address: 'https://r.example/proof/register' });
    const registerProof = vi.fn(async () => published(honest));
    registerProof.mockResolvedValueOnce(published(headAt(5)));
    const { head, check, session } = openSmall({
      registerProof,
      // The server proves entries in its present log, whatever size is asked for.
      entryProof: (entryNumber) => proofsOf(smallLog).entryProof(entryNumber, honest.logSize),
    });
    session.trust.learnLeafRule('item-json');
    const first = await head();
    const found = await Promise.all([1, 2, 3, 4, 5].map((number) => check(anEntry(number), first)));
    expect(new Set(found.map(({ verdict }) => verdict.outcome))).toEqual(new Set(['holds']));
    expect(registerProof).toHaveBeenCalledTimes(2);
    expect(session.trust.mismatched()).toBe(false);
  });
});

const alteredConsistency = (from: number, to: number) => {
  const path = consistencyPath(smallLog, from, to);
  return Promise.resolve({ from, to, path: path.map((hash, at) => (at === 0 ? flipBit(hash, 0) : hash)) });
};

describe('entryCheckQuery at an earlier size', () => {
  test('uses a leaf rule that another proof has found while this one was checked', async () => {
    const { session, queries } = openSmall({ consistencyProof: alteredConsistency });
    const { checkEntry } = session.verifier;
    const asked: (string | undefined)[] = [];
    const verifier = {
      ...session.verifier,
      checkEntry: async (request: Parameters<typeof checkEntry>[0]) => {
        asked.push(request.leafRule);
        const check = await checkEntry(request);
        session.trust.learnLeafRule('item-json');
        return check;
      },
    };
    const racing = { ...session, verifier };
    const found = await queries.fetchQuery(entryCheckQuery(racing, anEntry(3), honest, 6));
    expect(asked).toEqual([undefined, 'item-json']);
    expect(found.verdict.outcome).toBe('does-not-match');
  });
});
