import type { Hash } from '../core/hash.ts';
import { KNOWN_LOGS } from '../core/known-log.ts';
import { joinHashes } from '../core/merkle.ts';
import { checkItem, checkItems, checkRecordData } from './check-data.ts';
import { checkEntry } from './check-entry.ts';
import { checkConsistency, checkHeadConsistency, checkRange } from './check-heads.ts';
import { checkRun } from './check-run.ts';

/** checks are the worker's methods: pure functions that also work without a worker. */
export const checks = {
  checkEntry,
  checkItem,
  checkItems,
  checkRecordData,
  checkConsistency,
  checkHeadConsistency,
  checkRange,
  checkRun,
};

/** Checks are the worker's methods: plain data in, plain data out. */
export type Checks = typeof checks;

/**
 * Verifier makes the checks in a worker. A promise that is rejected says nothing about the register:
 * VerifierError if the worker failed, or the signal's reason if the caller aborted. A check that ran
 * always ends in a verdict.
 */
export type Verifier = {
  [Name in keyof Checks]: (
    request: Parameters<Checks[Name]>[0],
    signal?: AbortSignal,
  ) => Promise<ReturnType<Checks[Name]>>;
};

const OTHER = '0'.repeat(64) as Hash;

/** runKnownAnswerTest makes checks with known outcomes, good and bad, and throws Error if any differs. */
export function runKnownAnswerTest(): void {
  for (const { variant, leafRule, item, itemHash, entries, leaves, root } of KNOWN_LOGS) {
    const [entry] = entries;
    const [leaf = OTHER, ...auditPath] = [...leaves];
    if (entry === undefined) throw new Error('a known log has entries');
    const data = (expected: Hash) => checks.checkItem({ variant, item, expected });
    expectOutcome(data(itemHash), 'holds');
    expectOutcome(data(OTHER), 'does-not-match');
    const proof = (logSize: number, path: readonly Hash[], rootHash: Hash) =>
      checks.checkEntry({ variant, entry, auditPath: path, leafRule, checkpoint: { logSize, rootHash } });
    expectOutcome(proof(1, [], leaf), 'holds');
    expectOutcome(proof(3, auditPath, root), 'holds');
    expectOutcome(proof(3, auditPath, OTHER), 'does-not-match');
    const run = (rootHash: Hash) => {
      const checkpoint = { logSize: 3, rootHash };
      const [one, two, three] = leaves as [Hash, Hash, Hash];
      const lastPath = [joinHashes(one, two)];
      return checks.checkRun({ variant, entries, firstPath: [two, three], lastPath, checkpoint, leafRule });
    };
    expectOutcome(run(root), 'holds');
    expectOutcome(run(OTHER), 'does-not-match');
    const range = (rootHash: Hash) =>
      checks.checkRange({ start: undefined, entries, leafRule, to: { logSize: 3, rootHash } });
    expectOutcome(range(root), 'holds');
    expectOutcome(range(OTHER), 'does-not-match');
  }
}

function expectOutcome(
  { verdict }: { readonly verdict: { readonly outcome: string } },
  outcome: string,
): void {
  if (verdict.outcome !== outcome)
    throw new Error(
      `this browser computes hashes wrongly: a check that ${outcome} came out as ${verdict.outcome}`,
    );
}
