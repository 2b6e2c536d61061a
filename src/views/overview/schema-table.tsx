import { use, useMemo } from 'react';
import type { DefinitionSource } from '../../core/definition.ts';
import type { Register } from '../../core/model.ts';
import { Literal } from '../../ui/literal.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { RichContext } from '../../ui/values/rich-context.ts';
import { saysMore, type SchemaRow, schemaRows } from './schema-rows.ts';
import styles from './overview.module.css';

/** SchemaTable lists the register's attributes, with what the register itself or a field register says of them. Where nobody says anything, that is said rather than guessed. */
export function SchemaTable({ about }: { about: Register }) {
  const definitions = use(RichContext)?.definitions;
  const rows = useMemo(() => schemaRows(about.schema, definitions), [about.schema, definitions]);
  const { shown, more } = useBatch(rows, ATTRIBUTES, 'attributes');
  if (rows.length === 0) return <p className={styles['empty']}>The register does not list its attributes.</p>;
  if (!rows.some(saysMore)) return <NamesOnly rows={rows} />;
  const typed = rows.some(({ datatype, cardinality, register }) => datatype ?? cardinality ?? register);
  const elsewhere = rows.some(({ from }) => from.some((source) => source !== 'schema'));
  return (
    <div className={styles['scroll']} role="region" aria-label="Schema" tabIndex={0}>
      <table className={styles['schema']}>
        <thead>
          <tr>
            <th scope="col">attribute</th>
            {typed && (
              <>
                <th scope="col">datatype</th>
                <th scope="col">cardinality</th>
              </>
            )}
            <th scope="col">meaning</th>
            {elsewhere && <th scope="col">says who</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.attribute}>
              <th scope="row">
                <Literal text={row.attribute} most={NAME} />
              </th>
              {typed && (
                <>
                  <td>
                    <Datatype row={row} />
                  </td>
                  <td>{cardinality(row.cardinality)}</td>
                </>
              )}
              <td className={styles['meaning']}>
                {row.meaning === undefined ? '–' : <Markdown text={row.meaning} />}
              </td>
              {elsewhere && <td className={styles['who']}>{row.from.map(saidBy).join(', ') || '–'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </div>
  );
}

function NamesOnly({ rows }: { rows: readonly SchemaRow[] }) {
  const { shown, more } = useBatch(rows, ATTRIBUTES, 'attributes');
  return (
    <div className={styles['names']}>
      <ul>
        {shown.map(({ attribute }) => (
          <li key={attribute}>
            <Literal text={attribute} most={NAME} />
          </li>
        ))}
      </ul>
      {more}
      <p>
        The summary of an item register (v2) names its attributes and says no more, and no definitions of them
        were found elsewhere. Values are shown by their form.
      </p>
    </div>
  );
}

function Datatype({ row: { datatype, register } }: { row: SchemaRow }) {
  return (
    <>
      {datatype === undefined ? register === undefined && '–' : <Literal text={datatype} />}
      {register !== undefined && (
        <span className={styles['keysOf']}>
          keys of <Literal text={register} />
        </span>
      )}
    </>
  );
}

function saidBy(source: DefinitionSource): string {
  switch (source) {
    case 'schema':
      return 'its schema';
    case 'system':
      return 'its own definitions';
    case 'field-register':
      return 'the field register';
    case 'shape':
      return '';
  }
}

function cardinality(value: string | undefined): string {
  if (value === '1') return '1 (one value)';
  return value === 'n' ? 'n (a list)' : (value ?? '–');
}
