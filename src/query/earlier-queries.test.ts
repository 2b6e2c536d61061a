import { describe, expect, it } from 'vitest';
import { consistencyPath } from '../core/merkle-log.ts';
import { anEntry, flipBit } from '../testing/builders.ts';
import { honest, openSmall, smallLog } from '../testing/small-register.ts';
import { earlierEntryCheckQuery } from './earlier-queries.ts';

const alteredConsistency = (from: number, to: number) => {
  const path = consistencyPath(smallLog, from, to);
  return Promise.resolve({ from, to, path: path.map((hash, at) => (at === 0 ? flipBit(hash, 0) : hash)) });
};

describe('earlierEntryCheckQuery', () => {
  it('proves an entry at an earlier size, and takes nothing altered for it', async () => {
    const { session, queries } = openSmall();
    const found = await queries.fetchQuery(earlierEntryCheckQuery(session, anEntry(3), 6, honest));
    expect(found.verdict.outcome).toBe('holds');
    expect(found.checkpoint.logSize).toBe(6);
    const altered = anEntry(3, { timestamp: '2016-04-05T13:23:06Z' });
    const refuted = await queries.fetchQuery(earlierEntryCheckQuery(session, altered, 6, honest));
    expect(refuted.verdict.outcome).toBe('does-not-match');
  });

  it('finds an altered proof to be one on a first visit, too', async () => {
    const { session, queries } = openSmall({ consistencyProof: alteredConsistency });
    const found = await queries.fetchQuery(earlierEntryCheckQuery(session, anEntry(3), 6, honest));
    expect(found.verdict.outcome).toBe('does-not-match');
  });

  it('uses a leaf rule that another proof has found while this one was checked', async () => {
    const { session, queries } = openSmall({ consistencyProof: alteredConsistency });
    const { checkEarlierEntry } = session.verifier;
    const asked: (string | undefined)[] = [];
    const verifier = {
      ...session.verifier,
      checkEarlierEntry: async (request: Parameters<typeof checkEarlierEntry>[0]) => {
        asked.push(request.leafRule);
        const check = await checkEarlierEntry(request);
        session.trust.learnLeafRule('item-json');
        return check;
      },
    };
    const racing = { ...session, verifier };
    const found = await queries.fetchQuery(earlierEntryCheckQuery(racing, anEntry(3), 6, honest));
    expect(asked).toEqual([undefined, 'item-json']);
    expect(found.verdict.outcome).toBe('does-not-match');
  });
});
