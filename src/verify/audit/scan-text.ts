/** ScanNotes is what the scanner notices besides positions: one object for a whole page, so that reading makes no garbage. */
export interface ScanNotes {
  /** The number that digitsEnd read last. */
  value: number;
  /** Whether a text held a byte beyond ASCII: the page must then be checked to be UTF-8. */
  beyondAscii: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** ascii is the bytes of a text of the code. */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Literal is a text of the code, to be looked for in a page: its bytes, and the same four at a time. */
export interface Literal {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
}

/** literal prepares a text of the code. */
export function literal(text: string): Literal {
  const bytes = ascii(text);
  const view = new DataView(bytes.buffer);
  const words = Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    view.getUint32(4 * index),
  );
  return { bytes, words };
}

/**
 * literalEnd is the position after `sought` at `at`, or -1 if something else stands there; -1 for `at` is handed on, so that calls can be chained. Most of a
 * page is the same few texts again and again: looked at by four bytes each, they take a third of the time.
 */
export function literalEnd(page: PageBytes, at: number, { bytes: sought, words }: Literal): number {
  const { bytes, view } = page;
  if (at < 0 || at + sought.length > bytes.length) return -1;
  for (let word = 0; word < words.length; word += 1)
    if (view.getUint32(at + 4 * word) !== words[word]) return -1;
  for (let index = 4 * words.length; index < sought.length; index += 1)
    if (bytes[at + index] !== sought[index]) return -1;
  return at + sought.length;
}

/** PageBytes is a page as it came, and the same bytes to be read several at a time. */
export interface PageBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** pageBytes makes a page readable. */
export function pageBytes(bytes: Uint8Array): PageBytes {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

/** textEnd is the position of the quote that ends the text beginning at `at` (after its opening quote); -1 where it holds an escape, a control character or no end. */
export function textEnd(bytes: Uint8Array, at: number, notes: ScanNotes): number {
  if (at < 0) return -1;
  for (let position = at; position < bytes.length; position += 1) {
    const byte = bytes[position] as number;
    if (byte === QUOTE) return position;
    if (byte < SPACE || byte === BACKSLASH) return -1;
    if (byte > 0x7e) notes.beyondAscii = true;
  }
  return -1;
}

/** digitsEnd reads a whole number of 1 to 15 digits that does not begin with 0 into notes.value, and returns the position after it, or -1. */
export function digitsEnd(bytes: Uint8Array, at: number, notes: ScanNotes): number {
  if (at < 0 || bytes[at] === 0x30) return -1;
  let value = 0;
  let position = at;
  for (; position < bytes.length; position += 1) {
    const digit = (bytes[position] as number) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  notes.value = value;
  return position === at || position - at > 15 ? -1 : position;
}

/** The value of each hexadecimal digit in lower case; 255 for whatever is none. */
const HEX_DIGITS = new Uint8Array(256).fill(255);
for (let digit = 0; digit < 16; digit += 1) HEX_DIGITS[digit.toString(16).charCodeAt(0)] = digit;

/** hashEnd reads 64 lower-case hexadecimal digits at `at` into out[to, to + 32) and returns the position after them, or -1. */
export function hashEnd(bytes: Uint8Array, at: number, out: Uint8Array, to: number): number {
  if (at < 0 || at + 64 > bytes.length) return -1;
  let all = 0;
  for (let from = at, place = to; place < to + 32; from += 2, place += 1) {
    const high = HEX_DIGITS[bytes[from] as number] as number;
    const low = HEX_DIGITS[bytes[from + 1] as number] as number;
    all |= high | low;
    out[place] = high * 16 + low;
  }
  return all > 15 ? -1 : at + 64;
}

/** isRestBlank says whether nothing but white space follows, which JSON allows after its end. */
export function isRestBlank(bytes: Uint8Array, at: number): boolean {
  for (let position = at; position < bytes.length; position += 1) {
    const byte = bytes[position];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}

/** isUtf8 says whether the bytes are UTF-8, as JSON must be. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
