import { type MouseEvent, type ReactNode, use, useMemo } from 'react';
import type { Attribute, AttributeValue, Item } from '../core/model.ts';
import { formatNumber } from './format.ts';
import { Literal } from './literal.tsx';
import { ATTRIBUTES, NAME, useBatch } from './show-more.tsx';
import { isUnset, Value } from './values/value.tsx';
import { RichContext } from './values/rich-context.ts';
import styles from './data-table.module.css';

/** UNSET_AT_MOST is how many attributes without a value stand among the others; more are folded below them. */
const UNSET_AT_MOST = 5;

/** arrange lists the attributes to show: the schema's in its order, then what the item has besides, by name; those without a value apart where they are many. The marked one keeps its place. */
function arrange(item: Item, schema: readonly Attribute[], marked: string | undefined) {
  const datatypes = new Map(schema.map(({ id, datatype }) => [id, datatype]));
  const names = [...new Set([...datatypes.keys(), ...[...item.keys()].sort()])];
  const isEmpty = (name: string): boolean => isUnset(item.get(name)) && name !== marked;
  const empty = names.filter(isEmpty);
  return empty.length > UNSET_AT_MOST
    ? { datatypes, names: names.filter((name) => !isEmpty(name)), folded: empty }
    : { datatypes, names, folded: [] };
}

/** DataTable shows an item attribute by attribute; `beside` makes what is at the end of an attribute’s row, and `unset` says what an empty value is. */
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
  /** Every value is marked: the data is not what was registered, or not known to be. */
  unverified?: 'refused' | 'unknown' | undefined;
  /** Called when a row is pressed beside its links and buttons. */
  onPress?: ((name: string) => void) | undefined;
  beside?: (name: string) => ReactNode;
  unset?: (value: AttributeValue | undefined) => ReactNode;
  /** The attribute that the reader asked for stands in its place, set or not. */
  marked?: string | undefined;
}) {
  const rich = use(RichContext);
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
        {rich ? <rich.Name attribute={name} value={item.get(name)} /> : <Literal text={name} most={NAME} />}
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
          <summary>{formatNumber(folded.length)} attributes are not set</summary>
          <Rows names={folded} row={row} />
        </details>
      )}
    </>
  );
}

/** isPlainPress reports whether a press is meant for the row: not for a link or button in it, and not the end of selecting text. */
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
