/**
 * ParsedJson is the result of parsing JSON; `problem` is NOT_JSON or TOO_DEEP. Each engine has words of its own
 * for what is wrong, and none is for readers.
 */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** MAX_DEPTH is the deepest nesting of lists and objects. The API document needs five levels. */
export const MAX_DEPTH = 64;

/** TOO_DEEP is the problem of a text nested deeper than MAX_DEPTH. */
export const TOO_DEEP = `lists within lists go deeper than ${MAX_DEPTH} levels, the most this page reads`;

/** NOT_JSON is the problem of every other text that cannot be parsed. */
export const NOT_JSON = 'it is cut or malformed';

// The look-behind keeps a number of a million digits from being tried at each digit.
const ODD_NUMBER = /(?<!\d)-?(\d+)(?:\.(\d+)(?:[eE]([+-]?\d+))?|[eE]([+-]?\d+))/g;

/**
 * parseJson parses JSON, and returns a number that is not whole (`1.5`, `1e-3`), or beyond 2^53-1, as its text
 * if it is written with a point or an exponent: the API has only whole numbers, and JSON.parse rounds. `292.0`
 * and `2.95e2` are whole. A text nested deeper than MAX_DEPTH is refused: megabytes of brackets would take
 * gigabytes of lists.
 * Never throws.
 */
export function parseJson(text: string): ParsedJson {
  const { tooDeep, oddNumbers } = scan(text);
  if (tooDeep) return { ok: false, problem: TOO_DEEP };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: oddNumbers ? JSON.parse(quoteOddNumbers(text)) : value };
  } catch {
    return { ok: false, problem: NOT_JSON };
  }
}

/**
 * scan looks outside strings for deep nesting, and for a point or exponent, which only a number has there. It
 * compares character codes because every answer passes here. Results for invalid JSON do no harm.
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

/** closingQuote returns where the string that begins at text[open] ends, or the end of the text. */
function closingQuote(text: string, open: number): number {
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

/**
 * The value is computed from the digits: a double that is whole may have been rounded to be so.
 */
function quoteUnlessWhole(number: string, before: string, after = '', exponent = '', other = ''): string {
  const point = before.length + Number(exponent || other);
  const fraction = (before + after).slice(Math.max(0, point));
  return /^0*$/.test(fraction) && Number.isSafeInteger(Number(number)) ? number : `"${number}"`;
}

/** The input is valid JSON, so every string is closed and a number can only be outside strings. */
function quoteOddNumbers(text: string): string {
  let out = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('"', from);
    out += text.slice(from, open < 0 ? text.length : open).replace(ODD_NUMBER, quoteUnlessWhole);
    if (open < 0) return out;
    let close = open + 1;
    while (text[close] !== '"') close += text[close] === '\\' ? 2 : 1;
    from = close + 1;
    out += text.slice(open, from);
  }
}
