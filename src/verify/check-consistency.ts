import { checkConsistency as checkLadders } from '../core/consistency.ts';
import type { ConsistencyCheck, ConsistencyCheckRequest } from './protocol.ts';
import { consistencyRequestProblem } from './request-problem.ts';

/** checkConsistency says whether the log with head `from` begins the log with head `to`. Never throws for bad data: it then cannot be checked. */
export function checkConsistency(request: ConsistencyCheckRequest): ConsistencyCheck {
  const { from, to } = request;
  const problem = consistencyRequestProblem(request);
  if (problem !== undefined)
    return { verdict: problem, from, to, oldSteps: [], newSteps: [], computedInMs: 0 };
  const start = performance.now();
  const result = checkLadders(request);
  return { ...result, from, to, computedInMs: performance.now() - start };
}
