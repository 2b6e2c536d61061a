import type { AuditResult } from '../verify/audit/audit-types.ts';
import { fileName } from '../verify/evidence/file-name.ts';
import { writeAuditReport } from '../verify/evidence/write-audit-report.ts';
import type { TextFile } from './keep-proof.ts';
import type { RegisterSession } from './session.ts';

/** auditReport writes what an audit found that does not match as a file to save; undefined where there is nothing. `madeAtMs` is milliseconds since 1970. */
export function auditReport(
  session: RegisterSession,
  result: AuditResult,
  madeAtMs: number,
): TextFile | undefined {
  const register = { address: session.base, variant: result.variant, place: session.id };
  const text = writeAuditReport(result, register, madeAtMs);
  if (text === undefined) return undefined;
  const name = fileName(['audit', session.id, `of-${result.head.logSize}`], '.json');
  return { name, text, type: 'application/json' };
}
