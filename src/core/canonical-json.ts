import type { AttributeValue, Item } from './model.ts';
import { assertWellFormed } from './utf8.ts';

// An escape is consumed with the character after its backslash, so that `\\u00ab` (a backslash,
// then text) is left alone.
const ESCAPE = /\\(?:u([0-9a-f]{4})|.)/g;

/** Characters to escape, and halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters.
const NEEDS_CARE = /["\\\u0000-\u001F\uD800-\uDFFF]/;

/**
 * canonicalString writes a text as a canonical JSON string (hashing.md, "Items"): short escapes,
 * `\u00XX` in upper case for the other characters below U+0020, everything else as it is. Throws
 * UnhashableError for a lone surrogate: canonical JSON holds non-ASCII raw.
 */
export function canonicalString(text: string): string {
  if (!NEEDS_CARE.test(text)) return `"${text}"`;
  assertWellFormed(text);
  const quoted = JSON.stringify(text);
  if (!quoted.includes('\\u')) return quoted;
  return quoted.replace(ESCAPE, (escape, digits?: string) =>
    digits ? `\\u${digits.toUpperCase()}` : escape,
  );
}

/**
 * canonicalItemJson writes an item as the text whose UTF-8 bytes are hashed in the item variant: names
 * sorted by UTF-16 code unit, no white space, lists in the order given. Throws UnhashableError for a lone
 * surrogate in a name or value.
 */
export function canonicalItemJson(item: Item): string {
  const names = [...item.keys()].sort(compareCodeUnits);
  return `{${names.map((name) => `${canonicalString(name)}:${canonicalValue(item.get(name) ?? null)}`).join(',')}}`;
}

/**
 * parseCanonicalItem reads an item back out of canonical JSON, so that what is shown is the very text
 * that was hashed. It is the exact inverse of canonicalItemJson: names come in canonical order, and any
 * text that canonicalItemJson would not write (spaces, another order, a repeated name, a number,
 * nesting) throws SyntaxError.
 */
export function parseCanonicalItem(json: string): Item {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new SyntaxError('an item is a JSON object');
  }
  const pairs = Object.entries(parsed).map(([name, value]) => [name, attributeValue(name, value)] as const);
  // JavaScript moves integer-like names to the front.
  const item: Item = new Map(pairs.sort((a, b) => compareCodeUnits(a[0], b[0])));
  if (!isCanonical(item, json)) throw new SyntaxError('the item is not written in canonical JSON');
  return item;
}

function isCanonical(item: Item, json: string): boolean {
  try {
    return canonicalItemJson(item) === json;
  } catch {
    return false;
  }
}

function attributeValue(name: string, value: unknown): AttributeValue {
  if (value === null || typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((member) => typeof member === 'string')) return value;
  throw new SyntaxError(`the value of ${JSON.stringify(name)} is neither a string nor a list of strings`);
}

function canonicalValue(value: AttributeValue): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? canonicalString(value) : `[${value.map(canonicalString).join(',')}]`;
}

function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
