import { hashFromBytes } from '../core/hash.ts';
import { checkInclusion } from '../core/inclusion.ts';
import { type LeafRule, leafRulesFor } from '../core/leaf-rules.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { hashLeaf } from '../core/merkle.ts';
import type { Checkpoint } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import { type CannotCheck, cannotCheck } from '../core/verdict.ts';
import { checkConsistency } from './check-heads.ts';
import type { EarlierEntryCheckRequest, EntryCheck, EntryCheckRequest } from './protocol.ts';
import { malformed } from './request-problem.ts';

/**
 * checkEntry reports whether the entry is in the log with the given head. It tries only the given leaf rule; without one, each of the
 * variant's, and reports the one that gives the root (hashing.md, "Leaf rules are data"). Never throws for bad data: see EntryCheck.
 */
export function checkEntry(request: EntryCheckRequest): EntryCheck {
  const { entry, checkpoint } = request;
  const problem = problemOf(request);
  const found =
    problem === undefined ? searchLeafRule(request, (rule) => climb(request, rule)) : unchecked(problem);
  return { entry, checkpoint, ...found };
}

/**
 * checkEarlierEntry reports whether the entry was in the log of `logSize` entries. Nobody publishes old roots: the entry proof gives the
 * root, and the consistency proof must connect it with the published head. Never throws for bad data: see EntryCheck.
 */
export function checkEarlierEntry(request: EarlierEntryCheckRequest): EntryCheck {
  const { entry, head, logSize, consistencyPath } = request;
  // The expected root is not known yet; only the computed root is used.
  const atSize = { ...request, checkpoint: { logSize, rootHash: head?.rootHash } };
  const problem = malformed('checkEarlierEntry', request) ?? problemOf(atSize);
  if (problem !== undefined) return { entry, checkpoint: head, head, ...unchecked(problem) };
  const found = searchLeafRule(request, (rule) => {
    const climbed = climb(atSize, rule);
    if (climbed?.computedRoot === undefined) return climbed;
    const checkpoint = { logSize, rootHash: climbed.computedRoot };
    const consistency = checkConsistency({ from: checkpoint, to: head, path: consistencyPath });
    return { ...climbed, verdict: consistency.verdict, checkpoint, consistency };
  });
  return { entry, checkpoint: atSize.checkpoint, head, ...found };
}

/** problemOf returns why a request cannot be checked: also an entry beyond the log size, because the log grew between two answers. */
function problemOf(request: EntryCheckRequest): CannotCheck | undefined {
  const problem = malformed('checkEntry', request);
  const { entry, checkpoint } = request;
  if (problem !== undefined || entry.entryNumber <= checkpoint.logSize) return problem;
  const reason = `entry ${entry.entryNumber} is not in a log of ${checkpoint.logSize} entries: the root is older than the entry`;
  return cannotCheck('log-moved-on', reason);
}

type Attempt = Pick<EntryCheck, 'verdict' | 'leafBytes' | 'leafHash' | 'steps' | 'computedRoot'> & {
  readonly checkpoint?: Checkpoint;
};

type Outcome = Omit<EntryCheck, 'entry' | 'checkpoint'>;

/**
 * searchLeafRule tries the known leaf rule, or each of the variant's until one gives the root. `attempt` returns undefined if a rule cannot write the entry. A
 * proof that no rule can satisfy ends the search: the leaf hashed is reported, but no rule as the register's, because nothing confirmed it.
 */
function searchLeafRule<Found extends Attempt>(
  { variant, leafRule: known }: Pick<EntryCheckRequest, 'variant' | 'leafRule'>,
  attempt: (rule: LeafRule) => Found | undefined,
): (Found & Outcome) | Outcome {
  const start = performance.now();
  const triedRules: LeafRuleId[] = [];
  const elapsed = (): number => performance.now() - start;
  try {
    for (const rule of leafRulesFor(variant)) {
      const found = known === undefined || known === rule.id ? attempt(rule) : undefined;
      if (found === undefined) continue;
      triedRules.push(rule.id);
      const { verdict } = found;
      if (verdict.outcome === 'holds' || known !== undefined)
        return {
          ...found,
          leafRule: rule.id,
          leafRuleTitle: rule.title,
          triedRules,
          computedInMs: elapsed(),
        };
      if (!('code' in verdict) || verdict.code !== 'hash-differs') {
        const leafRuleTitle = `${rule.title} (tried first; no proof has confirmed it)`;
        return { ...found, leafRuleTitle, triedRules, computedInMs: elapsed() };
      }
    }
  } catch (error) {
    if (!(error instanceof UnhashableError)) throw error;
    return unchecked(cannotCheck('unhashable', error.message), triedRules, elapsed());
  }
  return unchecked(noRule(known, triedRules), triedRules, elapsed());
}

function climb({ entry, auditPath, checkpoint }: EntryCheckRequest, rule: LeafRule): Attempt | undefined {
  const leafBytes = rule.leafBytes(entry);
  if (!leafBytes) return undefined;
  const leafHash = hashFromBytes(hashLeaf(leafBytes));
  const { logSize, rootHash } = checkpoint;
  const { entryNumber } = entry;
  return {
    ...checkInclusion({ leafHash, entryNumber, logSize, auditPath, rootHash }),
    leafBytes,
    leafHash,
  };
}

function noRule(known: LeafRuleId | undefined, tried: readonly LeafRuleId[]): CannotCheck {
  if (known !== undefined) return cannotCheck('unhashable', `the leaf rule ${known} cannot write this entry`);
  if (tried.length === 0)
    return cannotCheck('unknown-leaf-rule', 'unknown leaf rule: no known rule can write this entry');
  return cannotCheck(
    'unknown-leaf-rule',
    `unknown leaf rule: tried ${tried.join(', ')}; none gives the root`,
  );
}

function unchecked(verdict: CannotCheck, triedRules: readonly LeafRuleId[] = [], computedInMs = 0): Outcome {
  return { verdict, triedRules, steps: [], computedInMs };
}
