import { bytesToHex } from '@noble/hashes/utils.js';
import { parseCanonicalItem } from '../../core/canonical-json.ts';
import { otherBeginning } from '../../core/consistency.ts';
import { hashFromBytes } from '../../core/hash.ts';
import { checkInclusion } from '../../core/inclusion.ts';
import { leafRulesFor } from '../../core/leaf-rules.ts';
import type { Item } from '../../core/model.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../../core/verdict.ts';
import { checkConsistency } from '../check-heads.ts';
import { checkEntry } from '../check-entry.ts';
import { checkRecordData } from '../check-data.ts';
import type { ConsistencyCheck, EntryCheck, RecordDataCheck } from '../protocol.ts';
import type { AuditReport, MisbehaviourReport, ProofBundle, ReportedEntry } from './formats.ts';
import { KIND_WORDS } from './misbehaviour.ts';
import { type CheckedSignatures, checkSignatures } from './signatures.ts';

// Everything here is computed from the file alone, ignoring the verdicts and computed hashes that it states.
// Nothing throws for bad data. public/check-bundle.mjs computes the same outcomes.

/**
 * FileOutcome is the result of checking a file. No file is verified outright: at best it is consistent with
 * the root hash it states, which is not checked.
 */
export type FileOutcome = 'not-checked' | 'does-not-match' | 'cannot-check';

/**
 * outcomeOf combines the checks of a file: a part that cannot be checked precedes a mismatch, because an
 * unreadable file is refused before comparing. What this browser cannot check says nothing about the file and
 * hides no mismatch.
 */
function outcomeOf(...verdicts: readonly (Verdict | undefined)[]): FileOutcome {
  const isUnsupported = (verdict: Verdict | undefined): boolean =>
    verdict?.outcome === 'cannot-check' && verdict.code === 'signatures-unsupported';
  const outcomes = new Set(
    verdicts.filter((verdict) => !isUnsupported(verdict)).map((verdict) => verdict?.outcome),
  );
  if (outcomes.has('cannot-check')) return 'cannot-check';
  if (outcomes.has('does-not-match')) return 'does-not-match';
  return verdicts.some(isUnsupported) ? 'cannot-check' : 'not-checked';
}

/** CheckedBundle is what a bundle proves about one entry. */
export interface CheckedBundle {
  readonly outcome: FileOutcome;
  /** Whether the data has the hashes that the entry names. Show the items of this check. */
  readonly data: RecordDataCheck;
  /** Whether the leaf bytes in the file are those of the entry under the file's leaf rule. */
  readonly leaf: Verdict;
  /** The steps from the entry to the root hash in the file. Show the entry of this check. */
  readonly entry: EntryCheck;
  /** A bundle of version 2: whether the log with that root hash is the beginning of the published one. */
  readonly growth?: ConsistencyCheck;
  /** What witnesses signed of the published head, if in the file. */
  readonly signatures?: CheckedSignatures;
}

/** checkBundle makes every check of a bundle. */
export async function checkBundle(bundle: ProofBundle): Promise<CheckedBundle> {
  const { register, auditPath, checkpoint, growth: grown } = bundle;
  const { variant } = register;
  const entry = checkEntry({
    variant,
    entry: bundle.entry,
    auditPath,
    checkpoint,
    leafRule: bundle.leaf.rule,
  });
  const data = checkData(bundle);
  const leaf = checkLeaf(entry, bundle.leaf.bytes);
  const growth = grown && checkConsistency({ from: checkpoint, to: grown.head, path: grown.path });
  const signatures = bundle.signed && (await checkSignatures(bundle.signed, grown?.head ?? checkpoint));
  const outcome = outcomeOf(data.verdict, leaf, entry.verdict, growth?.verdict, signatures?.verdict);
  return { outcome, data, leaf, entry, ...(growth && { growth }), ...(signatures && { signatures }) };
}

