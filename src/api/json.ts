/** ParsedJson is what came of reading a text as JSON; `error` is what JSON.parse threw, or DEPTH. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** MAX_DEPTH is how deep lists and objects may lie within each other. The API document needs five levels. */
export const MAX_DEPTH = 64;

/** DEPTH stands in the place of an error for a text that is nested deeper than MAX_DEPTH. */
export const DEPTH = 'depth';

/**
 * A JSON number with a fraction or an exponent where a value can stand. It may hit inside a string too, so it only says "look closer"; a
 * colon counts only after a quote, or every other `"sha-256:3e…"` would make a page twice as slow to read.
 */
const SUSPECT = /(?:^|[,[]|"\s*:)\s*-?\d+[.eE]/;
// Without the look-behind a number of a million digits would be tried from each of them.
const ODD_NUMBER = /(?<!\d)-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/g;

/**
 * parseJson reads JSON, and hands over a number that is written with a fraction or an exponent (`1.0`, `1e3`) as its text: the API knows
 * whole numbers only, and after JSON.parse `1e3` could no longer be told from `1000`. A text nested deeper than MAX_DEPTH is not parsed:
 * megabytes of brackets would take gigabytes of lists. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  if (isTooDeep(text)) return { ok: false, error: DEPTH };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: SUSPECT.test(text) ? JSON.parse(quoteOddNumbers(text)) : value };
  } catch (error) {
    return { ok: false, error };
  }
}

/** By character codes, because every answer passes here. In a text that is no JSON it counts something, which does no harm. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) quoted = !quoted;
    else if (quoted) index += code === 0x5c ? 1 : 0;
    // [ and {, then ] and }, differ by one bit each.
    else if ((code | 0x20) === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if ((code | 0x20) === 0x7d) depth--;
  }
  return false;
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
