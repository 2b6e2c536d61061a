import { hashFromBytes } from '../core/hash.ts';
import { checkInclusion } from '../core/inclusion.ts';
import { type LeafRule, leafRulesFor } from '../core/leaf-rules.ts';
import { hashLeaf } from '../core/merkle.ts';
import type { LeafRuleId } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import { type CannotCheck, cannotCheck } from '../core/verdict.ts';
import { checkConsistency } from './check-heads.ts';
import type { EntryCheck, EntryCheckRequest } from './protocol.ts';
import { malformed } from './request-problem.ts';

/**
 * checkEntry reports whether the entry is in the log with the given head, or was in that of an earlier size.
 * It tries only the given leaf rule; without one, each of the variant's, and reports the one that gives the
 * root (core/hashing.md, "Leaf rules"). Never throws for bad data: see EntryCheck.
 */
export function checkEntry(request: EntryCheckRequest): EntryCheck {
  const { entry, checkpoint: head, earlier } = request;
  const problem =
    malformed('checkEntry', request) ??
    beyond(entry.entryNumber, earlier?.logSize ?? head.logSize) ??
    notYet(request);
  return {
    entry,
    checkpoint: problem === undefined && earlier ? { ...head, logSize: earlier.logSize } : head,
    ...(earlier && { head }),
    ...(problem === undefined ? searchLeafRule(request, (rule) => climb(request, rule)) : unchecked(problem)),
  };
}

/** beyond returns the verdict on an entry beyond the log size: the log grew between two answers. */
export function beyond(entryNumber: number, logSize: number): CannotCheck | undefined {
  if (entryNumber <= logSize) return undefined;
  const reason = `entry ${entryNumber} is not in a log of ${logSize} entries: the root is older than the entry`;
  return cannotCheck('log-moved-on', reason);
}

/** notYet returns the verdict on an earlier size that the log with the head has not reached. */
function notYet({ checkpoint, earlier }: EntryCheckRequest): CannotCheck | undefined {
  if (earlier === undefined || earlier.logSize <= checkpoint.logSize) return undefined;
  return cannotCheck('log-moved-on', `the log has ${checkpoint.logSize} entries, not yet ${earlier.logSize}`);
}

type Attempt = Pick<
  EntryCheck,
  'verdict' | 'leafBytes' | 'leafHash' | 'steps' | 'computedRoot' | 'consistency'
> &
  Partial<Pick<EntryCheck, 'checkpoint'>>;

type Outcome = Omit<EntryCheck, 'entry' | 'checkpoint'>;

/**
 * searchLeafRule tries the known leaf rule, or each of the variant's until one gives the root. `attempt`
 * returns undefined if a rule cannot write the entry. A proof that no rule can satisfy ends the search: the
 * leaf hashed is reported, but no rule as the register's, because nothing confirmed it.
 */
function searchLeafRule(
  { variant, leafRule: known }: EntryCheckRequest,
  attempt: (rule: LeafRule) => Attempt | undefined,
): Outcome & Partial<Attempt> {
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

/**
 * climb computes the root from an entry. Nobody publishes old roots: at an earlier size the consistency proof
 * must connect the computed one with the head.
 */
function climb(
  { entry, auditPath, checkpoint: head, earlier }: EntryCheckRequest,
  rule: LeafRule,
): Attempt | undefined {
  const leafBytes = rule.leafBytes(entry);
  if (!leafBytes) return undefined;
  const leafHash = hashFromBytes(hashLeaf(leafBytes));
  const logSize = earlier?.logSize ?? head.logSize;
  const { entryNumber } = entry;
  const found = checkInclusion({ leafHash, entryNumber, logSize, auditPath, rootHash: head.rootHash });
  const climbed = { ...found, leafBytes, leafHash };
  if (!earlier || found.computedRoot === undefined) return climbed;
  const checkpoint = { logSize, rootHash: found.computedRoot };
  const consistency = checkConsistency({ from: checkpoint, to: head, path: earlier.path });
  return { ...climbed, verdict: consistency.verdict, checkpoint, consistency };
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
