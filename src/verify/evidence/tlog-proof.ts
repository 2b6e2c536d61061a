import * as v from 'valibot';
import { type Hash, hashToBytes } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { LEAF_RULE_NAMES } from '../../core/leaf-rule-names.ts';
import type { Checkpoint, LeafRuleId } from '../../core/model.ts';
import { utf8 } from '../../core/utf8.ts';
import { fromBase64, LineReader, read, toBase64, wholeNumber } from '../witness/note-lines.ts';
import { originOf, readSignatures, writeCheckpointText } from '../witness/signed-note.ts';
import type { Problem } from './decode-evidence.ts';
import type { ProofBundle } from './formats.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';

const UNSIGNED =
  'The checkpoint in this file is UNSIGNED: this register signs nothing. It is the head that its API published, in the form of a note body without signature lines.';

/**
 * writeTlogProof writes a bundle as a C2SP transparency log proof (https://c2sp.org/tlog-proof, "Format":
 * header, extra line, zero-based index, the hashes in base64 from the leaf upwards, an empty line, a
 * checkpoint). The checkpoint has the three lines of https://c2sp.org/tlog-checkpoint ("Note text": origin,
 * tree size, root) and no blank line or signature after them, because the API signs nothing: a verifier that
 * demands a signature rightly refuses the file. The extra line, which the format leaves to the application
 * and nobody may trust, is base64 of a JSON object with the leaf bytes and their rule. The format fits every
 * register this page can check: their trees are RFC 6962 trees of SHA-256.
 */
export function writeTlogProof({ register, entry, leaf, auditPath, checkpoint }: ProofBundle): string {
  const extra = JSON.stringify({ unsigned: UNSIGNED, leafRule: leaf.rule, leafBytes: leaf.bytes });
  return [
    HEADER,
    `extra ${toBase64(utf8(extra))}`,
    `index ${entry.entryNumber - 1}`,
    ...auditPath.map((hash) => toBase64(hashToBytes(hash))),
    '',
    writeCheckpointText(
      originOf({ address: register.address, variant: leafRule(leaf.rule).variant }),
      checkpoint,
    ),
  ].join('\n');
}

/** TlogProof is a C2SP transparency log proof as parsed. */
export interface TlogProof {
  /** 1-based; the text has a zero-based index. */
  readonly entryNumber: number;
  /** From the leaf upwards. */
  readonly auditPath: readonly Hash[];
  /** The origin of the checkpoint: see originOf. */
  readonly origin: string;
  readonly checkpoint: Checkpoint;
  /** The leaf, if this page wrote the extra line. */
  readonly leaf?: { readonly rule: LeafRuleId; readonly bytes: string };
}

/** isTlogProof reports whether a text claims to be a tlog-proof, of any version. */
export function isTlogProof(text: string): boolean {
  return /^\uFEFF?c2sp\.org\/tlog-proof@/.test(text);
}

/** MOST_HASHES is the most hashes in a path of a log of up to 2^53 - 1 entries. */
const MOST_HASHES = 53;

/**
 * parseTlogProof reads a tlog-proof strictly (https://c2sp.org/tlog-proof, "Format", and
 * https://c2sp.org/tlog-checkpoint, "Note text"); only the last line feed may be missing,
 * because copying loses it.
 */
export function parseTlogProof(
  text: string,
): { readonly file: TlogProof } | { readonly problems: readonly Problem[] } {
  const proof = read(() => readProof(new LineReader(text)));
  return 'value' in proof ? { file: proof.value } : proof;
}

function readProof(lines: LineReader): TlogProof {
  lines.next(`"${HEADER}"`, (line) => (line === HEADER ? line : undefined));
  const extra = lines.peek()?.startsWith('extra ')
    ? lines.next('"extra " and base64', (line) => fromBase64(line.slice('extra '.length)))
    : undefined;
  const index = lines.next('"index " and a whole number from 0', (line) =>
    line.startsWith('index ') ? wholeNumber(line.slice('index '.length)) : undefined,
  );
  const auditPath: Hash[] = [];
  while (lines.peek() !== '' && auditPath.length < MOST_HASHES)
    auditPath.push(lines.hash('a hash of 32 bytes in base64, or an empty line'));
  lines.empty();
  const { origin, checkpoint } = lines.checkpoint(index);
  // A note ends with an empty line and at least one signature (https://c2sp.org/signed-note, "Format").
  if (lines.peek() !== undefined) {
    lines.empty();
    readSignatures(lines);
  }
  const leaf = extra && leafIn(extra);
  return {
    entryNumber: index + 1,
    auditPath,
    origin,
    checkpoint,
    ...(leaf === undefined ? {} : { leaf }),
  };
}

const EXTRA = v.strictObject({
  unsigned: v.string(),
  leafRule: v.picklist(LEAF_RULE_NAMES.map(({ id }) => id)),
  leafBytes: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})+$/)),
});

/**
 * leafIn reads the extra line that this page writes (see writeTlogProof); undefined for any other
 * extra line, which is ignored.
 */
function leafIn(extra: Uint8Array): TlogProof['leaf'] {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(extra));
    const { leafRule, leafBytes } = v.parse(EXTRA, value);
    return { rule: leafRule, bytes: leafBytes };
  } catch {
    return undefined;
  }
}
