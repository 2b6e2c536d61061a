import type { Variant } from '../../core/model.ts';
import { UnhashableError } from '../../core/utf8.ts';
import type { AuditFinding, AuditResult } from '../audit/audit-types.ts';
import { AUDIT_REPORT_FORMAT, type AuditReport, REPORTED_ENTRY, type ReportedEntry } from './audit-report.ts';
import { auditReportScript, type AuditReportScriptInput } from './audit-report-script.ts';
import { isoTime } from './file-parts.ts';
import { problemsIn } from './json-schema.ts';

/** AuditedRegister says which register an audit was of. */
export interface AuditedRegister {
  /** The base address of the API, without a trailing slash. */
  readonly address: string;
  readonly variant: Variant;
  /** The first segment of the register's addresses in this site. */
  readonly place: string;
}

/** writeAuditReport writes what an audit found as the text of a report file; undefined where nothing did not match. `madeAtMs` is milliseconds since 1970. */
export function writeAuditReport(
  result: AuditResult,
  register: AuditedRegister,
  madeAtMs: number,
): string | undefined {
  const report = makeAuditReport(result, register, madeAtMs);
  return report && `${JSON.stringify(report, null, 2)}\n`;
}

/** makeAuditReport puts an audit's findings into the form of a report. */
export function makeAuditReport(
  result: AuditResult,
  register: AuditedRegister,
  madeAtMs: number,
): AuditReport | undefined {
  const { verdict, head, leafRule, computedRoot, findings, findingCount, finishedAt } = result;
  if (verdict.outcome !== 'does-not-match' || head.logSize === 0) return undefined;
  const given: AuditReportScriptInput = {
    register,
    ...(leafRule === undefined ? {} : { leafRule }),
    head: { logSize: head.logSize, rootHash: head.rootHash },
    ...(computedRoot === undefined ? {} : { rebuiltRoot: computedRoot }),
    entries: leafRule === undefined ? [] : findings.flatMap(reportedEntry),
  };
  const { entries } = given;
  return {
    format: AUDIT_REPORT_FORMAT,
    version: 1,
    madeAt: isoTime(madeAtMs),
    auditedAt: isoTime(finishedAt),
    ...given,
    findings: findings.map(({ text, sent }) =>
      sent === undefined ? text : `${text} What was sent: ${sent}`,
    ),
    findingCount: Math.max(1, findingCount),
    check: { words: words(given, findingCount), script: scriptOf(given, entries) },
  };
}

/** scriptOf leaves out what cannot be written as bytes: such an entry was never hashed, so that it cannot have been found. */
function scriptOf(given: AuditReportScriptInput, entries: readonly ReportedEntry[]): string[] {
  try {
    return auditReportScript(given);
  } catch (error) {
    if (!(error instanceof UnhashableError) || entries.length === 0) throw error;
    return auditReportScript({ ...given, entries: [] });
  }
}

/** A result may come out of storage, where it may have been damaged: what is not as the report describes it is left out. */
function reportedEntry({ kind, expected, evidence }: AuditFinding): ReportedEntry[] {
  if (kind !== 'entry' || expected === undefined || evidence === undefined) return [];
  const { entry, leafBytes, auditPath } = evidence;
  const reported: ReportedEntry = { entry, leafBytes, expected, auditPath };
  return problemsIn(reported, REPORTED_ENTRY).length === 0 ? [reported] : [];
}

function words({ register, head, rebuiltRoot, entries }: AuditReportScriptInput, count: number): string[] {
  const rebuilt =
    rebuiltRoot === undefined
      ? 'Its entries could not all be read.'
      : rebuiltRoot === head.rootHash
        ? 'Its entries rebuild that root; what does not match is in the data that they name.'
        : `All its entries together rebuild another root: ${rebuiltRoot}.`;
  return [
    `This file says of the register at ${register.address}: what it sends is not what its published root commits to. The root of its log of ${head.logSize} entries is ${head.rootHash}. ${rebuilt} Findings: ${count}.`,
    entries.length === 0
      ? 'It holds no entry by which that could be seen without the register: to see it, audit the register.'
      : `It holds ${entries.length === 1 ? 'an entry' : `${entries.length} entries`} by which it can be seen. Each entry, written by the leaf rule and hashed, comes to another leaf hash than the one in "expected"; and that one, with the hashes in "auditPath", leads to the published root. So the root commits to another entry in its place.`,
    'What hashes can show ends there. Nothing in a register is signed: that this root was published, this entry sent and the register’s leaf rule is this one is the word of whoever made this file, unless a third person sees it as well. It says nothing about why.',
    'To check it without this page: the list "script" is a shell script, one line in each member. Read it, save the lines as check.sh, and run: sh check.sh. It needs openssl and no network.',
    `To save the lines with Node: node -p "JSON.parse(require('fs').readFileSync(process.argv[1])).check.script.join('\\n')" report.json > check.sh. With jq: jq -r '.check.script[]' report.json > check.sh.`,
    'By hand: a leaf hash is that of the byte 00 and the leaf bytes; two hashes are joined by the byte 01, the 32 bytes of the left one and the 32 bytes of the right one. Pipe the bytes into: openssl dgst -sha256.',
    'A script inside a file from someone else is that person’s program: this page writes the same script anew from the hashes when it opens the file.',
  ];
}
