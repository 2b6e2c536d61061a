import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import { fileName, makeReport, writeEvidence } from '../verify/evidence/write-evidence.ts';
import type { TextFile } from './save-proof.ts';

/** misbehaviourReport writes an alarm as a file to save, which can be checked without this browser. */
export function misbehaviourReport(misbehaviour: Misbehaviour): TextFile {
  const name = fileName(['misbehaviour', misbehaviour.registerId, misbehaviour.old.logSize], '.json');
  return { name, text: writeEvidence(makeReport(misbehaviour, Date.now())), type: 'application/json' };
}
