import { bytesToHex } from '@noble/hashes/utils.js';
import { leafRule } from '../../core/leaf-rules.ts';
import { fromBase64, toBase64 } from '../witness/note-lines.ts';
import { HOLDS } from './check-evidence.ts';
import type { ProofBundle } from './formats.ts';

// A compact proof is a proof bundle whose checks hold, for a QR code or a link: `proof=` and, in the URL-safe
// alphabet of base64 without padding (RFC 4648, 5), a zlib stream (RFC 1950) of its JSON, without what can be
// computed again: the description, the bytes of the leaf, and the verdicts.

/** COMPACT is the beginning of a compact proof. */
export const COMPACT = 'proof=';

/** MOST_BYTES is far beyond the proof that a link can hold: a few hostile bytes can inflate to billions. */
const MOST_BYTES = 1_000_000;

/** MOST_LETTERS is far beyond what a QR code or a link holds. */
const MOST_LETTERS = 100_000;

/** writeCompactProof writes a bundle whose checks hold. */
export async function writeCompactProof(bundle: ProofBundle): Promise<string> {
  const { about: _about, verdicts: _verdicts, leaf, ...rest } = bundle;
  const json = new Blob([JSON.stringify({ ...rest, leaf: { rule: leaf.rule } })]);
  const stream = json.stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = await new Response(stream).arrayBuffer();
  return (
    COMPACT + toBase64(new Uint8Array(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  );
}

/**
 * expandCompactProof returns the bundle in a compact proof as the text of a file, and any other text as it
 * is, also a compact proof that cannot be read.
 */
export async function expandCompactProof(text: string): Promise<string> {
  if (!text.startsWith(COMPACT) || text.length > MOST_LETTERS) return text;
  try {
    const bundle = JSON.parse(await inflate(text.slice(COMPACT.length))) as ProofBundle;
    const { rule } = bundle.leaf;
    const bytes = bytesToHex(leafRule(rule).leafBytes(bundle.entry) ?? new Uint8Array());
    return JSON.stringify({ ...bundle, leaf: { rule, bytes }, verdicts: { data: HOLDS, entry: HOLDS } });
  } catch {
    return text;
  }
}

async function inflate(base64url: string): Promise<string> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = fromBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='));
  let room = MOST_BYTES;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      room -= piece.length;
      if (room < 0) throw new RangeError('a longer proof than a link can hold');
      controller.enqueue(piece);
    },
  });
  const stream = new Blob([Uint8Array.from(bytes ?? [])])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream.pipeThrough(limit)).text();
}
