/** Body is what was read of a response: all of it, or, with `cut`, its start up to the limit. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

/** readBody reads a response, counting while it streams, and stops at `maxBytes`. Rejects as the stream does when the connection breaks. */
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

/** decodeUtf8 decodes strictly; undefined where the bytes are not UTF-8. A byte order mark is dropped. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * startOfText decodes at most `limit` bytes, leniently, into a string of its own (a slice of the whole text would keep all of it in
 * memory). A character cut in two at the end is left out.
 */
export function startOfText(bytes: Uint8Array, limit: number): string {
  return new TextDecoder().decode(bytes.subarray(0, limit), { stream: bytes.length > limit });
}

/** ParsedJson is what came of reading a text as JSON; `error` is what JSON.parse threw, or DEPTH. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** MAX_DEPTH is how deep lists and objects may lie within each other. The API document needs five levels. */
export const MAX_DEPTH = 64;

/** DEPTH stands in the place of an error for a text that is nested deeper than MAX_DEPTH. */
export const DEPTH = 'depth';

// Without the look-behind a number of a million digits would be tried from each of them.
const ODD_NUMBER = /(?<!\d)-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/g;

/**
 * parseJson reads JSON, and hands over a number that is written with a fraction or an exponent (`1.0`, `1e3`) as its text: the API knows
 * whole numbers only, and after JSON.parse `1e3` could no longer be told from `1000`. A text nested deeper than MAX_DEPTH is not parsed:
 * megabytes of brackets would take gigabytes of lists. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  const { tooDeep, oddNumbers } = scan(text);
  if (tooDeep) return { ok: false, error: DEPTH };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: oddNumbers ? JSON.parse(quoteOddNumbers(text)) : value };
  } catch (error) {
    return { ok: false, error };
  }
}

/**
 * scan looks outside of strings for what is nested too deep, and for a point or exponent, which only a number has there. By character codes, because every answer
 * passes here. In a text that is no JSON it finds something, which does no harm.
 */
function scan(text: string): { readonly tooDeep: boolean; readonly oddNumbers: boolean } {
  let depth = 0;
  let oddNumbers = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = closingQuote(text, index);
    // [ and {, then ] and }, differ by one bit each.
    else if ((code | 0x20) === 0x7b) {
      if (++depth > MAX_DEPTH) return { tooDeep: true, oddNumbers };
    } else if ((code | 0x20) === 0x7d) depth--;
    // The e of true and false comes after a letter.
    else if (code === 0x2e || ((code | 0x20) === 0x65 && isDigit(text.charCodeAt(index - 1))))
      oddNumbers = true;
  }
  return { tooDeep: false, oddNumbers };
}

/** closingQuote is where the string ends that begins at text[open]; the end of the text where it does not. */
export function closingQuote(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let before = close - 1;
    while (text.charCodeAt(before) === 0x5c) before -= 1;
    if ((close - before) % 2 === 1) return close;
  }
  return text.length;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Valid JSON in, so every string is closed and a number can only stand outside strings. */
function quoteOddNumbers(text: string): string {
  let out = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('"', from);
    out += text.slice(from, open < 0 ? text.length : open).replace(ODD_NUMBER, '"$&"');
    if (open < 0) return out;
    let close = open + 1;
    while (text[close] !== '"') close += text[close] === '\\' ? 2 : 1;
    from = close + 1;
    out += text.slice(open, from);
  }
}

/** TOO_DEEP says that an answer is nested deeper than this page reads. */
export const TOO_DEEP = `lists within lists go deeper than ${MAX_DEPTH} levels, the most this page reads`;

/** stoppedAt says in words where reading a text as JSON stopped. The engines word their errors differently; V8 names no position for an unexpected end and in short texts. */
export function stoppedAt(error: unknown, text: string): string {
  if (error === DEPTH) return `where ${TOO_DEEP}`;
  const message = error instanceof Error ? error.message : '';
  const place = /position (\d+)/.exec(message)?.[1];
  if (place !== undefined) return `at character ${place}`;
  const line = /line (\d+) column (\d+)/.exec(message);
  if (line !== null) return `at line ${line[1]}, column ${line[2]}`;
  return /\bend\b/i.test(message) ? `after ${text.length} characters` : `within ${text.length} characters`;
}
