import { type ReactNode, useMemo } from 'react';
import type { Attribute, AttributeValue, Item } from '../core/model.ts';
import { countOf } from './format.ts';
import { ATTRIBUTES, useBatch } from './show-more.tsx';
import { AttributeName } from './values/attribute-name.tsx';
import { isUnset, Value } from './values/value.tsx';
import styles from './data-table.module.css';

/** UNSET_AT_MOST is the most attributes without a value among the others; more are folded below them. */
const UNSET_AT_MOST = 5;

/**
 * arrange lists the attributes to show: the schema's in its order, then the item's others, by name; many
 * without a value separately. The marked one keeps its place.
 */
function arrange(item: Item, schema: readonly Attribute[], marked: string | undefined) {
  const datatypes = new Map(schema.map(({ id, datatype }) => [id, datatype]));
  const names = [...new Set([...datatypes.keys(), ...[...item.keys()].sort()])];
  const isEmpty = (name: string): boolean => isUnset(item.get(name)) && name !== marked;
  const empty = names.filter(isEmpty);
  return empty.length > UNSET_AT_MOST
    ? { datatypes, names: names.filter((name) => !isEmpty(name)), folded: empty }
    : { datatypes, names, folded: [] };
}

/**
 * DataTable shows an item attribute by attribute, each with a menu, to which `actions` adds; `unset` names
 * an empty value.
 */
export function DataTable({
  item,
  schema,
  actions,
  unset,
  marked,
  played,
  unverified,
}: {
  item: Item;
  schema: readonly Attribute[];
  /** The data is not, or not known to be, the registered one: its values are grey. */
  unverified?: 'refused' | 'unknown' | undefined;
  actions?: (name: string) => ReactNode;
  unset?: (value: AttributeValue | undefined) => ReactNode;
  /** The requested attribute keeps its place, set or not. */
  marked?: string | undefined;
  /** The attribute that is shown in the proof. */
  played?: string | undefined;
}) {
  const { datatypes, names, folded } = useMemo(() => arrange(item, schema, marked), [item, schema, marked]);
  const row = (name: string) => (
    <div
      key={name}
      ref={name === marked ? scrollHere : undefined}
      className={`${styles.row} ${unverified ? styles.unverified : ''}`}
      aria-current={name === marked || undefined}
      data-played={name === played || undefined}
    >
      <dt>
        <AttributeName attribute={name} value={item.get(name)} more={actions?.(name)} />
      </dt>
      <dd>
        <Value
          named
          value={item.get(name)}
          datatype={datatypes.get(name)}
          attribute={name}
          unset={unset?.(item.get(name))}
        />
      </dd>
    </div>
  );
  return (
    <>
      <Rows names={names} marked={marked} row={row} />
      {folded.length > 0 && (
        <details className={styles.unset}>
          <summary>{countOf(folded.length, 'attribute is', 'attributes are')} not set</summary>
          <Rows names={folded} row={row} />
        </details>
      )}
    </>
  );
}

/** UNVERIFIED says so of such data, once. */
export const UNVERIFIED = {
  refused: 'Unverified: do not rely on it',
  unknown: 'Unverified: it could not be checked',
};

function scrollHere(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' });
}

function Rows({
  names,
  marked,
  row,
}: {
  names: readonly string[];
  marked?: string | undefined;
  row: (name: string) => ReactNode;
}) {
  const { shown, more } = useBatch(names, ATTRIBUTES, 'attributes', { stays: (name) => name === marked });
  return (
    <>
      <dl>{shown.map(row)}</dl>
      {more}
    </>
  );
}
