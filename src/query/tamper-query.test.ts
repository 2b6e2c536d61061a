import { describe, expect, test } from 'vitest';
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

describe.each(['v2', 'earlier'])('a changed copy, %s', (mode) => {
  test('gives another hash, and another one at every step up to the root', async () => {
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
    // It is not a check of the register.
    expect(session.trust.page()).toEqual(before);
  });

  test('undone, gives the root again', async () => {
    const { proof, withName } = await copyOf(mode);
    const { check } = await withName('Jupiter');
    expect(check).toMatchObject({ verdict: { outcome: 'holds' }, steps: proof.steps });
  });

  test('that cannot be hashed is no mismatch', async () => {
    const { proof, withName } = await copyOf(mode);
    const { data, check } = await withName('half \ud800');
    expect(data.verdict.outcome).toBe('cannot-check');
    expect(check).toBe(proof);
  });
});
