import type { AuditResult } from '../verify/audit-result.ts';
import { makeAuditReport } from '../verify/evidence/write-audit-report.ts';
import { fileName, writeEvidence } from '../verify/evidence/write-evidence.ts';
import type { TextFile } from './save-proof.ts';
import type { RegisterSession } from './session.ts';

/** auditReport writes what an audit found that does not match as a file to save; undefined if there is nothing. `madeAtMs` is milliseconds since 1970. */
export function auditReport(
  session: RegisterSession,
  result: AuditResult,
  madeAtMs: number,
): TextFile | undefined {
  const register = { address: session.base, variant: result.variant, place: session.id };
  const report = makeAuditReport(result, register, madeAtMs);
  if (report === undefined) return undefined;
  const name = fileName(['audit', session.id, `of-${result.head.logSize}`], '.json');
  return { name, text: writeEvidence(report), type: 'application/json' };
}
