import type { ReactNode } from 'react';
import type { Attribute, Item } from '../core/model.ts';
import { Value } from './value.tsx';
import styles from './data-table.module.css';

/** attributeOrder lists the attributes to show: the schema's in its order, then what the item has besides, by name. */
function attributeOrder(item: Item, schema: readonly Attribute[]): readonly string[] {
  const known = schema.map((attribute) => attribute.id);
  const others = [...item.keys()].filter((name) => !known.includes(name)).sort();
  return [...known, ...others];
}

/** DataTable shows an item attribute by attribute; `beside` holds what stands at the end of an attribute’s row. */
export function DataTable({
  item,
  schema,
  beside,
}: {
  item: Item;
  schema: readonly Attribute[];
  beside?: ReadonlyMap<string, ReactNode>;
}) {
  const definitions = new Map(schema.map((attribute) => [attribute.id, attribute]));
  return (
    <dl className={styles['data']}>
      {attributeOrder(item, schema).map((name) => (
        <div key={name} className={styles['row']}>
          <dt title={definitions.get(name)?.description}>{name}</dt>
          <dd>
            <Value value={item.get(name)} datatype={definitions.get(name)?.datatype} attribute={name} />
          </dd>
          {beside && <dd className={styles['beside']}>{beside.get(name)}</dd>}
        </div>
      ))}
    </dl>
  );
}
