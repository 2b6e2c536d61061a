import { hashFromBytes } from '../core/hash-bytes.ts';
import { checkInclusion } from '../core/inclusion.ts';
import { LEAF_RULES, type LeafRule, leafRulesFor } from '../core/leaf-rules.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { hashLeaf } from '../core/merkle.ts';
import type { CannotCheck } from '../core/verdict.ts';
import { UnhashableError } from '../core/utf8.ts';
import type { EntryCheck, EntryCheckRequest } from './protocol.ts';
import { entryRequestProblem } from './request-problem.ts';

type Attempt = Pick<EntryCheck, 'verdict' | 'leafBytes' | 'leafHash' | 'steps' | 'computedRoot'>;

/**
 * checkEntry says whether the entry is in the log that has the given head. With a leaf rule given, that one alone is tried; without, each of the
 * variant's, and the one that leads to the root is reported (hashing.md, "Leaf rules are data"). Never throws for bad data: see EntryCheck.
 */
export function checkEntry(request: EntryCheckRequest): EntryCheck {
  const problem = entryRequestProblem(request);
  if (problem !== undefined) return unchecked(request, problem, [], 0);
  const start = performance.now();
  const rules = candidates(request);
  const triedRules: LeafRuleId[] = [];
  try {
    for (const rule of rules) {
      const attempt = tryRule(request, rule);
      if (!attempt) continue;
      triedRules.push(rule.id);
      if (attempt.verdict.outcome === 'holds' || request.leafRule !== undefined) {
        const computedInMs = performance.now() - start;
        return {
          ...plain(request),
          ...attempt,
          leafRule: rule.id,
          leafRuleTitle: rule.title,
          triedRules,
          computedInMs,
        };
      }
      // A path of the wrong length leads nowhere by any rule: that is the proof's fault, not an unknown rule. The leaf is what was hashed all the same,
      // by a rule that nothing has confirmed yet, so that none is named as the register's.
      if (attempt.verdict.code === 'path-length') {
        const leafRuleTitle = `${rule.title} (tried first; no proof has confirmed it)`;
        return {
          ...plain(request),
          ...attempt,
          leafRuleTitle,
          triedRules,
          computedInMs: performance.now() - start,
        };
      }
    }
  } catch (error) {
    if (!(error instanceof UnhashableError)) throw error;
    const verdict = cannot('unhashable', error.message);
    return unchecked(request, verdict, triedRules, performance.now() - start);
  }
  return unchecked(request, noRule(request, triedRules), triedRules, performance.now() - start);
}

function candidates({ variant, leafRule }: EntryCheckRequest): readonly LeafRule[] {
  if (leafRule === undefined) return leafRulesFor(variant);
  return LEAF_RULES.filter((rule) => rule.id === leafRule && rule.variant === variant);
}

function tryRule({ entry, auditPath, checkpoint }: EntryCheckRequest, rule: LeafRule): Attempt | undefined {
  const leafBytes = rule.leafBytes(entry);
  if (!leafBytes) return undefined;
  const leafHash = hashFromBytes(hashLeaf(leafBytes));
  const { logSize, rootHash } = checkpoint;
  const inclusion = checkInclusion({
    leafHash,
    entryNumber: entry.entryNumber,
    logSize,
    auditPath,
    rootHash,
  });
  return { ...inclusion, leafBytes, leafHash };
}

function noRule({ leafRule }: EntryCheckRequest, tried: readonly LeafRuleId[]): CannotCheck {
  if (leafRule !== undefined)
    return cannot('unhashable', `the leaf rule ${leafRule} cannot write this entry`);
  if (tried.length === 0)
    return cannot('unknown-leaf-rule', 'unknown leaf rule: no known rule can write this entry');
  return cannot('unknown-leaf-rule', `unknown leaf rule: tried ${tried.join(', ')}; none leads to the root`);
}

function cannot(code: CannotCheck['code'], reason: string): CannotCheck {
  return { outcome: 'cannot-check', code, reason };
}

function unchecked(
  request: EntryCheckRequest,
  verdict: CannotCheck,
  triedRules: readonly LeafRuleId[],
  computedInMs: number,
): EntryCheck {
  return { ...plain(request), verdict, triedRules, steps: [], computedInMs };
}

function plain({ entry, checkpoint }: EntryCheckRequest): Pick<EntryCheck, 'entry' | 'checkpoint'> {
  return { entry, checkpoint };
}
