import type { Register } from '../core/model.ts';
import type { ProofBundle, SignedCheckpoint } from '../verify/evidence/formats.ts';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import { fileName, makeBundle, makeReport, writeEvidence } from '../verify/evidence/write-evidence.ts';
import type { EntryCheck, RecordDataCheck } from '../verify/protocol.ts';
import type { RegisterSession } from './session.ts';

/** TextFile is a file to save. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
  /** Its media type. */
  readonly type: string;
}

/** CheckedEntry is an entry with its checks, and what witnesses signed of the published head. */
interface CheckedEntry {
  readonly entry: EntryCheck;
  readonly data: RecordDataCheck;
  readonly signed?: SignedCheckpoint | undefined;
}

/** bundleOf returns the bundle of an entry's checks; undefined if one is incomplete. */
export function bundleOf(
  session: RegisterSession,
  summary: Register | undefined,
  checks: CheckedEntry,
  madeAtMs: number,
): ProofBundle | undefined {
  const variant = summary?.variant ?? session.variant;
  if (variant === undefined) return undefined;
  const title = summary?.title ?? summary?.name ?? session.id;
  const register = { title, address: session.base, variant, place: session.id };
  return makeBundle({ register, ...checks, madeAtMs });
}

/** evidenceFile writes evidence as a file with a name of these parts. */
export function evidenceFile(
  name: readonly (string | number)[],
  evidence: Parameters<typeof writeEvidence>[0],
): TextFile {
  return { name: fileName(name, '.json'), text: writeEvidence(evidence), type: 'application/json' };
}

/** proofFile writes a bundle as a file; its name begins with that of the register. */
export function proofFile(bundle: ProofBundle, name = bundle.register.title): TextFile {
  const { entry, checkpoint } = bundle;
  const stem = [name, entry.key, `entry-${entry.entryNumber}`, `of-${checkpoint.logSize}`, 'proof'];
  return evidenceFile(stem, bundle);
}

/** misbehaviourFile writes an alarm as a file, which can be checked without this browser. */
export function misbehaviourFile(misbehaviour: Misbehaviour): TextFile {
  const { registerId, old } = misbehaviour;
  return evidenceFile(['misbehaviour', registerId, old.logSize], makeReport(misbehaviour, Date.now()));
}
