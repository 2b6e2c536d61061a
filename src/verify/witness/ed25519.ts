import { bytesToHex } from '@noble/hashes/utils.js';

/** SignaturesUnsupported says why this browser cannot check signatures, as a clause. */
export class SignaturesUnsupported extends Error {
  override readonly name = 'SignaturesUnsupported';
}

/**
 * verifyEd25519 reports whether a signature of 64 bytes is of this message by this public key of 32 bytes (RFC
 * 8032, 5.1.7), by the browser's Web Crypto. Rejects with SignaturesUnsupported where there is none.
 */
export async function verifyEd25519(
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> {
  // Browsers differ on points with which a signature is not evidence.
  if (!isStrictPoint(publicKey) || !isStrictPoint(signature.subarray(0, 32))) return false;
  const key = await importKey(publicKey);
  if (key === undefined) return false;
  try {
    return await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
  } catch (error) {
    throw new SignaturesUnsupported(`this browser failed to check an Ed25519 signature (${String(error)})`);
  }
}

/** importKey returns a key for Web Crypto; undefined for bytes that are not a point of the curve. */
async function importKey(publicKey: Uint8Array): Promise<CryptoKey | undefined> {
  // Missing on a page that is not served securely, whatever its type says.
  if (!('subtle' in crypto))
    throw new SignaturesUnsupported(
      'this page was not loaded over https, and browsers check signatures only on pages that were',
    );
  try {
    return await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return undefined;
    throw new SignaturesUnsupported('this browser cannot check Ed25519 signatures: a newer one can');
  }
}

/**
 * The y coordinates of the points of order 1, 2, 4 and 8, little-endian: with such a key, one signature can be
 * of any text.
 */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  '0'.repeat(64),
  `01${'0'.repeat(62)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'f'.repeat(60)}7f`,
]);

/**
 * isStrictPoint reports whether 32 bytes encode a point as RFC 8032, 5.1.3 has it, with y below 2^255-19, and
 * not one of small order. It does not tell whether the curve has that point.
 */
export function isStrictPoint(bytes: Uint8Array): boolean {
  const y = Uint8Array.from(bytes);
  // The highest bit is the sign of x.
  y[31] = (y[31] ?? 0) & 0x7f;
  const hex = bytesToHex(y);
  return !SMALL_ORDER_Y.has(hex) && !/^(?:e[d-f]|f.)(?:ff){30}7f$/.test(hex);
}
