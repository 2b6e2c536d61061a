import type { Item } from '../core/model.ts';
import type { AuditReport } from '../verify/evidence/audit-report.ts';
import { bundleScript } from '../verify/evidence/bundle-script.ts';
import type { ProofBundle } from '../verify/evidence/bundle.ts';
import { fileName } from '../verify/evidence/file-name.ts';
import type { Problem } from '../verify/evidence/json-schema.ts';
import { openEvidence } from '../verify/evidence/open-evidence.ts';
import type { TlogProof } from '../verify/evidence/read-tlog-proof.ts';
import {
  auditScriptOf,
  recheckAuditReport,
  type RecheckedAuditReport,
} from '../verify/evidence/recheck-audit-report.ts';
import { recheckBundle, type RecheckedBundle } from '../verify/evidence/recheck-bundle.ts';
import { recheckReport, type RecheckedReport, scriptOf } from '../verify/evidence/recheck-report.ts';
import { recheckTlogProof, type RecheckedTlogProof } from '../verify/evidence/recheck-tlog-proof.ts';
import type { MisbehaviourReport } from '../verify/evidence/report.ts';
import { proveSelf } from '../verify/prove-self.ts';
import type { TextFile } from './keep-proof.ts';

/** CheckedFile is an evidence file after every check in it was made again, or why it cannot be read. */
export type CheckedFile =
  | {
      readonly kind: 'bundle';
      readonly bundle: ProofBundle;
      readonly recheck: RecheckedBundle;
      readonly items: readonly Item[];
      /** Missing where no bytes can be written of the entry or its data. */
      readonly script: TextFile | undefined;
    }
  | {
      readonly kind: 'report';
      readonly report: MisbehaviourReport;
      readonly recheck: RecheckedReport;
      readonly script: TextFile;
    }
  | {
      readonly kind: 'audit-report';
      readonly report: AuditReport;
      readonly recheck: RecheckedAuditReport;
      /** Missing where no bytes can be written of an entry in it. */
      readonly script: TextFile | undefined;
    }
  | { readonly kind: 'tlog-proof'; readonly proof: TlogProof; readonly recheck: RecheckedTlogProof }
  | {
      readonly kind: 'unreadable';
      readonly reason: string;
      readonly remedy: string;
      readonly problems: readonly Problem[];
    };

let proved = false;

/**
 * checkFile reads an evidence file and makes all its checks again, here and without a network. The functions are those of the verifying worker, which prove
 * themselves first here too: throws Error where this browser computes hashes wrongly. Bad files are not thrown: see CheckedFile.
 */
export function checkFile(text: string): CheckedFile {
  if (!proved) proveSelf();
  proved = true;
  const opened = openEvidence(text);
  switch (opened.kind) {
    case 'bundle': {
      const recheck = recheckBundle(opened.bundle);
      return {
        ...opened,
        recheck,
        // Data that has no hash was not hashed, and is not shown as if it were.
        items: recheck.data.items.filter(({ computed }) => computed !== undefined).map(({ item }) => item),
        script: canBeWritten(recheck) ? shellFile('check-bundle', bundleScript(opened.bundle)) : undefined,
      };
    }
    case 'report':
      return {
        ...opened,
        recheck: recheckReport(opened.report),
        script: shellFile('check-report', `${scriptOf(opened.report).join('\n')}\n`),
      };
    case 'audit-report': {
      const script = auditScriptOf(opened.report);
      return {
        ...opened,
        recheck: recheckAuditReport(opened.report),
        script: script && shellFile('check-audit-report', `${script.join('\n')}\n`),
      };
    }
    case 'tlog-proof':
      return { ...opened, recheck: recheckTlogProof(opened.proof) };
    case 'unreadable':
      return opened;
  }
}

function canBeWritten({ leaf, data }: RecheckedBundle): boolean {
  return leaf.outcome !== 'cannot-check' && data.verdict.outcome !== 'cannot-check';
}

function shellFile(name: string, text: string): TextFile {
  return { name: fileName([name], '.sh'), text, type: 'text/x-shellscript' };
}
