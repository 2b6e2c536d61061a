import type { AuditFinding, AuditResult } from '../audit-result.ts';
import { type AuditReport, type EvidenceRegister, isReportedEntry, type ReportedEntry } from './formats.ts';
import { HOW_TO_CHECK, inventedNote, isoTime, UNSIGNED } from './write-evidence.ts';

/**
 * makeAuditReport makes a report of an audit's findings; undefined if everything matched. `madeAtMs` is
 * milliseconds since 1970.
 */
export function makeAuditReport(
  { verdict, head, leafRule, computedRoot, findings, findingCount, finishedAt }: AuditResult,
  register: EvidenceRegister,
  madeAtMs: number,
): AuditReport | undefined {
  if (verdict.outcome !== 'does-not-match' || head.logSize === 0) return undefined;
  return {
    format: 'register-audit-report',
    version: 2,
    about: `${inventedNote(register.place)}What an audit of the register at ${register.address} found that its published root hash does not commit to. Each entry in "entries" was sent by the register, and another leaf hash, in "expected", gives the root hash in its place. ${UNSIGNED} ${HOW_TO_CHECK}`,
    madeAt: isoTime(madeAtMs),
    register,
    auditedAt: isoTime(finishedAt),
    ...(leafRule === undefined ? {} : { leafRule }),
    head: { logSize: head.logSize, rootHash: head.rootHash },
    ...(computedRoot === undefined ? {} : { rebuiltRoot: computedRoot }),
    entries: leafRule === undefined ? [] : findings.flatMap(reportedEntry),
    findings: findings.map(({ text, itemHash, computed, sent }) =>
      [
        text,
        itemHash && `The entry records ${itemHash}.`,
        computed && `Computed: ${computed}.`,
        sent && `What was sent: ${sent}`,
      ]
        .filter((part) => part !== undefined)
        .join(' '),
    ),
    findingCount: Math.max(1, findingCount),
  };
}

/** reportedEntry drops malformed entries: a stored result may be damaged. */
function reportedEntry({ kind, expected, evidence }: AuditFinding): ReportedEntry[] {
  if (kind !== 'entry' || expected === undefined || evidence === undefined) return [];
  const { entry, leafBytes, auditPath } = evidence;
  const reported = { entry, leafBytes, expected, auditPath };
  return isReportedEntry(reported) ? [reported] : [];
}
