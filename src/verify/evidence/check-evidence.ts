import { bytesToHex } from '@noble/hashes/utils.js';
import { parseCanonicalItem } from '../../core/canonical-json.ts';
import type { Hash } from '../../core/hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { checkInclusion } from '../../core/inclusion.ts';
import { type LeafRule, leafRulesFor } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { Checkpoint, Entry, Item } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { checkConsistency } from '../check-heads.ts';
import { checkEntry } from '../check-entry.ts';
import { checkRecordData } from '../check-data.ts';
import type { ConsistencyCheck, EntryCheck, RecordDataCheck } from '../protocol.ts';
import type { AuditReport, MisbehaviourReport, ProofBundle, ReportedEntry } from './formats.ts';
import { kindOfWords } from './misbehaviour.ts';

// Everything here is computed from nothing but the file, without believing a verdict or a computed hash that it states. Nothing throws for bad data.
// public/check-bundle.mjs comes to the same outcomes.

/** FileOutcome is what the checks of a file come to. None holds outright: at best a file is consistent with the root hash it states, and that one is not checked. */
export type FileOutcome = 'not-checked' | 'does-not-match' | 'cannot-check';

/** outcomeOf sums up the checks of a file: a part that cannot be checked goes first, as what cannot be read is refused before anything is compared. */
export function outcomeOf(verdicts: readonly Verdict[]): FileOutcome {
  const outcomes = new Set(verdicts.map(({ outcome }) => outcome));
  if (outcomes.has('cannot-check')) return 'cannot-check';
  return outcomes.has('does-not-match') ? 'does-not-match' : 'not-checked';
}

/** CheckedBundle is what a bundle shows. */
export interface CheckedBundle {
  readonly outcome: FileOutcome;
  /** Whether the data hashes to what the entry records. Show the items of this check. */
  readonly data: RecordDataCheck;
  /** Whether the leaf bytes in the file are the entry, written by the leaf rule in the file. */
  readonly leaf: Verdict;
  /** Whether the entry, by that rule and the audit path, leads to the root hash in the file. Show the entry of this check. */
  readonly entry: EntryCheck;
  /** Version 2: whether the log with that root hash is the beginning of the published one. */
  readonly growth: ConsistencyCheck | undefined;
}

/** checkBundle makes every check of a bundle. */
export function checkBundle({
  register: { variant },
  entry,
  items,
  blob,
  leaf,
  auditPath,
  checkpoint,
  growth,
}: ProofBundle): CheckedBundle {
  const checkedEntry = checkEntry({ variant, entry, auditPath, checkpoint, leafRule: leaf.rule });
  const data = checkData(variant, items ?? [], blob ?? {}, entry);
  const written = checkLeaf(checkedEntry, leaf.bytes);
  const grown = growth && checkConsistency({ from: checkpoint, to: growth.head, path: growth.path });
  const verdicts = [data.verdict, written, checkedEntry.verdict, ...(grown ? [grown.verdict] : [])];
  return { outcome: outcomeOf(verdicts), data, leaf: written, entry: checkedEntry, growth: grown };
}

function checkData(
  variant: ProofBundle['register']['variant'],
  texts: readonly string[],
  blob: NonNullable<ProofBundle['blob']>,
  entry: Entry,
): RecordDataCheck {
  try {
    const items: Item[] =
      variant === 'item' ? texts.map(parseCanonicalItem) : [new Map(Object.entries(blob))];
    return checkRecordData({ variant, items, entry });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = `the text of an item is not canonical JSON: ${error.message}`;
    return { verdict: { outcome: 'cannot-check', code: 'malformed', reason }, items: [] };
  }
}

function checkLeaf({ leafBytes, verdict }: EntryCheck, stated: string): Verdict {
  if (leafBytes === undefined) return cannot(reasonOf(verdict, 'the entry could not be written as bytes'));
  return bytesToHex(leafBytes) === stated ? HOLDS : inconsistent(OTHER_BYTES);
}

/** CheckedReport is what a misbehaviour report shows. */
export interface CheckedReport {
  readonly outcome: FileOutcome;
  /** Whether the two heads and the proof in the file are what its `kind` says, if the register published both heads. */
  readonly claim: Verdict;
  /** In one sentence what the file shows, or why it does not show what it says. */
  readonly finding: string;
  /** The proof from the smaller to the larger size, where the file holds one between these sizes. */
  readonly consistency: ConsistencyCheck | undefined;
  /** Whether the roots that the file says were computed are those computed now. */
  readonly computed: Verdict;
}

