import type { Hash } from '../../core/hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { checkInclusion } from '../../core/inclusion.ts';
import { type LeafRule, leafRule as ruleOf, leafRulesFor } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { UnhashableError } from '../../core/utf8.ts';
import type { Verdict } from '../../core/verdict.ts';
import { checkEntry } from '../check-entry.ts';
import type { EntryCheck } from '../protocol.ts';
import type { AuditReport, ReportedEntry } from './audit-report.ts';
import { auditReportScript } from './audit-report-script.ts';
import { hexOf } from './file-parts.ts';

/** RecheckedAuditReport is what an audit report shows, computed from nothing but the file. */
export interface RecheckedAuditReport {
  /** Whether each entry in the file is shown not to be under the root, and there is at least one. */
  readonly shows: boolean;
  /** In one sentence what the file shows, or why it does not show what it says. */
  readonly finding: string;
  readonly entries: readonly RecheckedEntry[];
  /** Whether the entry in the file makes the root that the audit rebuilt: to be seen only where it is the one thing that differs. */
  readonly rebuilt: Verdict;
  /** Whether the commands in the file are those that belong to its hashes. */
  readonly script: Verdict;
  /** Whether the register published this head and sent these entries: never to be seen from a file. */
  readonly published: Verdict;
}

/** RecheckedEntry is one entry of a report. */
export interface RecheckedEntry {
  /** The climb from the entry as it was sent, which must not reach the root. Show the entry of this check. */
  readonly check: EntryCheck;
  /** holds: the root commits to another entry in this place. */
  readonly another: Verdict;
}

const UNSIGNED =
  'The API signs nothing. That the register published this root, sent these entries and hashes entries by this leaf rule is the word of whoever made the file, unless a third person saw it as well.';

/** recheckAuditReport makes the checks of a report again, with no network and without believing any hash that the file says was computed. Never throws for bad data. */
export function recheckAuditReport(report: AuditReport): RecheckedAuditReport {
  const entries = report.entries.map((reported) => recheckEntry(report, reported));
  return {
    ...summed(report, entries),
    entries,
    rebuilt: rebuiltVerdict(report, entries),
    script: scriptVerdict(report),
    published: { outcome: 'not-checked', code: 'unsigned', reason: UNSIGNED },
  };
}

function recheckEntry(
  { head, leafRule, register: { variant } }: AuditReport,
  { entry, leafBytes, expected, auditPath }: ReportedEntry,
): RecheckedEntry {
  const request = { variant, entry, auditPath, checkpoint: head };
  const check = checkEntry(leafRule === undefined ? request : { ...request, leafRule });
  const another = (): Verdict => {
    if (leafRule === undefined)
      return {
        outcome: 'cannot-check',
        code: 'unknown-leaf-rule',
        reason: 'the file does not say by which leaf rule the entry is hashed',
      };
    if (check.leafBytes === undefined || check.leafHash === undefined)
      return {
        outcome: 'cannot-check',
        code: 'unhashable',
        reason: reasonOf(check.verdict, 'the entry cannot be hashed'),
      };
    if (hexOf(check.leafBytes) !== leafBytes)
      return no('the leaf bytes in the file are not this entry written by this leaf rule');
    if (check.leafHash === expected) return no('it has the very leaf hash that is expected of it');
    // The leaf rule is the file's word: an honest entry hashed by another rule than its register's would look like a bad one.
    const fitting = leafRulesFor(variant).find((rule) => leafHashBy(rule, entry) === expected);
    if (fitting !== undefined)
      return no(`by another leaf rule (${fitting.title}) it is the very entry under the root`);
    const climbed = checkInclusion({
      leafHash: expected,
      entryNumber: entry.entryNumber,
      logSize: head.logSize,
      auditPath,
      rootHash: head.rootHash,
    });
    if (climbed.verdict.outcome === 'holds') return { outcome: 'holds' };
    return no('the leaf hash that is expected in its place does not lead to the root either');
  };
  return { check, another: another() };
}

function leafHashBy(rule: LeafRule, entry: Entry): Hash | undefined {
  const bytes = rule.leafBytes(entry);
  return bytes && hashFromBytes(hashLeaf(bytes));
}

function no(reason: string): Verdict {
  return { outcome: 'does-not-match', code: 'file-inconsistent', reason };
}

function reasonOf(verdict: Verdict, otherwise: string): string {
  return 'reason' in verdict ? verdict.reason : otherwise;
}

function summed(
  { head }: { readonly head: Checkpoint },
  entries: readonly RecheckedEntry[],
): Pick<RecheckedAuditReport, 'shows' | 'finding'> {
  if (entries.length === 0)
    return {
      shows: false,
      finding:
        'This file holds no entry by which it could be seen without the register. Audit the register to see whether it is so.',
    };
  const failed = entries.find(({ another }) => another.outcome !== 'holds');
  if (failed !== undefined) {
    const { entryNumber } = failed.check.entry;
    const why = reasonOf(failed.another, 'it could not be computed');
    return { shows: false, finding: `This file does not show what it says of entry ${entryNumber}: ${why}.` };
  }
  const numbers = entries.map(({ check }) => check.entry.entryNumber);
  const places = numbers.length === 1 ? `entry ${numbers[0]}` : `entries ${numbers.join(', ')}`;
  return {
    shows: true,
    finding: `This file shows that the root of ${head.logSize} entries in it commits to another ${numbers.length === 1 ? 'entry' : 'entry in each place'} than ${places} as in the file.`,
  };
}

function rebuiltVerdict(
  { rebuiltRoot, head, findingCount }: AuditReport,
  entries: readonly RecheckedEntry[],
): Verdict {
  if (rebuiltRoot === undefined)
    return {
      outcome: 'not-checked',
      code: 'not-in-file',
      reason: 'the file states no root that the entries rebuilt',
    };
  if (rebuiltRoot === head.rootHash)
    return {
      outcome: 'not-checked',
      code: 'file-states',
      reason: 'the file says that the entries rebuild the published root',
    };
  const [only] = entries;
  if (only === undefined || entries.length > 1 || findingCount > 1)
    return {
      outcome: 'not-checked',
      code: 'not-in-file',
      reason: 'that all entries together rebuild another root can be seen only by an audit of the register',
    };
  return only.check.computedRoot === rebuiltRoot
    ? { outcome: 'holds' }
    : no('with this entry in its place the log would have another root than the file says was rebuilt');
}

function scriptVerdict(report: AuditReport): Verdict {
  const own = auditScriptOf(report);
  if (own === undefined)
    return {
      outcome: 'cannot-check',
      code: 'unhashable',
      reason: 'an entry in the file cannot be written as bytes',
    };
  const { script } = report.check;
  const same = own.length === script.length && own.every((line, index) => line === script[index]);
  return same
    ? { outcome: 'holds' }
    : {
        outcome: 'cannot-check',
        code: 'other-script',
        reason:
          'the commands in the file are not those that this page writes for its hashes: do not run them, save them anew from here',
      };
}

/** auditScriptOf writes the script of a report anew from its hashes, whatever script the file holds; undefined where an entry has no bytes. */
export function auditScriptOf(report: AuditReport): string[] | undefined {
  const { leafRule, register } = report;
  if (leafRule !== undefined && ruleOf(leafRule).variant !== register.variant) return undefined;
  try {
    return auditReportScript(report);
  } catch (error) {
    if (error instanceof UnhashableError || error instanceof RangeError) return undefined;
    throw error;
  }
}
