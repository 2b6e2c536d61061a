/** leafText reads leaf bytes that are text to be read, as the JSON of an entry; undefined for bytes that are a hash or no text. */
export function leafText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.startsWith('{') ? text : undefined;
  } catch {
    return undefined;
  }
}

/** hexOf writes bytes as lowercase hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
