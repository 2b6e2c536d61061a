import type { ReactNode } from 'react';
import type { Attribute } from '../../core/model.ts';
import type { Facet } from '../../log/records.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { LinkedName } from '../../ui/values/value.tsx';
import { type ListControls, type ListRequest, withChoice } from './records-address.ts';
import type { Listing } from './use-records.ts';
import { PopupButton } from '../../ui/popup-button.tsx';
import styles from './records-tools.module.css';

/** FACETS is how many attributes get a menu at first, and how many more at a press. */
const FACETS = 5;

/**
 * RecordsTools are the search, and below it the columns and the order, the filters (status, attributes with few
 * values, one exact value), and what else can be done with the list, its children.
 */
export function RecordsTools({
  list,
  listing,
  schema,
  columns,
  isTooLarge,
  children,
}: {
  list: ListControls;
  listing: Listing | undefined;
  /** The register cannot be read whole, so that nothing can be searched. */
  isTooLarge: boolean;
  schema: readonly Attribute[];
  columns: { readonly choices: readonly string[]; readonly shown: readonly string[] };
  children: ReactNode;
}) {
  const { request, change, type, rest } = list;
  const { facets = [], status, leftOut } = listing ?? {};
  const menus = useBatch(facets, FACETS, 'filters');
  const used = listing?.attributes.map(({ attribute }) => attribute) ?? [];
  const attributes = used.length > 0 ? used : schema.map(({ id }) => id);
  const choose: Choose = (...choice) => change({ choices: withChoice(request.choices, ...choice) });
  const counted = (one: 'current' | 'ended') => (status ? `${one} (${formatNumber(status[one])})` : one);
  return (
    <search className={styles.tools}>
      {!isTooLarge && (
        <div className="bar">
          <label className={styles.search}>
            <span className="visually-hidden">Search these records</span>
            <Icon name="search" size={16} />
            <input
              type="search"
              placeholder="Search these records"
              value={request.text}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => type(event.target.value)}
              onBlur={rest}
            />
          </label>
          <label className={styles.former}>
            <input
              type="checkbox"
              checked={request.former}
              // Former versions are known once the register was read whole.
              disabled={listing?.of === undefined}
              title={listing?.of === undefined ? 'Known once the register was read whole' : undefined}
              onChange={(event) => change({ former: event.target.checked })}
            />
            also former versions
          </label>
        </div>
      )}
      <div className={`bar ${styles.line}`}>
        <Menu label="Columns and order">
          <ColumnChoices {...columns} list={list} />
        </Menu>
        {!isTooLarge && attributes.includes('end-date') && (
          <label className="bar">
            <span>Show</span>
            <select
              value={request.status}
              data-active={request.status !== '' || undefined}
              onChange={(event) => change({ status: event.target.value as ListRequest['status'] })}
            >
              <option value="">all</option>
              <option value="current">{counted('current')}</option>
              <option value="ended">{counted('ended')}</option>
            </select>
          </label>
        )}
        {menus.shown.map((facet) => {
          const chosen = request.choices.get(facet.attribute) ?? [];
          return (
            <Menu key={facet.attribute} label={facet.attribute} active={chosen.length}>
              <FacetChoices facet={facet} chosen={chosen} onChoose={choose} />
            </Menu>
          );
        })}
        <Menu label="Exact value">
          <ExactFilter attributes={attributes} onChoose={choose} />
        </Menu>
        {menus.more}
        {children}
      </div>
      {leftOut !== undefined && leftOut.attributes + leftOut.facets > 0 && (
        <p className="quiet">
          Left out, because fewer records have them: {countOf(leftOut.attributes, 'column')} and{' '}
          {countOf(leftOut.facets, 'filter')}.
        </p>
      )}
    </search>
  );
}

type Choose = (attribute: string, value: string, chosen: boolean) => void;

