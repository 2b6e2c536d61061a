import type { Item } from '../../core/model.ts';
import { type RegisterLog, recordAt } from './register-log.ts';

/** AttributeIndex finds keys by what their latest data says: attribute to value to keys. */
export type AttributeIndex = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** indexAttributes reads the latest data of every key. A list is found by each of its members. */
export function indexAttributes(log: RegisterLog): AttributeIndex {
  const index = new Map<string, Map<string, string[]>>(log.about.fields.map((name) => [name, new Map()]));
  for (const key of log.keys(0, log.keyCount(log.size))) {
    for (const [attribute, value] of pairsOf(recordAt(log, key, log.size)?.items ?? [])) {
      const values = index.get(attribute) ?? new Map<string, string[]>();
      index.set(attribute, values);
      const keys = values.get(value) ?? [];
      values.set(value, keys);
      if (keys.at(-1) !== key) keys.push(key);
    }
  }
  return index;
}

function* pairsOf(items: readonly Item[]): Iterable<[attribute: string, value: string]> {
  for (const item of items)
    for (const [attribute, value] of item)
      for (const member of typeof value === 'string' ? [value] : (value ?? [])) yield [attribute, member];
}
