import * as v from 'valibot';
import type { Hash } from '../../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../../core/hash-bytes.ts';
import { LEAF_RULE_NAMES, type LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { Checkpoint } from '../../core/model.ts';
import { utf8 } from '../../core/utf8.ts';
import type { Problem } from './decode-evidence.ts';
import type { ProofBundle } from './formats.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';

const UNSIGNED =
  'The checkpoint in this file is UNSIGNED: this register signs nothing. It is the head that its API published, in the form of a note body without signature lines.';

/**
 * tlogProof writes a bundle as a C2SP transparency log proof (https://c2sp.org/tlog-proof, "Format": header, extra line, zero-based index, the hashes in base64
 * from the leaf upwards, an empty line, a checkpoint). The checkpoint has the three lines of https://c2sp.org/tlog-checkpoint ("Note text": origin, tree size,
 * root) and ends there: no blank line and no signature follows, because the API signs nothing, so that a verifier that demands a signature refuses the file, as it
 * should. The extra line, which that format leaves to the application and nobody may trust, is base64 of a JSON object that says so and holds the leaf bytes and
 * the rule they were written by. The form applies to every register this page can check: their trees are RFC 6962 trees of SHA-256.
 */
export function writeTlogProof({ register, entry, leaf, auditPath, checkpoint }: ProofBundle): string {
  const extra = JSON.stringify({ unsigned: UNSIGNED, leafRule: leaf.rule, leafBytes: leaf.bytes });
  return [
    HEADER,
    `extra ${toBase64(utf8(extra))}`,
    `index ${entry.entryNumber - 1}`,
    ...auditPath.map(hashInBase64),
    '',
    origin(register.address),
    String(checkpoint.logSize),
    hashInBase64(checkpoint.rootHash),
    '',
  ].join('\n');
}

/** origin is the register's address without its scheme, and without spaces and plus signs, which an origin should not have. */
function origin(address: string): string {
  return encodeURI(address.replace(/^https?:\/\//i, ''))
    .replaceAll('%25', '%')
    .replaceAll('+', '%2B');
}

function hashInBase64(hash: Hash): string {
  return toBase64(hashToBytes(hash));
}

/** TlogProof is a C2SP transparency log proof as its text says it. */
export interface TlogProof {
  /** From 1: one more than the zero-based index of the text. */
  readonly entryNumber: number;
  /** From the leaf upwards. */
  readonly auditPath: readonly Hash[];
  /** What the checkpoint names as its log: for this page, the register's address without its scheme. */
  readonly origin: string;
  readonly checkpoint: Checkpoint;
  /** Signature lines under the checkpoint. */
  readonly signatures: number;
  /** The leaf, where the extra line is one that this page writes. */
  readonly leaf?: { readonly rule: LeafRuleId; readonly bytes: string };
}

/** isTlogProof says whether a text means to be a tlog-proof, of whatever version. */
export function isTlogProof(text: string): boolean {
  return /^\uFEFF?c2sp\.org\/tlog-proof@/.test(text);
}

/** MOST_HASHES is how many hashes the path of a log of at most 2^53 - 1 entries has. */
const MOST_HASHES = 53;

/** Misread leaves the reading with what is wrong. */
class Misread extends Error {
  override readonly name = 'Misread';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.expected);
    this.problem = problem;
  }
}

/** parseTlogProof reads a tlog-proof to the letter (https://c2sp.org/tlog-proof, "Format", and https://c2sp.org/tlog-checkpoint, "Note text"); only a missing last line feed is let pass, which copying loses. */
export function parseTlogProof(
  text: string,
): { readonly file: TlogProof } | { readonly problems: readonly Problem[] } {
  try {
    return { file: readProof((text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')) };
  } catch (error) {
    if (error instanceof Misread) return { problems: [error.problem] };
    throw error;
  }
}

function readProof(lines: readonly string[]): TlogProof {
  let at = 0;
  /** next reads a line by `read`, which returns undefined where it is not what is expected. */
  const next = <T>(expected: string, read: (line: string) => T | undefined): T => {
    const line = lines[at];
    const value = line === undefined ? undefined : read(line);
    if (value === undefined) throw new Misread({ path: `line ${at + 1}`, found: told(line), expected });
    at += 1;
    return value;
  };
  const empty = (): string => next('an empty line', (line) => (line === '' ? line : undefined));
  next(`"${HEADER}"`, (line) => (line === HEADER ? line : undefined));
  const extra = lines[at]?.startsWith('extra ')
    ? next('"extra " and base64', (line) => fromBase64(line.slice('extra '.length)))
    : undefined;
  const index = next('"index " and a whole number from 0', (line) =>
    line.startsWith('index ') ? wholeNumber(line.slice('index '.length)) : undefined,
  );
  const auditPath: Hash[] = [];
  while (lines[at] !== '' && auditPath.length < MOST_HASHES)
    auditPath.push(next('a hash of 32 bytes in base64, or an empty line', hashIn));
  empty();
  const origin = next('the origin of the checkpoint', (line) => (line === '' ? undefined : line));
  const logSize = next(`the log size, above the index ${index}`, (line) => {
    const size = wholeNumber(line);
    return size !== undefined && size > index ? size : undefined;
  });
  const rootHash = next('a root hash of 32 bytes in base64', hashIn);
  // Further lines of the note are the log's own; nothing here depends on them.
  while (at < lines.length && lines[at] !== '') at += 1;
  // A note ends with an empty line and at least one signature (https://c2sp.org/signed-note, "Format").
  let signatures = 0;
  if (at < lines.length) {
    empty();
    do {
      next('a signature: a dash (U+2014), a name and base64', (line) =>
        fromBase64(/^\u2014 [^ +]+ (.+)$/u.exec(line)?.[1] ?? '*'),
      );
      signatures += 1;
    } while (at < lines.length);
  }
  const leaf = extra && leafIn(extra);
  return {
    entryNumber: index + 1,
    auditPath,
    origin,
    checkpoint: { logSize, rootHash },
    signatures,
    ...(leaf === undefined ? {} : { leaf }),
  };
}

function wholeNumber(text: string): number | undefined {
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

function hashIn(line: string): Hash | undefined {
  const bytes = line.length === 44 ? fromBase64(line) : undefined;
  return bytes?.length === 32 ? hashFromBytes(bytes) : undefined;
}

const EXTRA = v.strictObject({
  unsigned: v.string(),
  leafRule: v.picklist(LEAF_RULE_NAMES.map(({ id }) => id)),
  leafBytes: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})+$/)),
});

/** leafIn reads the extra line that this page writes (see tlogProof); undefined for any other, which is the business of whoever wrote it. */
function leafIn(extra: Uint8Array): TlogProof['leaf'] {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(extra));
    const { leafRule, leafBytes } = v.parse(EXTRA, value);
    return { rule: leafRule, bytes: leafBytes };
  } catch {
    return undefined;
  }
}

const LONGEST = 60;

function told(line: string | undefined): string {
  if (line === undefined) return 'the end of the text';
  if (line === '') return 'an empty line';
  return JSON.stringify(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);
}

/** toBase64 writes bytes in the standard alphabet with padding (RFC 4648, 4). */
function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** fromBase64 reads what toBase64 writes, and nothing else: undefined for other alphabets, missing padding, white space, and bits that no byte has. */
function fromBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}
