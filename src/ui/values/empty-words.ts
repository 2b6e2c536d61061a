import type { AttributeValue } from '../../core/model.ts';

/** emptyWords says which of the empty values it is: all mean "not set" to a reader, but each hashes to something else (hashing.md). What is empty in a list that is not can only be a text. */
export function emptyWords(value: AttributeValue | undefined): string {
  if (value === undefined) return 'not in the data';
  if (value === null) return 'not set: null';
  return value.length === 0 && value !== '' ? 'not set: an empty list, []' : 'not set: an empty text, ""';
}
