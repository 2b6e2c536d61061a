import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Register } from '../core/model.ts';
import type { ProofBundle, SignedCheckpoint } from '../verify/evidence/formats.ts';
import { writeTlogProof } from '../verify/evidence/tlog-proof.ts';
import { fileName, makeBundle, writeEvidence } from '../verify/evidence/write-evidence.ts';
import type { EntryCheck, RecordDataCheck } from '../verify/protocol.ts';
import { registerQuery } from './register-queries.ts';
import { type RegisterSession, useSession } from './session.ts';
import { knownSignatures, type Signatures } from './witness-queries.ts';

declare const __SINGLE_FILE__: boolean;

/** TextFile is a file to save. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
  /** Its media type. */
  readonly type: string;
}

/** Citation is a reference to one proved entry, in two formats. */
interface Citation {
  readonly text: string;
  readonly bibtex: string;
}

/** SavedProof has the files of a proved entry. */
export interface SavedProof {
  readonly bundle: TextFile;
  /** Only where the entry leads to the published root. */
  readonly tlogProof: TextFile | undefined;
  readonly citation: Citation;
  /** The witnesses whose signatures are in no file. */
  readonly leftOut: readonly string[];
}

/** useSaveProof returns what can be saved of a page's checks, the size if an earlier one, and `make`, which writes the files. `page` is the path of the entry in this site, for the citation. */
export function useSaveProof(entry: EntryCheck, data: RecordDataCheck, page: string) {
  const session = useSession();
  const queries = useQueryClient();
  const { data: summary } = useQuery(registerQuery(session));
  const checks = { entry, data };
  const bundle = bundleOf(session, summary, checks, 0);
  const isHeld = entry.verdict.outcome === 'holds' && data.verdict.outcome === 'holds';
  return {
    /** A proof that holds, one that does not, or none complete. */
    outcome: bundle === undefined ? 'nothing to keep' : isHeld ? 'holds' : 'does not hold',
    earlier: bundle?.growth && { size: bundle.checkpoint.logSize, now: bundle.growth.head.logSize },
    make: (): SavedProof | undefined => {
      const head = entry.head ?? entry.checkpoint;
      const { signed, leftOut } = knownSignatures(queries, session, head);
      const now = Date.now();
      const made = bundleOf(session, summary, { ...checks, signed }, now);
      return made && filesOf(made, summary?.name, leftOut, pageAddress(page), now);
    },
  } as const;
}

/** The page's address for citations: the site's, not the folder of the single-file edition. */
function pageAddress(page: string): string {
  return new URL(page, __SINGLE_FILE__ ? 'https://register-explorer.invalid/' : location.origin).href;
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

function filesOf(
  bundle: ProofBundle,
  name: string | undefined,
  leftOut: Signatures['leftOut'],
  page: string,
  madeAtMs: number,
): SavedProof {
  const { entry, checkpoint, register } = bundle;
  const stem = [name ?? register.title, entry.key, `entry-${entry.entryNumber}`, `of-${checkpoint.logSize}`];
  const file = (last: string, extension: string, text: string, type: string): TextFile => ({
    name: fileName([...stem, last], extension),
    text,
    type,
  });
  // The checkpoint of a tlog-proof at an earlier size would be a root that nobody published.
  const leads = bundle.verdicts.entry.outcome === 'holds' && bundle.growth === undefined;
  return {
    bundle: file('proof', '.json', writeEvidence(bundle), 'application/json'),
    tlogProof: leads ? file('unsigned', '.tlog-proof', writeTlogProof(bundle), 'text/plain') : undefined,
    citation: cite(bundle, page, madeAtMs),
    leftOut: leftOut.map((one) => one.name),
  };
}

/** cite returns the reference to the entry of a bundle. `page` is the permanent address of the entry in this site; `accessedAtMs` is milliseconds since 1970. */
export function cite(
  { register, entry, checkpoint, growth }: ProofBundle,
  page: string,
  accessedAtMs: number,
): Citation {
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
  const bibtex = [
    `@misc{${citationKey(register.address, entry.entryNumber)},`,
    `  title = {${tex(`${title}, record ${key}, entry ${entry.entryNumber}`)}},`,
    `  howpublished = {${tex(register.address)}},`,
    `  note = {${tex(`Entry of ${oneLine(entry.timestamp)}; ${log}`)}},`,
    `  url = {${tex(page)}},`,
    `  urldate = {${day}},`,
    '}',
  ].join('\n');
  return { text, bibtex };
}

/** citationKey returns a unique key for an entry of a register: letters, digits and hyphens of the address without its scheme, and the number. */
function citationKey(address: string, entryNumber: number): string {
  const register = address
    .replace(/^https?:\/\//i, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${register}-entry-${entryNumber}`;
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
