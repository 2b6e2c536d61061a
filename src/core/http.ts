const TARGET = /[\s,]*<([^>]*)>/y;
const PARAMETER = /\s*;\s*([^\s=;,"]*)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/**
 * linkTarget finds the target of the first link with this relation (RFC 8288 section 3; appendix B.2 for
 * leniency), as written. Null if the header has none; undefined if it
 * is not a Link header. Links with another context (`anchor`) do not count.
 */
export function linkTarget(header: string, relation: string): string | null | undefined {
  let position = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(header);
    if (match !== null) position = pattern.lastIndex;
    return match;
  };
  let found: string | null = null;
  for (let target = read(TARGET); target !== null; target = read(TARGET)) {
    const parameters = new Map<string, string>();
    for (let match = read(PARAMETER); match !== null; match = read(PARAMETER)) {
      const [, name = '', quoted, token = ''] = match;
      const key = name.toLowerCase();
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
    }
    const relations = parameters.get('rel')?.toLowerCase().split(/\s+/) ?? [];
    if (relations.includes(relation) && !parameters.has('anchor')) found ??= target[1] ?? null;
  }
  return /^[\s,]*$/.test(header.slice(position)) ? found : undefined;
}

/**
 * readRetryAfter reads a Retry-After header as milliseconds from `nowMs` on: whole seconds or an HTTP date
 * (RFC 9110 10.2.3). Undefined for anything else; 0 for a past date.
 */
export function readRetryAfter(header: string, nowMs: number): number | undefined {
  const text = header.trim();
  if (/^[0-9]+$/.test(text)) return Number(text) * 1000;
  // Date.parse accepts many texts that are not dates.
  // oxlint-disable-next-line no-restricted-globals -- reads no clock
  const at = /^[A-Z][a-z]{2,8},? .*GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

/** ByteStream is the used part of ReadableStream. */
interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<unknown>;
  };
}

/** ReadBytes is all of a stream, or, with `cut`, its start up to the limit. */
export interface ReadBytes {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

/**
 * readAtMost reads a stream, counting, and stops at `most` bytes. Rejects as the stream does when the connection
 * breaks.
 */
export async function readAtMost(stream: ByteStream | null, most: number): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (stream === null) return { bytes: new Uint8Array(), cut: false };
  const reader = stream.getReader();
  while (length <= most) {
    const { done, value = new Uint8Array() } = await reader.read();
    if (done) return { bytes: join(chunks, length), cut: false };
    chunks.push(value);
    length += value.length;
  }
  reader.cancel().catch(() => undefined);
  return { bytes: join(chunks, most), cut: true };
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
