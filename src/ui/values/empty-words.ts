import type { AttributeValue } from '../../core/model.ts';

/** emptyWords says which of the empty values it is: all mean "not set" to a reader, but each hashes to something else (hashing.md). */
export function emptyWords(value: AttributeValue | undefined): string {
  if (value === undefined) return 'not in the data';
  if (value === null) return 'not set: null';
  return value === '' ? 'not set: an empty text, ""' : 'not set: an empty list, []';
}
