/**
 * normalizeEscapes returns the path of an address in its normal form (RFC 3986, 6.2.2.1 and 6.2.2.2):
 * percent-encodings of unreserved characters are decoded, the others have capital digits. What is no
 * percent-encoding stays, with what decoding beside it would join to one.
 */
export function normalizeEscapes(path: string): string {
  return path.replaceAll(/(?<!%[0-9a-f]?)%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** decodeEscapes decodes percent-encodings; undefined where they are not of UTF-8. */
export function decodeEscapes(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
