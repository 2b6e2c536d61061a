import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { entryDataCheckQuery } from './data-queries.ts';
import { entryQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';
import { visitMock } from '../testing/mock-session.ts';
import { tamperedQuery } from './tamper-query.ts';

/** The proof and the item of entry 12 as a reader has them, and the check of a copy with another name. */
async function copyOf(mode: string) {
  const { session, queries } = visitMock({ source: planet, mode });
  const head = await queries.fetchQuery(headQuery(session));
  const entry = await queries.fetchQuery(entryQuery(session, 12));
  const proof = await queries.fetchQuery(entryCheckQuery(session, entry, head));
  const { items } = await queries.fetchQuery(entryDataCheckQuery(session, entry));
  const item = items[0]?.item ?? new Map();
  return {
    session,
    proof,
    withName: (name: string) =>
      queries.fetchQuery(tamperedQuery(session, new Map([...item, ['name', name]]), proof)),
  };
}

test.each(['v2', 'earlier'])('a changed copy gives other hashes up to the root, %s', async (mode) => {
  const { session, proof, withName } = await copyOf(mode);
  const before = session.trust.page();
  const { data, check } = await withName('Jupitex');
  expect(proof.verdict.outcome).toBe('holds');
  expect([data.verdict.outcome, check.verdict.outcome]).toEqual(['holds', 'does-not-match']);
  expect(check.entry.itemHashes).not.toEqual(proof.entry.itemHashes);
  expect(check.steps).toHaveLength(proof.steps.length);
  for (const [at, step] of check.steps.entries()) {
    const sent = proof.steps[at];
    expect(step.result).not.toBe(sent?.result);
    expect(step[step.side]).toBe(sent?.[step.side]);
  }
  // Undone, it gives the root again; what cannot be hashed is no mismatch.
  const undone = await withName('Jupiter');
  expect(undone.check).toMatchObject({ verdict: { outcome: 'holds' }, steps: proof.steps });
  const half = await withName('half \ud800');
  expect([half.data.verdict.outcome, half.check]).toEqual(['cannot-check', proof]);
  // It is not a check of the register.
  expect(session.trust.page()).toEqual(before);
});
