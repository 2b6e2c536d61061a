import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Register } from '../core/model.ts';
import type { ProofBundle } from '../verify/evidence/formats.ts';
import { writeTlogProof } from '../verify/evidence/tlog-proof.ts';
import { fileName, makeBundle, writeEvidence } from '../verify/evidence/write-evidence.ts';
import type { EarlierEntryCheck, EntryCheck, RecordDataCheck } from '../verify/protocol.ts';
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

/** ProofOutcome is the state of two checks to save: a proof that holds, one that does not, or none complete. */
type ProofOutcome = 'holds' | 'does not hold' | 'nothing to keep';

/** useSaveProof returns the outcome of a page's checks, the size if an earlier one, and `make`, which writes the files. `page` is the path of the entry in this site, for the citation. */
export function useSaveProof(
  entry: EntryCheck | EarlierEntryCheck,
  data: RecordDataCheck,
  page: string,
): {
  outcome: ProofOutcome;
  earlier: { size: number; now: number } | undefined;
  make: () => SavedProof | undefined;
} {
  const session = useSession();
  const queries = useQueryClient();
  const { data: summary } = useQuery(registerQuery(session));
  return {
    outcome: outcomeOf(entry, data),
    earlier: earlierOf(entry),
    make: () => {
      const head = 'head' in entry ? entry.head : entry.checkpoint;
      const signatures = knownSignatures(queries, session, head);
      return saveProof(session, summary, { entry, data }, signatures, pageAddress(page), Date.now());
    },
  };
}

/** The page's address for citations: the site's, not the folder of the single-file edition. */
function pageAddress(page: string): string {
  return new URL(page, __SINGLE_FILE__ ? 'https://register-explorer.invalid/' : location.origin).href;
}

function earlierOf(entry: EntryCheck | EarlierEntryCheck): { size: number; now: number } | undefined {
  if (!('head' in entry) || entry.head.logSize === entry.checkpoint.logSize) return undefined;
  return { size: entry.checkpoint.logSize, now: entry.head.logSize };
}

function outcomeOf(entry: EntryCheck | EarlierEntryCheck, data: RecordDataCheck): ProofOutcome {
  const grown =
    earlierOf(entry) === undefined || ('consistency' in entry && entry.consistency?.start !== undefined);
  const whole =
    grown && entry.computedRoot !== undefined && entry.leafRule !== undefined && data.items.length > 0;
  const decided = data.verdict.outcome === 'holds' || data.verdict.outcome === 'does-not-match';
  if (!whole || !decided || data.items.some((item) => item.computed === undefined)) return 'nothing to keep';
  return entry.verdict.outcome === 'holds' && data.verdict.outcome === 'holds' ? 'holds' : 'does not hold';
}

/** saveProof returns files with the checks of an entry and its data; undefined if a check is incomplete. `page` is the address to cite. */
function saveProof(
  session: RegisterSession,
  summary: Register | undefined,
  checks: { readonly entry: EntryCheck | EarlierEntryCheck; readonly data: RecordDataCheck },
  /** What witnesses signed of the published head. */
  { signed, leftOut }: Signatures,
  page: string,
  madeAtMs: number,
): SavedProof | undefined {
  const variant = summary?.variant ?? session.variant;
  if (variant === undefined) return undefined;
  const title = summary?.title ?? summary?.name ?? session.id;
  const register = { title, address: session.base, variant, place: session.id };
  const bundle = makeBundle({ register, ...checks, signed, madeAtMs });
  if (bundle === undefined) return undefined;
  const stem = [
    summary?.name ?? title,
    bundle.entry.key,
    `entry-${bundle.entry.entryNumber}`,
    `of-${bundle.checkpoint.logSize}`,
  ];
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
    leftOut: leftOut.map(({ name }) => name),
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