function checkData({
  register: { variant },
  items: texts = [],
  blob = {},
  entry,
}: ProofBundle): RecordDataCheck {
  try {
    const items: Item[] =
      variant === 'item' ? texts.map(parseCanonicalItem) : [new Map(Object.entries(blob))];
    return checkRecordData({ variant, items, entry });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = `the text of an item is not canonical JSON: ${error.message}`;
    return { verdict: cannotCheck('malformed', reason), items: [] };
  }
}

function checkLeaf({ leafBytes, verdict }: EntryCheck, stated: string): Verdict {
  if (leafBytes === undefined) return cannot(reasonOf(verdict));
  return bytesToHex(leafBytes) === stated
    ? HOLDS
    : inconsistent('the leaf bytes in the file are not this entry written by this leaf rule');
}

/** CheckedClaim is whether a file shows what it claims, and a sentence about what it shows. */
interface CheckedClaim {
  readonly claim: Verdict;
  readonly finding: string;
}

/**
 * CheckedReport is what a misbehaviour report shows. Its claim is that heads and proof show the `kind` stated, if
 * the register published both heads.
 */
interface CheckedReport extends CheckedClaim {
  readonly outcome: FileOutcome;
  /** The proof between the two heads; undefined if the file has none. */
  readonly consistency: ConsistencyCheck | undefined;
  /** The two root hashes alone contradict each other: else the contradiction rests on an unsigned proof. */
  readonly isByRoots: boolean;
  readonly signatures: readonly CheckedSignatures[];
}

/** checkReport makes the checks of a misbehaviour report. */
export async function checkReport(report: MisbehaviourReport): Promise<CheckedReport> {
  const { old, new: later, consistency: stated } = report;
  const [from, to] = old.logSize < later.logSize ? [old, later] : [later, old];
  const isBetween = stated?.from === from.logSize && stated.to === to.logSize && from.logSize < to.logSize;
  const consistency = isBetween ? checkConsistency({ from, to, path: stated.path }) : undefined;
  const signatures = await Promise.all(
    [old, later].flatMap((head) => (head.signed ? [checkSignatures(head.signed, head)] : [])),
  );
  const [one, other] = signatures;
  const isOneLog = one?.origin === undefined || other?.origin === undefined || one.origin === other.origin;
  const found = claimed(
    isOneLog ? claimOf(report, consistency) : inconsistent('the two notes are of different logs'),
  );
  const outcome = outcomeOf(found.claim, ...signatures.map(({ verdict }) => verdict));
  const isByRoots =
    old.logSize === later.logSize
      ? old.rootHash !== later.rootHash
      : (consistency && otherBeginning(consistency)) !== undefined;
  return { outcome, ...found, consistency, isByRoots, signatures };
}

/** claimed returns the verdict on a file's claim: `found` is what it shows, or why it does not. */
function claimed(found: string | Verdict): CheckedClaim {
  if (typeof found === 'string') return { claim: HOLDS, finding: `This file shows ${found}` };
  return { claim: found, finding: `This file does not show what it says: ${reasonOf(found)}.` };
}

function claimOf(
  { kind, old, new: later }: MisbehaviourReport,
  consistency: ConsistencyCheck | undefined,
): string | Verdict {
  const outcome = consistency?.verdict.outcome;
  switch (kind) {
    case KIND_WORDS['another-root']:
      if (old.logSize !== later.logSize) return inconsistent('its two heads are of different sizes');
      if (old.rootHash === later.rootHash) return inconsistent('both heads have the same root hash');
      return `two different root hashes for a log of ${old.logSize} entries. A log has one root hash at each size.`;
    case KIND_WORDS['shorter-log']:
      return later.logSize < old.logSize
        ? `a log of ${old.logSize} entries, and later one of ${later.logSize}. A log never becomes shorter.`
        : inconsistent('the later head has no fewer entries than the earlier one');
    case KIND_WORDS['not-a-continuation']:
      if (old.logSize >= later.logSize)
        return inconsistent('the later log is not larger than the earlier one');
      if (outcome === undefined) return cannot('it holds no consistency proof between its two sizes');
      if (outcome === 'holds') return inconsistent('the proof in it gives both root hashes');
      // The later root commits to the log that it begins with, whoever sent the proof.
      if (consistency && otherBeginning(consistency) !== undefined)
        return `that the log with the later root hash begins with another log of ${old.logSize} entries than the earlier root hash stands for.`;
      return 'a consistency proof that does not give both root hashes. It does not show that no other proof would.';
  }
}

