declare const TextEncoder: new () => {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { readonly written: number };
};
const encoder = new TextEncoder();

/**
 * UnhashableError reports a text without UTF-8 form, and so without a hash: it holds a lone surrogate
 * (half of a surrogate pair).
 * It is neither a mismatch nor a bug: code that checks a hash turns it into the verdict `cannot-check` with
 * this message as the reason.
 */
export class UnhashableError extends Error {
  override readonly name = 'UnhashableError';
}

// In Unicode mode a whole pair is one code point, so only a lone half has the category Cs.
const LONE_SURROGATE = /\p{Surrogate}/u;

// Most texts have neither, and this test is much faster.
const ANY_SURROGATE = /[\uD800-\uDFFF]/;

/** isWellFormed reports whether a text has no lone surrogate. */
export function isWellFormed(text: string): boolean {
  return !ANY_SURROGATE.test(text) || !LONE_SURROGATE.test(text);
}

/**
 * assertWellFormed throws UnhashableError if the text holds a lone surrogate. An encoder would silently write
 * U+FFFD instead, and two different texts would share one hash.
 */
export function assertWellFormed(text: string): void {
  if (!ANY_SURROGATE.test(text)) return;
  const found = LONE_SURROGATE.exec(text);
  if (!found) return;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase();
  throw new UnhashableError(`the text holds half a surrogate pair (U+${code}), which UTF-8 cannot write`);
}

/** utf8 returns the UTF-8 bytes of a text. Throws UnhashableError for a lone surrogate. */
export function utf8(text: string): Uint8Array {
  assertWellFormed(text);
  return encoder.encode(text);
}

/** SHORT is the longest text, in characters, that is encoded here: calling an encoder takes longer. */
const SHORT = 48;

/**
 * writeUtf8 writes a well-formed text to out[at, …), which has room for three bytes a character, and
 * returns the number of bytes.
 */
export function writeUtf8(text: string, out: Uint8Array, at: number): number {
  let index = 0;
  if (text.length <= SHORT)
    for (; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) break;
      out[at + index] = code;
    }
  return index === text.length ? index : encoder.encodeInto(text, out.subarray(at)).written;
}
