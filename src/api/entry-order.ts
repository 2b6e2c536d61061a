import type { Entry } from '../core/model.ts';

/**
 * disorderIn says in a sentence what is wrong with the numbers of a list of entries that should hold those from `wanted` on; undefined where they are listed in
 * order, without a gap, up to entry `end` - 1 or as far as the list goes. It may begin earlier. No number from `end` on is called missing.
 */
export function disorderIn(listed: readonly Entry[], wanted: number, end: number): string | undefined {
  let due = Math.min(listed[0]?.entryNumber ?? wanted, wanted);
  for (const { entryNumber } of listed) {
    if (due >= end) return undefined;
    if (entryNumber !== due)
      return `The list of entries has entry ${entryNumber} where entry ${due} belongs.`;
    due += 1;
  }
  return undefined;
}

/** inOrder sorts entries by their numbers and takes each once. Numbers under which there are two different entries are left out, and named. */
export function inOrder(listed: readonly Entry[]): {
  readonly entries: readonly Entry[];
  readonly contradicted: readonly number[];
} {
  const byNumber = new Map<number, Entry>();
  const contradicted = new Set<number>();
  for (const entry of listed) {
    const other = byNumber.get(entry.entryNumber);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(entry))
      contradicted.add(entry.entryNumber);
    byNumber.set(entry.entryNumber, entry);
  }
  const entries = [...byNumber.values()]
    .filter(({ entryNumber }) => !contradicted.has(entryNumber))
    .sort((one, other) => one.entryNumber - other.entryNumber);
  return { entries, contradicted: [...contradicted] };
}
