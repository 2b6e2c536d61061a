import type { Register } from '../core/model.ts';
import type { ProofBundle, SignedCheckpoint } from '../verify/evidence/formats.ts';
import { writeTlogProof } from '../verify/evidence/tlog-proof.ts';
import { fileName, makeBundle, writeEvidence } from '../verify/evidence/write-evidence.ts';
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
export interface CheckedEntry {
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

/**
 * proofFile writes a bundle as a file: whole, or as a tlog-proof. The checkpoint of a tlog-proof at an
 * earlier size would be a root that nobody published.
 */
export function proofFile(bundle: ProofBundle, form: 'bundle' | 'tlog-proof', name?: string): TextFile {
  const { entry, checkpoint, register } = bundle;
  const stem = [name ?? register.title, entry.key, `entry-${entry.entryNumber}`, `of-${checkpoint.logSize}`];
  return form === 'bundle'
    ? { name: fileName([...stem, 'proof'], '.json'), text: writeEvidence(bundle), type: 'application/json' }
    : {
        name: fileName([...stem, 'unsigned'], '.tlog-proof'),
        text: writeTlogProof(bundle),
        type: 'text/plain',
      };
}

/**
 * cite returns the reference to the entry of a bundle, in two formats. `page` is the permanent address of the
 * entry in this site; `accessedAtMs` is milliseconds since 1970.
 */
export function cite(
  { register, entry, checkpoint, growth }: ProofBundle,
  page: string,
  accessedAtMs = Date.now(),
): { readonly text: string; readonly bibtex: string } {
  const day = new Date(accessedAtMs).toISOString().slice(0, 10);
  const title = oneLine(register.title);
  const key = oneLine(entry.key);
  const { head } = growth ?? { head: checkpoint };
  const published = `log of ${head.logSize} entries with root sha-256:${head.rootHash}`;
  const log =
    growth === undefined
      ? published
      : `log of its first ${checkpoint.logSize} entries with root sha-256:${checkpoint.rootHash}, which begins the ${published}`;
  const text = `${title}, record ${key}, entry ${entry.entryNumber} of ${entry.timestamp.trim()}; ${log}. Register API: ${register.address}. ${page} (accessed ${day}).`;
  // A key for this entry alone: letters, digits and hyphens.
  const citationKey = register.address
    .replace(/^https?:\/\//i, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const bibtex = [
    `@misc{${citationKey}-entry-${entry.entryNumber},`,
    `  title = {${tex(`${title}, record ${key}, entry ${entry.entryNumber}`)}},`,
    `  howpublished = {${tex(register.address)}},`,
    `  note = {${tex(`Entry of ${oneLine(entry.timestamp)}; ${log}`)}},`,
    `  url = {${tex(page)}},`,
    `  urldate = {${day}},`,
    '}',
  ].join('\n');
  return { text, bibtex };
}

/** oneLine replaces control characters and runs of white space by one space. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
}

/** tex escapes TeX commands. */
function tex(text: string): string {
  return text
    .replaceAll(/[\\{}~^]/g, (sign) => `\\char${sign.charCodeAt(0)}\\relax `)
    .replaceAll(/[%$#&_]/g, String.raw`\$&`);
}