/** checkReport makes the checks of a misbehaviour report. */
export function checkReport(report: MisbehaviourReport): CheckedReport {
  const consistency = consistencyOf(report);
  const [claim, finding] = claimOf(report, consistency);
  const computed = computedVerdict(report, consistency);
  return { outcome: outcomeOf([claim, computed]), claim, finding, consistency, computed };
}

function consistencyOf({ old, new: later, consistency }: MisbehaviourReport): ConsistencyCheck | undefined {
  const [from, to] = old.logSize < later.logSize ? [old, later] : [later, old];
  if (consistency === undefined || from.logSize === to.logSize || from.logSize === 0) return undefined;
  if (consistency.from !== from.logSize || consistency.to !== to.logSize) return undefined;
  return checkConsistency({ from: headOf(from), to: headOf(to), path: consistency.path });
}

function headOf({ logSize, rootHash }: Checkpoint): Checkpoint {
  return { logSize, rootHash };
}

function claimOf(
  { kind, old, new: later }: MisbehaviourReport,
  consistency: ConsistencyCheck | undefined,
): [Verdict, string] {
  const not = (reason: string): [Verdict, string] => [
    inconsistent(reason),
    `This file does not show what it says: ${reason}.`,
  ];
  switch (kindOfWords(kind)) {
    case 'another-root':
      if (old.logSize !== later.logSize) return not('its two heads are of different sizes');
      if (old.rootHash === later.rootHash) return not('both heads have the same root hash');
      return [
        HOLDS,
        `This file shows two different root hashes for a log of ${old.logSize} entries. A log has one root hash at each size.`,
      ];
    case 'shorter-log':
      if (later.logSize >= old.logSize)
        return not('the later head has no fewer entries than the earlier one');
      return [
        HOLDS,
        `This file shows a log of ${old.logSize} entries, and later one of ${later.logSize}. A log never becomes shorter. ${aboutShorter(consistency)}`,
      ];
    case 'not-a-continuation':
      if (old.logSize >= later.logSize) return not('the later log is not larger than the earlier one');
      if (consistency === undefined) {
        const reason = 'it holds no consistency proof between its two sizes';
        return [cannot(reason), not(reason)[1]];
      }
      if (consistency.verdict.outcome === 'holds')
        return not('the proof in it gives both root hashes, as it must where a log only grew');
      return [
        HOLDS,
        'This file shows a consistency proof that does not give both root hashes. It does not show that no other proof would: a register that only grew has one, and can send it.',
      ];
  }
}

/** aboutShorter says what a shorter log is, by the proof from it to what was there before. */
function aboutShorter(consistency: ConsistencyCheck | undefined): string {
  switch (consistency?.verdict.outcome) {
    case 'holds':
      return 'The shorter log is the beginning of the longer one: entries were removed from its end, or an older state was served.';
    case 'does-not-match':
      return 'The proof that was sent does not connect the shorter log to the longer one either.';
    case 'cannot-check':
    case 'not-checked':
    case undefined:
      return 'Whether the shorter log is the beginning of the longer one is not shown.';
  }
}

function computedVerdict({ consistency }: MisbehaviourReport, check: ConsistencyCheck | undefined): Verdict {
  if (consistency === undefined)
    return notInFile('the file holds no consistency proof and states no computed root');
  if (check === undefined) return cannot('the consistency proof is not between the two sizes of the file');
  return consistency.computedFromRoot === check.computedOldRoot &&
    consistency.computedToRoot === check.computedNewRoot
    ? HOLDS
    : inconsistent('the roots that the file says were computed are not those that its hashes give');
}

/** CheckedAuditReport is what an audit report shows. */
export interface CheckedAuditReport {
  readonly outcome: FileOutcome;
  /** Whether each entry in the file is shown not to be under the root, and there is at least one. */
  readonly claim: Verdict;
  /** In one sentence what the file shows, or why it does not show what it says. */
  readonly finding: string;
  readonly entries: readonly CheckedReportEntry[];
  /** Whether the entry in the file gives the root that the audit rebuilt: to be seen only where it is the one thing that differs. */
  readonly rebuilt: Verdict;
}

/** CheckedReportEntry is one entry of an audit report. */
export interface CheckedReportEntry {
  /** The proof of the entry as it was sent, which must not lead to the root. Show the entry of this check. */
  readonly check: EntryCheck;
  /** holds: the root commits to another entry in this place. */
  readonly another: Verdict;
}

