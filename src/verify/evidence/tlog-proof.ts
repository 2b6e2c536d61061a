import type { Hash } from '../../core/hash.ts';
import { hashToBytes } from '../../core/hash-bytes.ts';
import { utf8 } from '../../core/utf8.ts';
import { toBase64 } from './base64.ts';
import type { ProofBundle } from './bundle.ts';

const UNSIGNED =
  'The checkpoint in this file is UNSIGNED: this register signs nothing. It is the head that its API published, in the form of a note body without signature lines.';

/**
 * tlogProof writes a bundle as a C2SP transparency log proof (https://c2sp.org/tlog-proof, "Format": header, extra line, zero-based index, the hashes in base64
 * from the leaf upwards, an empty line, a checkpoint). The checkpoint has the three lines of https://c2sp.org/tlog-checkpoint ("Note text": origin, tree size,
 * root) and ends there: no blank line and no signature follows, because the API signs nothing, so that a verifier that demands a signature refuses the file, as it
 * should. The extra line, which that format leaves to the application and nobody may trust, is base64 of a JSON object that says so and holds the leaf bytes and
 * the rule they were written by. The form applies to every register this page can check: their trees are RFC 6962 trees of SHA-256.
 */
export function tlogProof({ register, entry, leaf, auditPath, checkpoint }: ProofBundle): string {
  const extra = JSON.stringify({ unsigned: UNSIGNED, leafRule: leaf.rule, leafBytes: leaf.bytes });
  return [
    'c2sp.org/tlog-proof@v1',
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
