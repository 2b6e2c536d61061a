import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { RuleJob } from './job-types.ts';
import { digest, type Links, type Run } from './run.ts';

/**
 * findLeafRule tries the variant's leaf rules on the proofs of up to three entries and returns the first that leads one of them to the root (hashing.md, "Leaf
 * rules are data"); undefined where none does.
 */
export async function findLeafRule(run: Run, links: Links): Promise<LeafRuleId | undefined> {
  const { head, variant } = run;
  const candidates = new Set([1, head.logSize, Math.ceil(head.logSize / 2)]);
  for (const entryNumber of candidates) {
    const auditPath = await links.pages.entryProof(entryNumber, head.logSize, links.signal);
    const { answer } = await digest(
      run,
      links,
      () => links.pages.entriesPage(entryNumber, 1, links.signal),
      (bytes): RuleJob => ({ kind: 'rule', bytes, variant, entryNumber, auditPath, head }),
    );
    if (answer.outcome === 'rule' && answer.leafRule !== undefined) return answer.leafRule;
  }
  return undefined;
}
