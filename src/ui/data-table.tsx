import { type MouseEvent, type ReactNode, useMemo } from 'react';
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
 * DataTable shows an item attribute by attribute; `beside` renders the end of an attribute’s row, and
 * `unset` names an empty value.
 */
export function DataTable({
  item,
  schema,
  beside,
  unset,
  marked,
  unverified,
  onPress,
}: {
  item: Item;
  schema: readonly Attribute[];
  /** Marks every value: the data is not, or not known to be, the registered one. */
  unverified?: 'refused' | 'unknown' | undefined;
  /** Called when a row is pressed outside its links and buttons. */
  onPress?: ((name: string) => void) | undefined;
  beside?: (name: string) => ReactNode;
  unset?: (value: AttributeValue | undefined) => ReactNode;
  /** The requested attribute keeps its place, set or not. */
  marked?: string | undefined;
}) {
  const { datatypes, names, folded } = useMemo(() => arrange(item, schema, marked), [item, schema, marked]);
  const row = (name: string) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a button in the row does the same by keyboard.
    <div
      key={name}
      className={styles.row}
      data-pressable={onPress && item.has(name) ? '' : undefined}
      onClick={onPress && ((event) => isPlainPress(event) && onPress(name))}
    >
      <dt>
        <AttributeName attribute={name} value={item.get(name)} />
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
      {unverified ? (
        <dd className={`${styles.unverified} ${styles[unverified]}`}>unverified</dd>
      ) : (
        beside && <dd className={styles.beside}>{beside(name)}</dd>
      )}
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

/**
 * isPlainPress reports whether a press is for the row: not for a link or button in it, and not the
 * end of a text selection.
 */
function isPlainPress({ target }: MouseEvent): boolean {
  const isOther = target instanceof Element && target.closest('a, button, summary') !== null;
  return !isOther && getSelection()?.isCollapsed !== false;
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
