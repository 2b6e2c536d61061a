/** ParsedJson is what came of reading a text as JSON; `place` says in words where reading stopped. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly place: string };

/**
 * A JSON number with a fraction or an exponent where a value can stand. It may hit inside a string too, so it only says "look closer"; a
 * colon counts only after a quote, or every other `"sha-256:3e…"` would make a page twice as slow to read.
 */
const SUSPECT = /(?:^|[,[]|"\s*:)\s*-?\d+[.eE]/;
const ODD_NUMBER = /-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/g;

/**
 * parseJson reads JSON, and hands over a number that is written with a fraction or an exponent (`1.0`, `1e3`) as its text: the API knows
 * whole numbers only, and after JSON.parse `1e3` could no longer be told from `1000`. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: SUSPECT.test(text) ? JSON.parse(quoteOddNumbers(text)) : value };
  } catch (error) {
    return { ok: false, place: placeOf(error, text) };
  }
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

/** The engines word their errors differently; V8 names no position for an unexpected end and in short texts. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const place = /position (\d+)/.exec(message)?.[1];
  if (place !== undefined) return `at character ${place}`;
  const line = /line (\d+) column (\d+)/.exec(message);
  if (line !== null) return `at line ${line[1]}, column ${line[2]}`;
  return /\bend\b/i.test(message) ? `after ${text.length} characters` : `within ${text.length} characters`;
}
