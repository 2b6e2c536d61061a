import { use, useState, type ReactNode } from 'react';
import type { Attribute, AttributeValue, Item } from '../core/model.ts';
import { Button } from './button.tsx';
import { formatNumber } from './format.ts';
import { Literal } from './literal.tsx';
import { isUnset, Value } from './value.tsx';
import { RichContext } from './values/rich-context.ts';
import styles from './data-table.module.css';

/** attributeOrder lists the attributes to show: the schema's in its order, then what the item has besides, by name. */
function attributeOrder(item: Item, schema: readonly Attribute[]): readonly string[] {
  return [...new Set([...schema.map((attribute) => attribute.id), ...[...item.keys()].sort()])];
}

/** ROWS is how many attributes are shown at once: what a server sends may have any number. */
const ROWS = 300;

/** UNSET_AT_MOST is how many attributes without a value stand among the others; more are folded below them. */
const UNSET_AT_MOST = 5;

/** DataTable shows an item attribute by attribute; `beside` holds what stands at the end of an attribute’s row, and `unset` says what an empty value is. */
export function DataTable({
  item,
  schema,
  beside,
  unset,
  marked,
}: {
  item: Item;
  schema: readonly Attribute[];
  beside?: ReadonlyMap<string, ReactNode>;
  unset?: (value: AttributeValue | undefined) => ReactNode;
  /** The attribute that the reader asked for stands in its place, set or not. */
  marked?: string | undefined;
}) {
  const rich = use(RichContext);
  const definitions = new Map(schema.map((attribute) => [attribute.id, attribute]));
  const [most, setMost] = useState(ROWS);
  const all = attributeOrder(item, schema);
  const names = all.filter((name, index) => index < most || name === marked);
  const empty = names.filter((name) => isUnset(item.get(name)) && name !== marked);
  const folded = empty.length > UNSET_AT_MOST ? empty : [];
  const rows = (some: readonly string[]) => (
    <dl>
      {some.map((name) => (
        <div key={name} className={styles['row']}>
          <dt>{rich ? <rich.Name attribute={name} value={item.get(name)} /> : <Literal text={name} />}</dt>
          <dd>
            <Value
              named
              value={item.get(name)}
              datatype={definitions.get(name)?.datatype}
              attribute={name}
              unset={unset?.(item.get(name))}
            />
          </dd>
          {beside && <dd className={styles['beside']}>{beside.get(name)}</dd>}
        </div>
      ))}
    </dl>
  );
  return (
    <>
      {rows(folded.length > 0 ? names.filter((name) => !empty.includes(name)) : names)}
      {all.length > most && (
        <Button kind="quiet" onClick={() => setMost(most + ROWS)}>
          Show more of {formatNumber(all.length)} attributes
        </Button>
      )}
      {folded.length > 0 && (
        <details className={styles['unset']}>
          <summary>{folded.length} attributes are not set</summary>
          {rows(folded)}
        </details>
      )}
    </>
  );
}
