import type { RegisterRecord } from '../core/model.ts';

/** distinctRecords joins the pages of a list in which each key counts once, at its first place and with its newest entry: lists move on while they are read, and servers repeat themselves. */
export function distinctRecords(
  pages: readonly { readonly values: readonly RegisterRecord[] }[],
): readonly RegisterRecord[] {
  const found = new Map<string, RegisterRecord>();
  for (const { values } of pages)
    for (const record of values) {
      const before = found.get(record.key);
      if (before === undefined || (record.entryNumber ?? 0) > (before.entryNumber ?? 0))
        found.set(record.key, record);
    }
  return [...found.values()];
}
