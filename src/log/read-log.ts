import type { Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { EMPTY_ROOT } from '../core/merkle.ts';
import { checkEntry } from '../verify/check-entry.ts';
import type { AuditPhase } from './audit-types.ts';
import { addFinding } from './findings.ts';
import { nameEntries } from './locate-fault.ts';
import { proveTree } from './log-tree.ts';
import { entryOf, readEntries } from './read-entries.ts';
import { FEW, readItemList, readItems } from './read-items.ts';
import { CannotGoOn, type Links, type Run } from './run.ts';

/**
 * readLog does what is left of a run and returns the root that the entries rebuild; undefined if they cannot all be read, or no leaf rule is known. What is
 * not right is in run.findings. Rejects if it was stopped, by a failed request or by the signal: the run may then be gone on with.
 */
export async function readLog(run: Run, links: Links): Promise<Hash | undefined> {
  const { head, findings } = run;
  const enter = (phase: AuditPhase): void => {
    run.phase = phase;
    links.changed();
  };
  // The workers prove themselves when they start; the last joins are made here.
  proveTree();
  if (head.logSize === 0) return EMPTY_ROOT;
  run.leafRule ??= await findLeafRule(run, links);
  if (run.leafRule === undefined) {
    const text = "No known way of writing an entry gives the root hash by the server's own proofs.";
    addFinding(findings, { kind: 'unreadable', text });
    return undefined;
  }
  try {
    // The list of items leads from page to page: it is read beside the entries, of which many pages are asked for at once.
    const readsAll = run.base === undefined && head.logSize > FEW && !run.listDone;
    await together(links, (own) => [
      readEntries(run, own).then(() => run.phase === 'entries' && enter('items')),
      ...(readsAll ? [readItemList(run, own)] : []),
    ]);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    addFinding(findings, error.finding);
    return undefined;
  }
  const root = run.tree.root();
  if (run.phase !== 'comparing') await readItems(run, links);
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

/** together does several things at once. Where one fails the others are given up; rejects with the first error when all have come to their end. */
async function together(links: Links, begin: (links: Links) => readonly Promise<unknown>[]): Promise<void> {
  const stop = new AbortController();
  const errors: unknown[] = [];
  const passOn = (): void => stop.abort(links.signal.reason);
  links.signal.addEventListener('abort', passOn);
  if (links.signal.aborted) passOn();
  const tasks = begin({ ...links, signal: stop.signal });
  await Promise.all(
    tasks.map((task) =>
      task.catch((error: unknown) => {
        errors.push(error);
        stop.abort(error);
      }),
    ),
  );
  links.signal.removeEventListener('abort', passOn);
  if (errors.length > 0) throw errors[0];
}

/**
 * findLeafRule tries the variant's leaf rules on the proofs of up to three entries and returns the first that leads one of them to the root (hashing.md, "Leaf
 * rules are data"); undefined if none does.
 */
async function findLeafRule(run: Run, links: Links): Promise<LeafRuleId | undefined> {
  const { head, variant } = run;
  const candidates = new Set([1, head.logSize, Math.ceil(head.logSize / 2)]);
  for (const entryNumber of candidates) {
    const auditPath = await links.pages.entryProof(entryNumber, head.logSize, links.signal);
    const entry = await entryOf(run, links, entryNumber);
    const check = entry && checkEntry({ variant, entry, auditPath, checkpoint: head });
    if (check?.verdict.outcome === 'holds') return check.leafRule;
  }
  return undefined;
}
