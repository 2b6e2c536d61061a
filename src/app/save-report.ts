import { saveText } from '../ui/save-file.ts';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import { fileName, makeReport, writeEvidence } from '../verify/evidence/write-evidence.ts';

/** saveReport saves an alarm as a misbehaviour report, a file of JSON that can be checked without this browser. */
export function saveReport(misbehaviour: Misbehaviour): void {
  const name = fileName(['misbehaviour', misbehaviour.registerId, misbehaviour.old.logSize], '.json');
  saveText(name, writeEvidence(makeReport(misbehaviour, Date.now())), 'application/json');
}
