import type { SetValue } from './rich-context.ts';

/** Characters of a text, and members of a list, that are shown of a long one. */
const TEXT = 600;
const LIST = 6;

/** folded is what is shown of a long value at first: its beginning. One that is hardly longer than that is left whole. */
export function folded(value: string): string;
export function folded(value: readonly string[]): readonly string[];
export function folded(value: SetValue): SetValue;
export function folded(value: SetValue): SetValue {
  if (typeof value !== 'string') return value.length > LIST + 2 ? value.slice(0, LIST) : value;
  return value.length > TEXT * 2 ? value.slice(0, TEXT).replace(/[\uD800-\uDBFF]$/, '') : value;
}
