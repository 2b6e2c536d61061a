import { type ReactNode, useId } from 'react';
import type { Facet } from '../../log/facets.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { LinkedName } from '../../ui/values/value.tsx';
import type { AskedList } from './records-address.ts';
import styles from './filter-menu.module.css';

/** Menu is a button that opens a small sheet of choices over the page. Escape and a click elsewhere close it. */
export function Menu({
  label,
  active = 0,
  end = false,
  children,
}: {
  label: string;
  /** How many of its choices are made. */
  active?: number;
  /** It is at the end of its line, and opens towards the beginning. */
  end?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const anchor = `--menu-${id.replaceAll(/[^a-zA-Z0-9]/g, '')}`;
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-active={active > 0 || undefined}
        popoverTarget={id}
        style={{ anchorName: anchor }}
      >
        <Literal text={label} most={NAME} />
        {active > 0 && (
          <span className={styles.active}>
            {active}
            <span className="visually-hidden"> chosen</span>
          </span>
        )}
        <Icon name="down" size={14} />
      </button>
      <div
        id={id}
        popover="auto"
        className={styles.menu}
        data-end={end || undefined}
        style={{ positionAnchor: anchor }}
      >
        {children}
      </div>
    </>
  );
}

/** FacetChoices are the values of one attribute, each with how many records hold it among those the other filters let through. Several mean "or". */
export function FacetChoices({
  facet: { attribute, values },
  chosen,
  onChoose,
}: {
  facet: Facet;
  chosen: readonly string[];
  onChoose: (attribute: string, value: string, chosen: boolean) => void;
}) {
  return (
    <fieldset className={styles.choices}>
      <legend className="mono">
        <Literal text={attribute} most={NAME} />
      </legend>
      {values.map(({ value, count }) => (
        <label key={value} className={styles.choice} data-none={count === 0 || undefined}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => onChoose(attribute, value, event.target.checked)}
          />
          <span className={styles.value} data-unset={value === '' || undefined}>
            {value === '' ? 'not set' : <Literal text={value} />}{' '}
            {value !== '' && <LinkedName attribute={attribute} value={value} />}
          </span>
          <span className={styles.count}>{formatNumber(count)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** ColumnChoices are the columns to show, and the order of the rows: a narrow page has no column heads to sort by. */
export function ColumnChoices({
  choices,
  shown,
  asked: { request, change },
}: {
  choices: readonly string[];
  shown: readonly string[];
  asked: Omit<AskedList, 'type'>;
}) {
  const inTable = new Set(shown.slice(0, ATTRIBUTES));
  const batch = useBatch(choices, ATTRIBUTES, 'columns', { stays: (column) => inTable.has(column) });
  const sorted = request.sort.replace(/^-/, '');
  const orders = new Set(['key', ...batch.shown, ...(sorted === '' ? [] : [sorted])]);
  const ticked = new Set(shown);
  const show = (column: string, isShown: boolean): void =>
    change({ columns: isShown ? [...shown, column] : shown.filter((other) => other !== column) });
  return (
    <>
      <label className={styles.field}>
        <span>Order</span>
        <select value={request.sort} onChange={(event) => change({ sort: event.target.value })}>
          <option value="">{request.text.trim() === '' ? 'as first registered' : 'best match first'}</option>
          {[...orders].flatMap((column) => [
            <option key={column} value={column}>{`${isolated(column)}, ascending`}</option>,
            <option key={`-${column}`} value={`-${column}`}>{`${isolated(column)}, descending`}</option>,
          ])}
        </select>
      </label>
      <fieldset className={styles.choices}>
        <legend>Columns</legend>
        {batch.shown.map((column) => (
          <label key={column} className={styles.choice}>
            <input
              type="checkbox"
              checked={ticked.has(column)}
              onChange={(event) => show(column, event.target.checked)}
            />
            <span className={`${styles.value} mono`}>
              <Literal text={column} most={NAME} />
            </span>
          </label>
        ))}
        {batch.more}
      </fieldset>
      {request.columns !== undefined && (
        <Button kind="quiet" onClick={() => change({ columns: null })}>
          Reset columns
        </Button>
      )}
    </>
  );
}

/** ExactFilter asks for the records whose attribute is one value, character by character. */
export function ExactFilter({
  attributes,
  onChoose,
}: {
  attributes: readonly string[];
  onChoose: (attribute: string, value: string, chosen: true) => void;
}) {
  const { shown, more } = useBatch(attributes, ATTRIBUTES, 'attributes');
  return (
    <form
      className={styles.exact}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const value = String(form.get('value') ?? '').trim();
        if (value !== '') onChoose(String(form.get('attribute') ?? ''), value, true);
        event.currentTarget.reset();
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
      }}
    >
      <label className={styles.field}>
        <span>Attribute</span>
        <select name="attribute" defaultValue={attributes[1] ?? attributes[0]}>
          {shown.map((attribute) => (
            <option key={attribute} value={attribute}>
              {isolated(attribute)}
            </option>
          ))}
        </select>
      </label>
      {more}
      <label className={styles.field}>
        <span>is exactly</span>
        <input name="value" autoComplete="off" spellCheck={false} />
      </label>
      <Button type="submit">Filter</Button>
    </form>
  );
}
