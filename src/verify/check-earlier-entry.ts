import { leafRulesFor } from '../core/leaf-rules.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Verdict } from '../core/verdict.ts';
import { checkConsistency } from './check-consistency.ts';
import { checkEntry } from './check-entry.ts';
import type { EarlierEntryCheck, EarlierEntryCheckRequest } from './protocol.ts';
import { earlierEntryRequestProblem } from './request-problem.ts';

/**
 * checkEarlierEntry says whether the entry was in the log when that had `logSize` entries. Nobody publishes old roots: the entry proof is climbed to the
 * root it leads to, and the consistency proof must show that root to begin the published head. Never throws for bad data: see EarlierEntryCheck.
 */
export function checkEarlierEntry(request: EarlierEntryCheckRequest): EarlierEntryCheck {
  const problem = earlierEntryRequestProblem(request);
  if (problem !== undefined) {
    const { entry, head } = request;
    return { entry, checkpoint: head, head, verdict: problem, triedRules: [], steps: [], computedInMs: 0 };
  }
  const rules =
    request.leafRule === undefined
      ? leafRulesFor(request.variant).map((rule) => rule.id)
      : [request.leafRule];
  const attempts = rules.map((rule) => tryRule(request, rule));
  const tried = attempts.flatMap((attempt) => attempt.triedRules);
  const computedInMs = attempts.reduce((sum, attempt) => sum + attempt.computedInMs, 0);
  const found = attempts.find((attempt) => attempt.verdict.outcome === 'holds');
  if (found !== undefined) return { ...found, triedRules: tried, computedInMs };
  const [first] = attempts;
  if (first === undefined) throw new Error('a variant without leaf rules');
  // A proof of the wrong length leads nowhere by any rule; a known rule that leads elsewhere is a mismatch. Otherwise the rule may be unknown.
  if (
    request.leafRule !== undefined ||
    (first.verdict.outcome === 'does-not-match' && first.verdict.code !== 'hash-differs')
  )
    return first;
  const cannot = attempts.find((attempt) => attempt.computedRoot === undefined) ?? first;
  const verdict: Verdict =
    cannot.computedRoot === undefined && cannot.verdict.outcome === 'cannot-check' && tried.length === 0
      ? cannot.verdict
      : {
          outcome: 'cannot-check',
          code: 'unknown-leaf-rule',
          reason: `unknown leaf rule: tried ${tried.join(', ')}; none leads to the published root`,
        };
  const { entry, checkpoint, head } = first;
  return { entry, checkpoint, head, verdict, triedRules: tried, steps: [], computedInMs };
}

function tryRule(request: EarlierEntryCheckRequest, leafRule: LeafRuleId): EarlierEntryCheck {
  const { variant, entry, auditPath, logSize, head, consistencyPath } = request;
  // The root to compare with is not known yet, so that this verdict is not the answer: only the root it reaches is used.
  const climbed = checkEntry({
    variant,
    entry,
    auditPath,
    checkpoint: { logSize, rootHash: head.rootHash },
    leafRule,
  });
  if (climbed.computedRoot === undefined) return { ...climbed, head };
  const checkpoint = { logSize, rootHash: climbed.computedRoot };
  const growth = checkConsistency({ from: checkpoint, to: head, path: consistencyPath });
  return {
    ...climbed,
    verdict: growth.verdict,
    checkpoint,
    head,
    growth,
    computedInMs: climbed.computedInMs + growth.computedInMs,
  };
}
