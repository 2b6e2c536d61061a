import type { Verdict } from '../../core/verdict.ts';
import { checkConsistency } from '../check-consistency.ts';
import type { ConsistencyCheck } from '../protocol.ts';
import { kindOfWords } from './misbehaviour-words.ts';
import type { MisbehaviourReport } from './report.ts';
import { reportScript } from './report-script.ts';

/** RecheckedReport is what a report shows, computed from nothing but the file. */
export interface RecheckedReport {
  /** Whether the two heads and the proof in the file are what its `kind` says, if the register published both heads. */
  readonly shows: boolean;
  /** In one sentence what the file shows, or why it does not show what it says. */
  readonly finding: string;
  /** The two ladders from the smaller to the larger size, where the file holds a proof between these sizes. */
  readonly consistency?: ConsistencyCheck;
  /** Whether the roots that the file says were computed are those computed now. */
  readonly computed: Verdict;
  /** Whether the commands in the file are those that belong to its hashes. */
  readonly script: Verdict;
  /** Whether the register published these heads: never to be seen from a file. */
  readonly published: Verdict;
}

const UNSIGNED =
  'The API signs nothing. That the register published these two heads is the word of whoever made the file, unless a third person saw one of them as well.';

/** recheckReport makes the checks of a report again, with no network and without believing any hash that the file says was computed. Never throws for bad data. */
export function recheckReport(report: MisbehaviourReport): RecheckedReport {
  const consistency = ladders(report);
  return {
    ...finding(report, consistency),
    ...(consistency === undefined ? {} : { consistency }),
    computed: computedVerdict(report, consistency),
    script: scriptVerdict(report),
    published: { outcome: 'not-checked', code: 'unsigned', reason: UNSIGNED },
  };
}

function ladders({ old, new: later, consistency }: MisbehaviourReport): ConsistencyCheck | undefined {
  const [from, to] = old.logSize < later.logSize ? [old, later] : [later, old];
  if (consistency === undefined || from.logSize === to.logSize || from.logSize === 0) return undefined;
  if (consistency.from !== from.logSize || consistency.to !== to.logSize) return undefined;
  return checkConsistency({
    from: { logSize: from.logSize, rootHash: from.rootHash },
    to: { logSize: to.logSize, rootHash: to.rootHash },
    path: consistency.path,
  });
}

function finding(
  { kind, old, new: later }: MisbehaviourReport,
  consistency: ConsistencyCheck | undefined,
): Pick<RecheckedReport, 'shows' | 'finding'> {
  switch (kindOfWords(kind)) {
    case 'another-root': {
      if (old.logSize !== later.logSize) return not('its two heads are of different sizes.');
      if (old.rootHash === later.rootHash) return not('both heads have the same root.');
      return {
        shows: true,
        finding: `This file shows two different roots for a log of ${old.logSize} entries. A log has one root at each size.`,
      };
    }
    case 'shorter-log': {
      if (later.logSize >= old.logSize)
        return not('the later head has no fewer entries than the earlier one.');
      return {
        shows: true,
        finding: `This file shows a log of ${old.logSize} entries, and later one of ${later.logSize}. A log never becomes shorter. ${rest(consistency)}`,
      };
    }
    case 'not-a-continuation': {
      if (old.logSize >= later.logSize) return not('the later log is not larger than the earlier one.');
      if (consistency === undefined) return not('it holds no consistency proof between its two sizes.');
      if (consistency.verdict.outcome === 'holds')
        return not('the proof in it leads to both roots, as it must where a log only grew.');
      return {
        shows: true,
        finding:
          'This file shows a consistency proof that does not lead to both roots. It does not show that no other proof would; a register that only grew has one, and can send it.',
      };
    }
  }
}

function not(why: string): Pick<RecheckedReport, 'shows' | 'finding'> {
  return { shows: false, finding: `This file does not show what it says: ${why}` };
}

/** rest says what a shorter log is, by the proof from it to what was there before. */
function rest(consistency: ConsistencyCheck | undefined): string {
  switch (consistency?.verdict.outcome) {
    case 'holds':
      return 'The shorter log is the beginning of the longer one: entries were taken off its end, or an older state was served.';
    case 'does-not-match':
      return 'The proof that was sent does not lead from the shorter log to the longer one either.';
    case 'cannot-check':
    case 'not-checked':
    case undefined:
      return 'Whether the shorter log begins the longer one is not shown.';
  }
}

function computedVerdict({ consistency }: MisbehaviourReport, check: ConsistencyCheck | undefined): Verdict {
  if (consistency === undefined)
    return {
      outcome: 'not-checked',
      code: 'not-in-file',
      reason: 'the file holds no consistency proof, and states no computed root',
    };
  if (check === undefined)
    return {
      outcome: 'cannot-check',
      code: 'no-consistency-proof',
      reason: 'the consistency proof is not between the two sizes of the file',
    };
  const same =
    consistency.computedFromRoot === check.computedOldRoot &&
    consistency.computedToRoot === check.computedNewRoot;
  return same
    ? { outcome: 'holds' }
    : {
        outcome: 'does-not-match',
        code: 'file-inconsistent',
        reason: 'the roots that the file says were computed are not those that its hashes lead to',
      };
}

function scriptVerdict(report: MisbehaviourReport): Verdict {
  const own = scriptOf(report);
  const same =
    own.length === report.check.script.length &&
    own.every((line, index) => line === report.check.script[index]);
  return same
    ? { outcome: 'holds' }
    : {
        outcome: 'cannot-check',
        code: 'other-script',
        reason:
          'the commands in the file are not those that this page writes for its hashes: do not run them, save them anew from here',
      };
}

/** scriptOf writes the script of a report anew from its hashes, whatever script the file holds. */
export function scriptOf({ kind, register, old, new: later, consistency }: MisbehaviourReport): string[] {
  const usable = old.logSize !== later.logSize && old.logSize > 0 && later.logSize > 0;
  return reportScript({
    kind: kindOfWords(kind),
    address: register.address,
    old,
    new: later,
    path: usable ? consistency?.path : undefined,
  });
}
