import { Button } from '../../ui/button.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import type { Asked, Change } from './records-address.ts';
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
  return (
    <>
      <label className={own['field']}>
        <span>Order</span>
        <select value={asked.sort} onChange={(event) => onChange({ sort: event.target.value })}>
          <option value="">{asked.text.trim() === '' ? 'as first registered' : 'best match first'}</option>
          {['key', ...choices].flatMap((column) => [
            <option key={column} value={column}>{`${isolated(column)}, ascending`}</option>,
            <option key={`-${column}`} value={`-${column}`}>{`${isolated(column)}, descending`}</option>,
          ])}
        </select>
      </label>
      <fieldset className={`${styles['facet']} ${own['columns']}`}>
        <legend>Columns</legend>
        {choices.map((column) => (
          <label key={column} className={styles['choice']}>
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={(event) =>
                onChange({
                  columns: event.target.checked
                    ? [...shown, column]
                    : shown.filter((other) => other !== column),
                })
              }
            />
            <span className={`${styles['value']} mono`}>
              <Literal text={column} />
            </span>
          </label>
        ))}
      </fieldset>
      {asked.columns !== undefined && (
        <Button kind="quiet" onClick={() => onChange({ columns: null })}>
          Usual columns
        </Button>
      )}
    </>
  );
}
