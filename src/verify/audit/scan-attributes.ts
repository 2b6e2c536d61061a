import { type ScanNotes, textEnd } from './scan-text.ts';

/** MOST_ATTRIBUTES is how many attributes the scanner takes; data with more is for JSON.parse. */
const MOST_ATTRIBUTES = 256;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Attributes are the attributes of one item by where they stand in the page's bytes: four positions for each, in `spans`. One object serves all items. */
export class Attributes {
  count = 0;
  /** Whether the names stand in ascending order of their bytes: the item is then, byte for byte, its own canonical JSON. */
  ascending = true;
  readonly spans = new Uint32Array(4 * MOST_ATTRIBUTES);
  readonly #order = new Uint16Array(MOST_ATTRIBUTES);

  nameStart(index: number): number {
    return this.spans[4 * index] as number;
  }

  nameEnd(index: number): number {
    return this.spans[4 * index + 1] as number;
  }

  /** valueStart is where the value begins, its quote or bracket included. */
  valueStart(index: number): number {
    return this.spans[4 * index + 2] as number;
  }

  valueEnd(index: number): number {
    return this.spans[4 * index + 3] as number;
  }

  /** sorted returns the indexes of the attributes in ascending order of their names; undefined where a name comes twice. */
  sorted(bytes: Uint8Array): Uint16Array | undefined {
    const order = this.#order.subarray(0, this.count);
    for (let index = 0; index < this.count; index += 1) {
      let at = index;
      for (; at > 0; at -= 1) {
        const before = order[at - 1] as number;
        const compared = this.#compare(bytes, before, index);
        if (compared === 0) return undefined;
        if (compared < 0) break;
        order[at] = before;
      }
      order[at] = index;
    }
    return order;
  }

  /** note adds an attribute; false where there are too many. */
  note(bytes: Uint8Array, nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): boolean {
    if (this.count === MOST_ATTRIBUTES) return false;
    this.spans.set([nameStart, nameEnd, valueStart, valueEnd], 4 * this.count);
    if (this.count > 0 && this.#compare(bytes, this.count - 1, this.count) >= 0) this.ascending = false;
    this.count += 1;
    return true;
  }

  #compare(bytes: Uint8Array, one: number, other: number): number {
    const [start, end] = [this.nameStart(one), this.nameEnd(one)];
    const [otherStart, otherEnd] = [this.nameStart(other), this.nameEnd(other)];
    for (let at = start, otherAt = otherStart; at < end && otherAt < otherEnd; at += 1, otherAt += 1) {
      const difference = (bytes[at] as number) - (bytes[otherAt] as number);
      if (difference !== 0) return difference;
    }
    return end - start - (otherEnd - otherStart);
  }
}

/**
 * scanAttributes reads an object of texts, lists of texts and nulls that begins at `at`, and returns the position after it, or -1 for any other form: white
 * space, escapes, numbers, nesting, names beyond ASCII (whose order as bytes is not that of UTF-16).
 */
export function scanAttributes(bytes: Uint8Array, at: number, notes: ScanNotes, into: Attributes): number {
  into.count = 0;
  into.ascending = true;
  if (bytes[at] !== OPEN) return -1;
  let position = at + 1;
  if (bytes[position] === CLOSE) return position + 1;
  const nameNotes: ScanNotes = { value: 0, beyondAscii: false };
  for (;;) {
    if (bytes[position] !== QUOTE) return -1;
    const nameStart = position + 1;
    const nameEnd = textEnd(bytes, nameStart, nameNotes);
    if (nameEnd < 0 || nameNotes.beyondAscii || bytes[nameEnd + 1] !== COLON) return -1;
    const valueStart = nameEnd + 2;
    const end = valueEnd(bytes, valueStart, notes);
    if (end < 0 || !into.note(bytes, nameStart, nameEnd, valueStart, end)) return -1;
    if (bytes[end] === CLOSE) return end + 1;
    if (bytes[end] !== COMMA) return -1;
    position = end + 1;
  }
}

function valueEnd(bytes: Uint8Array, at: number, notes: ScanNotes): number {
  if (bytes[at] === QUOTE) return quotedEnd(bytes, at, notes);
  if (bytes[at] !== OPEN_LIST) return nullEnd(bytes, at);
  if (bytes[at + 1] === CLOSE_LIST) return at + 2;
  for (let position = at + 1; ;) {
    const end = bytes[position] === QUOTE ? quotedEnd(bytes, position, notes) : -1;
    if (end < 0) return -1;
    if (bytes[end] === CLOSE_LIST) return end + 1;
    if (bytes[end] !== COMMA) return -1;
    position = end + 1;
  }
}

function quotedEnd(bytes: Uint8Array, at: number, notes: ScanNotes): number {
  const end = textEnd(bytes, at + 1, notes);
  return end < 0 ? -1 : end + 1;
}

function nullEnd(bytes: Uint8Array, at: number): number {
  const isNull =
    bytes[at] === 0x6e && bytes[at + 1] === 0x75 && bytes[at + 2] === 0x6c && bytes[at + 3] === 0x6c;
  return isNull ? at + 4 : -1;
}
