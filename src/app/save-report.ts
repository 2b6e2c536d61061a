import { saveText } from '../ui/save-text.ts';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import { writeReport } from '../verify/evidence/write-report.ts';

/** saveReport saves an alarm as a misbehaviour report, a file of JSON that can be checked without this browser. */
export function saveReport(misbehaviour: Misbehaviour): void {
  const { registerId, old } = misbehaviour;
  const name = registerId.replaceAll(/[^A-Za-z0-9-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  saveText(
    `misbehaviour-${name}-${old.logSize}.json`,
    writeReport(misbehaviour, Date.now()),
    'application/json',
  );
}
