import type { Item } from '../core/model.ts';
import { bundleScript } from '../verify/evidence/bundle-script.ts';
import type { ProofBundle } from '../verify/evidence/bundle.ts';
import { fileName } from '../verify/evidence/file-name.ts';
import type { Problem } from '../verify/evidence/json-schema.ts';
import { openEvidence } from '../verify/evidence/open-evidence.ts';
import { recheckBundle, type RecheckedBundle } from '../verify/evidence/recheck-bundle.ts';
import { recheckReport, type RecheckedReport, scriptOf } from '../verify/evidence/recheck-report.ts';
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
        items: recheck.data.items.map((check) => check.item),
        script: canBeWritten(recheck) ? shellFile('check-bundle', bundleScript(opened.bundle)) : undefined,
      };
    }
    case 'report':
      return {
        ...opened,
        recheck: recheckReport(opened.report),
        script: shellFile('check-report', `${scriptOf(opened.report).join('\n')}\n`),
      };
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