/** checkAuditReport makes the checks of an audit report. */
export function checkAuditReport(report: AuditReport): CheckedAuditReport {
  const entries = report.entries.map((reported) => checkReportedEntry(report, reported));
  const [claim, finding] = auditClaim(report, entries);
  const rebuilt = rebuiltVerdict(report, entries);
  const outcome = outcomeOf([claim, rebuilt, ...entries.map(({ another }) => another)]);
  return { outcome, claim, finding, entries, rebuilt };
}

function checkReportedEntry(report: AuditReport, reported: ReportedEntry): CheckedReportEntry {
  const { head, leafRule } = report;
  const { entry, auditPath } = reported;
  const request = { variant: report.register.variant, entry, auditPath, checkpoint: head };
  const check = checkEntry(leafRule === undefined ? request : { ...request, leafRule });
  return { check, another: anotherInPlace(report, reported, check) };
}

function anotherInPlace(
  { head, leafRule, register }: AuditReport,
  { entry, leafBytes, expected, auditPath }: ReportedEntry,
  check: EntryCheck,
): Verdict {
  if (leafRule === undefined) return cannot('the file does not say by which leaf rule the entry is hashed');
  if (check.leafBytes === undefined) return cannot(reasonOf(check.verdict, 'the entry cannot be hashed'));
  if (bytesToHex(check.leafBytes) !== leafBytes) return inconsistent(OTHER_BYTES);
  if (check.leafHash === expected) return inconsistent('it has the very leaf hash that is expected of it');
  // The leaf rule is the file's word: an honest entry hashed by another rule than its register's would look like a bad one.
  const fitting = leafRulesFor(register.variant).find((rule) => leafHashBy(rule, entry) === expected);
  if (fitting !== undefined)
    return inconsistent(`by another leaf rule (${fitting.title}) it is the very entry under the root`);
  const { verdict } = checkInclusion({
    leafHash: expected,
    entryNumber: entry.entryNumber,
    logSize: head.logSize,
    auditPath,
    rootHash: head.rootHash,
  });
  return verdict.outcome === 'holds'
    ? HOLDS
    : inconsistent('the leaf hash that is expected in its place does not connect to the root either');
}

function leafHashBy(rule: LeafRule, entry: Entry): Hash | undefined {
  const bytes = rule.leafBytes(entry);
  return bytes && hashFromBytes(hashLeaf(bytes));
}

function auditClaim({ head }: AuditReport, entries: readonly CheckedReportEntry[]): [Verdict, string] {
  if (entries.length === 0)
    return [
      cannot('it holds no entry'),
      'This file holds no entry by which it could be seen without the register. Audit the register to see whether it is so.',
    ];
  const failed = entries.find(({ another }) => another.outcome !== 'holds');
  if (failed !== undefined) {
    const why = reasonOf(failed.another, 'it could not be computed');
    const { entryNumber } = failed.check.entry;
    return [failed.another, `This file does not show what it says of entry ${entryNumber}: ${why}.`];
  }
  const numbers = entries.map(({ check }) => check.entry.entryNumber).join(', ');
  const finding =
    entries.length === 1
      ? `This file shows that the root hash of ${head.logSize} entries commits to another entry than entry ${numbers} in the file.`
      : `This file shows that the root hash of ${head.logSize} entries commits to other entries than entries ${numbers} in the file.`;
  return [HOLDS, finding];
}

function rebuiltVerdict(
  { rebuiltRoot, head, findingCount }: AuditReport,
  entries: readonly CheckedReportEntry[],
): Verdict {
  if (rebuiltRoot === undefined) return notInFile('the file states no root that all entries combine to');
  const [only] = entries;
  if (rebuiltRoot === head.rootHash || only === undefined || entries.length > 1 || findingCount > 1)
    return notInFile('which root all entries combine to can be seen only by an audit of the register');
  return only.check.computedRoot === rebuiltRoot
    ? HOLDS
    : inconsistent(
        'with this entry in its place the log would have another root than the file says was rebuilt',
      );
}

const HOLDS: Verdict = { outcome: 'holds' };
const OTHER_BYTES = 'the leaf bytes in the file are not this entry written by this leaf rule';

function inconsistent(reason: string): Verdict {
  return { outcome: 'does-not-match', code: 'file-inconsistent', reason };
}

function cannot(reason: string): Verdict {
  return { outcome: 'cannot-check', code: 'not-in-file', reason };
}

function notInFile(reason: string): Verdict {
  return { outcome: 'not-checked', code: 'not-in-file', reason };
}

function reasonOf(verdict: Verdict, otherwise: string): string {
  return 'reason' in verdict ? verdict.reason : otherwise;
}
