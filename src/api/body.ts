/** decodeUtf8 decodes strictly; undefined if the bytes are not UTF-8. A byte order mark is dropped. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * startOfText decodes at most `limit` bytes, leniently, into a string of its own (a slice of the whole text
 * would keep all of it in memory). A character cut in two at the end is left out.
 */
export function startOfText(bytes: Uint8Array, limit: number): string {
  return new TextDecoder().decode(bytes.subarray(0, limit), { stream: bytes.length > limit });
}
