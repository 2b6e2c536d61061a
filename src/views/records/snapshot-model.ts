import type { Snapshot } from '../../api/register-client.ts';
import type { AttributeValue, Item, RegisterRecord } from '../../core/model.ts';
import type { Row } from './listing.ts';

/** recordsIn are the records of a snapshot; one of entries knows no data. */
export function recordsIn(snapshot: Snapshot): readonly RegisterRecord[] {
  if (snapshot.kind === 'records') return snapshot.records;
  return snapshot.entries.map(({ key, entryNumber, timestamp }) => ({
    key,
    entryNumber,
    timestamp,
    items: [],
  }));
}

/** differingKeys are the keys of which a snapshot and the records worked out from the log do not say the same: another entry, other data, or one side nothing. */
export function differingKeys(snapshot: Snapshot, rows: readonly Row[]): readonly string[] {
  const computed = new Map(rows.map((row) => [row.key, row]));
  const differing: string[] = [];
  for (const { key, entryNumber, items } of recordsIn(snapshot)) {
    const row = computed.get(key);
    computed.delete(key);
    // What could not be had cannot be compared.
    if (row !== undefined && row.missing > 0) continue;
    const same =
      row !== undefined &&
      (snapshot.kind === 'entries' ? entryNumber === row.entryNumber : sameItems(items, row.items));
    if (!same) differing.push(key);
  }
  return [...differing, ...computed.keys()];
}

function sameItems(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => sameItem(item, other[index]));
}

/** A flat record may spell "not set" otherwise than the data that was hashed, or leave it out (wire notes, "Keys, values"). */
function sameItem(one: Item, other: Item | undefined): boolean {
  const names = new Set([...one.keys(), ...(other?.keys() ?? [])]);
  return [...names].every((name) => valueText(one.get(name)) === valueText(other?.get(name)));
}

function valueText(value: AttributeValue | undefined): string {
  return value === undefined || value === null || value.length === 0 ? '' : JSON.stringify(value);
}
