import { EMPTY_ROOT } from '../../core/merkle.ts';
import type { Hash } from '../../core/hash.ts';
import type { AuditPhase } from './audit-types.ts';
import { readEntries } from './entries-phase.ts';
import { findLeafRule } from './find-rule.ts';
import { addFinding } from './findings.ts';
import { readItems } from './items-phase.ts';
import { nameEntries } from './name-entries.ts';
import { proveRebuild } from './prove-jobs.ts';
import { CannotGoOn, type Links, type Run } from './run.ts';

/**
 * doAudit does what is left of a run and returns the root that the entries rebuild; undefined where they cannot all be read, or no leaf rule is known. What is
 * not right is in run.findings. Rejects where it was stopped, by a failed request or by the signal: the run may then be gone on with.
 */
export async function doAudit(run: Run, links: Links): Promise<Hash | undefined> {
  const { head, findings } = run;
  const enter = (phase: AuditPhase): void => {
    run.phase = phase;
    links.changed();
  };
  // The workers prove themselves when they start; the last joins are made here.
  proveRebuild();
  if (head.logSize === 0) return EMPTY_ROOT;
  run.leafRule ??= await findLeafRule(run, links);
  if (run.leafRule === undefined) {
    const text =
      "No known leaf rule leads the entries that were tried to the root by the server's own proofs.";
    addFinding(findings, { kind: 'unreadable', text });
    return undefined;
  }
  try {
    await readEntries(run, links);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    addFinding(findings, error.finding);
    return undefined;
  }
  const root = run.tree.root();
  if (run.phase !== 'comparing') {
    enter('items');
    await readItems(run, links);
  }
  if (root === head.rootHash) return root;
  enter('comparing');
  const before = { list: [...findings.list], count: findings.count };
  try {
    await nameEntries(run, links);
  } catch (error) {
    // What was named so far is named again when the comparison is taken up.
    findings.list.splice(0, findings.list.length, ...before.list);
    findings.count = before.count;
    throw error;
  }
  return root;
}
