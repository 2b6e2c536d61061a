import type { AttributeValue, Item } from '../../core/model.ts';

/** alterItem changes one value: of the first attribute after the key that is set the last letter; of a list, in its first member. The result always hashes otherwise, in both variants. */
export function alterItem(item: Item, fields: readonly string[]): Item {
  const names = [...fields.slice(1), ...item.keys(), 'altered'];
  const name = names.find((candidate) => isSet(item.get(candidate))) ?? 'altered';
  return new Map([...item, [name, alterValue(item.get(name) ?? '')]]);
}

function isSet(value: AttributeValue | undefined): value is string | readonly string[] {
  return value !== undefined && value !== null && value.length > 0;
}

function alterValue(value: Exclude<AttributeValue, null>): AttributeValue {
  if (typeof value !== 'string') return [alterText(value[0] ?? ''), ...value.slice(1)];
  return alterText(value);
}

function alterText(text: string): string {
  return text.replace(/.?$/su, (last) => (last === 'a' ? 'o' : 'a'));
}
