import type { Variant } from '../core/model.ts';
import type { SignedCheckpoint } from '../verify/evidence/formats.ts';
import { makeReport } from '../verify/evidence/write-evidence.ts';
import { evidenceFile, type TextFile } from './save-proof.ts';
import type { RegisterSession } from './session.ts';
import type { Contradiction } from './contradictions.ts';
import { signaturesOf } from './witness-queries.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { makeAuditReport } from '../verify/evidence/write-audit-report.ts';

/**
 * splitViewReport returns a file to save with two contradicting heads and their signatures: `published` are
 * those of the log published here.
 */
export function splitViewReport(
  session: RegisterSession,
  variant: Variant,
  contradiction: Contradiction,
  published: SignedCheckpoint | undefined,
  madeAtMs: number,
): TextFile {
  const { signed, comparison } = contradiction;
  const { own, path } = comparison;
  const theirs = { ...signed.checkpoint, seenAtMs: signed.atMs ?? madeAtMs };
  const ours = { logSize: own.logSize, rootHash: own.rootHash, seenAtMs: madeAtMs };
  const note = signaturesOf([contradiction], theirs).signed;
  const isSameSize = theirs.logSize === ours.logSize;
  const isTheirsOld = theirs.logSize <= ours.logSize;
  const report = makeReport(
    {
      kind: isSameSize ? 'another-root' : 'not-a-continuation',
      base: session.base,
      variant,
      registerId: session.id,
      old: isTheirsOld ? theirs : ours,
      new: isTheirsOld ? ours : theirs,
      ...(isSameSize ? {} : { path }),
      addresses: { head: session.trust.heads.addressOf(own) ?? session.base },
    },
    madeAtMs,
    isTheirsOld ? { old: note, new: published } : { old: published, new: note },
  );
  return evidenceFile(['split-view', session.id, own.logSize], report);
}

/**
 * auditReport returns a file to save with the mismatches of an audit; undefined if there are none. `madeAtMs`
 * is milliseconds since 1970.
 */
export function auditReport(
  session: RegisterSession,
  result: AuditResult,
  madeAtMs: number,
): TextFile | undefined {
  const register = { address: session.base, variant: result.variant, place: session.id };
  const report = makeAuditReport(result, register, madeAtMs);
  return report && evidenceFile(['audit', session.id, `of-${result.head.logSize}`], report);
}
