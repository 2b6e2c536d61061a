/** Body is a response's body: all of it, or, with `cut`, its start up to the limit. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

/**
 * readBody reads a response, counting while it streams, and stops at `maxBytes`. Rejects as the stream does
 * when the connection breaks.
 */
export async function readBody(response: Response, maxBytes: number): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (response.body === null) return { bytes: new Uint8Array(), cut: false };
  const reader = response.body.getReader();
  while (length <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) return { bytes: join(chunks, length), cut: false };
    chunks.push(value);
    length += value.length;
  }
  reader.cancel().catch(() => undefined);
  return { bytes: join(chunks, maxBytes), cut: true };
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, length - offset);
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

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
