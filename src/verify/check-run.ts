import { hashFromBytes } from '../core/hash.ts';
import { type LeafRule, leafRulesFor } from '../core/leaf-rules.ts';
import { checkRun as checkProofs } from '../core/run.ts';
import { UnhashableError } from '../core/utf8.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import { beyond } from './check-entry.ts';
import type { RunCheck, RunCheckRequest } from './protocol.ts';
import { malformed } from './request-problem.ts';

/**
 * checkRun reports whether a run of consecutive entries is in the log with the given head, by the proofs of the
 * first and the last of them. It tries leaf rules as checkEntry does. Bad data is cannot-check; never throws.
 */
export function checkRun(request: RunCheckRequest): RunCheck {
  const problem = malformed('checkRun', request) ?? disorder(request);
  if (problem !== undefined) return { verdict: problem };
  const { variant, leafRule: known } = request;
  for (const rule of leafRulesFor(variant)) {
    if (known !== undefined && known !== rule.id) continue;
    const verdict = byRule(request, rule);
    if (verdict.outcome === 'holds') return { verdict, leafRule: rule.id };
    const isRefuted = verdict.outcome === 'does-not-match' && verdict.code !== 'hash-differs';
    if (known !== undefined || isRefuted) return { verdict };
  }
  return { verdict: cannotCheck('unknown-leaf-rule', 'unknown leaf rule: no known rule gives the root') };
}

/** disorder returns the verdict on entries that are not one run, or go beyond the log. */
function disorder({ entries, checkpoint: { logSize } }: RunCheckRequest): Verdict | undefined {
  const first = entries[0]?.entryNumber ?? 0;
  const gap = entries.findIndex(({ entryNumber }, index) => entryNumber !== first + index);
  if (gap !== -1) return doesNotMatch('numbering', `entry ${first + gap} is not where it should be`);
  return beyond(first + entries.length - 1, logSize);
}

function byRule(
  { entries, firstPath, lastPath, checkpoint: { logSize, rootHash } }: RunCheckRequest,
  { leafHash, id }: LeafRule,
): Verdict {
  try {
    const leaves = entries.map(leafHash);
    const unwritable = leaves.indexOf(undefined);
    if (unwritable !== -1) {
      const reason = `the leaf rule ${id} cannot write entry ${entries[unwritable]?.entryNumber}`;
      return cannotCheck('unhashable', reason);
    }
    const leafHashes = leaves.flatMap((leaf) => (leaf === undefined ? [] : [hashFromBytes(leaf)]));
    const firstEntry = entries[0]?.entryNumber ?? 0;
    return checkProofs({ leafHashes, firstEntry, logSize, firstPath, lastPath, rootHash });
  } catch (error) {
    if (error instanceof UnhashableError) return cannotCheck('unhashable', error.message);
    throw error;
  }
}
