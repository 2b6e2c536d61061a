/**
 * keySegment writes a key as a path segment. URL parsers remove `.` and `..` even where their dots are percent-encoded, so that these two
 * keys can only travel encoded twice.
 */
export function keySegment(key: string): string {
  return key === '.' || key === '..' ? key.replaceAll('.', '%252E') : encodeURIComponent(key);
}

const TWICE_ENCODED = /^(%2e){1,2}$/i;

/** keyOf reads a decoded path segment as a key, `%2E%2E` as `..` (see keySegment). */
export function keyOf(segment: string): string {
  return TWICE_ENCODED.test(segment) ? segment.replaceAll(/%2e/gi, '.') : segment;
}
