import type { Verdict } from '../core/verdict.ts';
import { checkConsistency } from './check-consistency.ts';
import type { GrowthCheck, GrowthCheckRequest } from './protocol.ts';
import { growthRequestProblem } from './request-problem.ts';

/**
 * checkGrowth says whether the log with this head goes on from the one that was remembered (hashing.md, last table): equal sizes need equal roots; a larger
 * log a consistency proof from the remembered root; a smaller one does not match whatever it proves, because a log only grows. For that one the proof, if
 * there is any, says whether it is the beginning of the remembered log. Never throws for bad data: it then cannot be checked.
 */
export function checkGrowth(request: GrowthCheckRequest): GrowthCheck {
  const { remembered, head, path } = request;
  const problem = growthRequestProblem(request);
  const decided = (finding: GrowthCheck['finding'], verdict: Verdict): GrowthCheck => ({
    remembered,
    head,
    finding,
    verdict,
  });
  if (problem !== undefined) return decided('unknown', problem);
  if (head.logSize < remembered.logSize) {
    const reason = `the log is shorter than it was: ${head.logSize} entries now, ${remembered.logSize} when it was last seen`;
    const shorter = decided('shorter', { outcome: 'does-not-match', code: 'shorter-log', reason });
    if (path === undefined || head.logSize === 0) return shorter;
    return { ...shorter, consistency: checkConsistency({ from: head, to: remembered, path }) };
  }
  const equal = head.logSize === remembered.logSize;
  if (path === undefined && !equal)
    return decided('unknown', {
      outcome: 'cannot-check',
      code: 'no-consistency-proof',
      reason: 'there is no consistency proof to check',
    });
  const consistency = checkConsistency({ from: remembered, to: head, path: equal ? [] : (path ?? []) });
  const { verdict } = consistency;
  if (verdict.outcome === 'holds') return { ...decided(equal ? 'same' : 'grown', verdict), consistency };
  if (verdict.outcome !== 'does-not-match') return { ...decided('unknown', verdict), consistency };
  return { ...decided(equal ? 'another-root' : 'not-a-continuation', verdict), consistency };
}
