import { Button } from '../../ui/button.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import type { Asked, Change } from './records-address.ts';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import styles from './facet-choices.module.css';
import own from './records.module.css';

/** ColumnChoices are the columns to show, and the order of the rows, which a narrow page has no column heads to choose by. */
export function ColumnChoices({
  choices,
  shown,
  asked,
  onChange,
}: {
  choices: readonly string[];
  shown: readonly string[];
  asked: Asked;
  onChange: (change: Change) => void;
}) {
  const inTable = new Set(shown.slice(0, ATTRIBUTES));
  const batch = useBatch(choices, ATTRIBUTES, 'columns', { stays: (column) => inTable.has(column) });
  const sorted = asked.sort.replace(/^-/, '');
  const orders = new Set(['key', ...batch.shown, ...(sorted === '' ? [] : [sorted])]);
  const ticked = new Set(shown);
  return (
    <>
      <label className={own['field']}>
        <span>Order</span>
        <select value={asked.sort} onChange={(event) => onChange({ sort: event.target.value })}>
          <option value="">{asked.text.trim() === '' ? 'as first registered' : 'best match first'}</option>
          {[...orders].flatMap((column) => [
            <option key={column} value={column}>{`${isolated(column)}, ascending`}</option>,
            <option key={`-${column}`} value={`-${column}`}>{`${isolated(column)}, descending`}</option>,
          ])}
        </select>
      </label>
      <fieldset className={`${styles['facet']} ${own['columns']}`}>
        <legend>Columns</legend>
        {batch.shown.map((column) => (
          <label key={column} className={styles['choice']}>
            <input
              type="checkbox"
              checked={ticked.has(column)}
              onChange={(event) =>
                onChange({
                  columns: event.target.checked
                    ? [...shown, column]
                    : shown.filter((other) => other !== column),
                })
              }
            />
            <span className={`${styles['value']} mono`}>
              <Literal text={column} most={NAME} />
            </span>
          </label>
        ))}
        {batch.more}
      </fieldset>
      {asked.columns !== undefined && (
        <Button kind="quiet" onClick={() => onChange({ columns: null })}>
          Usual columns
        </Button>
      )}
    </>
  );
}