/** Menu is a button that opens a small sheet of choices over the page. */
function Menu({
  label,
  active = 0,
  children,
}: {
  label: string;
  /** The number of active choices. */
  active?: number;
  children: ReactNode;
}) {
  return (
    <div>
      <PopupButton
        className={`${buttonClass()} ${styles.button}`}
        data-active={active > 0 || undefined}
        popup={children}
      >
        <Literal text={label} most={NAME} />
        {active > 0 && (
          <span className={styles.active}>
            {active}
            <span className="visually-hidden"> chosen</span>
          </span>
        )}
        <Icon name="down" size={14} />
      </PopupButton>
    </div>
  );
}

function Choice({
  chosen,
  onChoose,
  count,
  children,
}: {
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  count?: number;
  children: ReactNode;
}) {
  return (
    <label className={styles.choice} data-none={count === 0 || undefined}>
      <input type="checkbox" checked={chosen} onChange={(event) => onChoose(event.target.checked)} />
      <span className="wrap">{children}</span>
      {count !== undefined && <span className="faint">{formatNumber(count)}</span>}
    </label>
  );
}

/**
 * FacetChoices are the values of one attribute, each with the number of records that have it and pass the
 * other filters. Several mean "or".
 */
function FacetChoices({
  facet: { attribute, values },
  chosen,
  onChoose,
}: {
  facet: Facet;
  chosen: readonly string[];
  onChoose: Choose;
}) {
  return (
    <fieldset className={styles.choices}>
      <legend className="mono">
        <Literal text={attribute} most={NAME} />
      </legend>
      {values.map(({ value, count }) => (
        <Choice
          key={value}
          chosen={chosen.includes(value)}
          count={count}
          onChoose={(isChosen) => onChoose(attribute, value, isChosen)}
        >
          {value === '' ? (
            <em>not set</em>
          ) : (
            <>
              <Literal text={value} /> <LinkedName attribute={attribute} value={value} />
            </>
          )}
        </Choice>
      ))}
    </fieldset>
  );
}

/**
 * ColumnChoices are the columns to show, and the order of the rows: a narrow page has no
 * column heads to sort by.
 */
function ColumnChoices({
  choices,
  shown,
  list: { request, change },
}: {
  choices: readonly string[];
  shown: readonly string[];
  list: ListControls;
}) {
  const inTable = new Set(shown.slice(0, ATTRIBUTES));
  const batch = useBatch(choices, ATTRIBUTES, 'columns', { stays: (column) => inTable.has(column) });
  const orders = new Set(['key', ...batch.shown, request.sort.replace(/^-/, '') || 'key']);
  const ticked = new Set(shown);
  return (
    <>
      <label className={`quiet ${styles.field}`}>
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
          <Choice
            key={column}
            chosen={ticked.has(column)}
            onChoose={(isShown) =>
              change({ columns: isShown ? [...shown, column] : shown.filter((other) => other !== column) })
            }
          >
            <Mono text={column} />
          </Choice>
        ))}
        {batch.more}
      </fieldset>
      {request.columns !== undefined && (
        <Button kind="quiet" onClick={() => change({ columns: undefined })}>
          Reset columns
        </Button>
      )}
    </>
  );
}

/** ExactFilter selects the records whose attribute has exactly one value. */
function ExactFilter({ attributes, onChoose }: { attributes: readonly string[]; onChoose: Choose }) {
  const { shown, more } = useBatch(attributes, ATTRIBUTES, 'attributes');
  return (
    <form
      className="group"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const value = String(form.get('value') ?? '').trim();
        if (value !== '') onChoose(String(form.get('attribute') ?? ''), value, true);
        event.currentTarget.reset();
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
      }}
    >
      <label className={`quiet ${styles.field}`}>
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
      <label className={`quiet ${styles.field}`}>
        <span>is exactly</span>
        <input name="value" autoComplete="off" spellCheck={false} />
      </label>
      <Button type="submit">Filter</Button>
    </form>
  );
}