/** CheckedReportedEntry is what an audit report proves about one of its entries. */
interface CheckedReportedEntry {
  /** The proof as sent, which must not give the root. */
  readonly check: EntryCheck;
  /** Holds if the root commits to another entry in its place. */
  readonly another: Verdict;
}

/**
 * CheckedAuditReport is what an audit report shows. Its claim is that it has entries and that none of them is in
 * the log with the root.
 */
interface CheckedAuditReport extends CheckedClaim {
  readonly outcome: FileOutcome;
  readonly entries: readonly CheckedReportedEntry[];
}

/** checkAuditReport makes the checks of an audit report. */
export function checkAuditReport(report: AuditReport): CheckedAuditReport {
  const entries = report.entries.map((reported) => checkReportedEntry(report, reported));
  const found = claimed(auditClaim(report, entries));
  const outcome = outcomeOf(found.claim, ...entries.map(({ another }) => another));
  return { outcome, ...found, entries };
}

function checkReportedEntry(report: AuditReport, reported: ReportedEntry): CheckedReportedEntry {
  const { head, leafRule: rule, register } = report;
  const { entry, auditPath } = reported;
  const request = { variant: register.variant, entry, auditPath, checkpoint: head };
  const check = checkEntry(rule === undefined ? request : { ...request, leafRule: rule });
  return { check, another: anotherInPlace(report, reported, check) };
}

function anotherInPlace(
  { head, leafRule: rule, register }: AuditReport,
  { entry, leafBytes, expected, auditPath }: ReportedEntry,
  check: EntryCheck,
): Verdict {
  if (rule === undefined) return cannot('the file does not say by which leaf rule the entry is hashed');
  const written = checkLeaf(check, leafBytes);
  if (written !== HOLDS) return written;
  if (check.leafHash === expected) return inconsistent('it has the very leaf hash that is expected of it');
  // The file states the leaf rule: an honest entry hashed by another rule would look bad.
  const fitting = leafRulesFor(register.variant).find((other) => {
    const leaf = other.leafHash(entry);
    return leaf && hashFromBytes(leaf) === expected;
  });
  if (fitting !== undefined)
    return inconsistent(`by another leaf rule (${fitting.title}) it is the very entry under the root`);
  const { entryNumber } = entry;
  const { verdict } = checkInclusion({ leafHash: expected, entryNumber, auditPath, ...head });
  return verdict.outcome === 'holds'
    ? HOLDS
    : inconsistent('the leaf hash that is expected in its place does not connect to the root either');
}

function auditClaim({ head }: AuditReport, entries: readonly CheckedReportedEntry[]): string | Verdict {
  if (entries.length === 0)
    return cannot('it holds no entry by which it could be seen without the register. Audit the register');
  const failed = entries.find(({ another }) => another !== HOLDS);
  if (failed !== undefined) {
    const reason = `of entry ${failed.check.entry.entryNumber}, ${reasonOf(failed.another)}`;
    return failed.another.outcome === 'cannot-check' ? cannot(reason) : inconsistent(reason);
  }
  const numbers = entries.map(({ check }) => check.entry.entryNumber).join(', ');
  return `that the root hash of ${head.logSize} entries does not commit to what the file has as entry ${numbers}.`;
}

/** HOLDS is the verdict on a check that holds. */
const HOLDS: Verdict = { outcome: 'holds' };

const inconsistent = (reason: string): Verdict => doesNotMatch('file-inconsistent', reason);
const cannot = (reason: string): Verdict => cannotCheck('not-in-file', reason);

function reasonOf(verdict: Verdict): string {
  return 'reason' in verdict ? verdict.reason : 'it could not be computed';
}
