import { use, useMemo } from 'react';
import type { DefinitionSource, Definition } from '../../core/definition.ts';
import type { Register, Attribute } from '../../core/model.ts';
import { Literal } from '../../ui/literal.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { RichContext } from '../../ui/values/rich-context.ts';
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
            {elsewhere && <th scope="col">source</th>}
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

/** SchemaRow is what is known of one attribute, and who said it. A part that nobody states is undefined. */
interface SchemaRow {
  readonly attribute: string;
  readonly datatype: string | undefined;
  readonly cardinality: string | undefined;
  /** The register whose keys the values are. */
  readonly register: string | undefined;
  /** In Markdown. */
  readonly meaning: string | undefined;
  /** Who says so, each once; never `shape`, which is no statement. */
  readonly from: readonly DefinitionSource[];
}

/** schemaRows lists the attributes of a register in its own order, then those that only a definition names; of each what its summary states, and what was found elsewhere. */
export function schemaRows(
  schema: readonly Attribute[],
  definitions: ReadonlyMap<string, Definition> | undefined,
): readonly SchemaRow[] {
  const stated = new Map(schema.map((attribute) => [attribute.id, statedBy(attribute)]));
  const attributes = new Set([...stated.keys(), ...(definitions?.keys() ?? [])]);
  return [...attributes].map((attribute) =>
    rowOf(attribute, { ...stated.get(attribute), ...definitions?.get(attribute) }),
  );
}

/** saysMore tells whether anything is known of an attribute but its name. */
export function saysMore({ datatype, cardinality, register, meaning }: SchemaRow): boolean {
  return [datatype, cardinality, register, meaning].some((part) => part !== undefined);
}

function rowOf(attribute: string, definition: Definition): SchemaRow {
  const { cardinality, register } = definition;
  const datatype = definition.datatype?.from === 'shape' ? undefined : definition.datatype;
  const meaning = definition.text ?? definition.title;
  const from = [datatype, cardinality, register, meaning].flatMap((part) => part?.from ?? []);
  return {
    attribute,
    datatype: datatype?.is,
    cardinality: cardinality?.is,
    register: register?.is,
    meaning: meaning?.is,
    from: [...new Set(from)],
  };
}

/** The summary's own words, until definitions are read, which hold them too. */
function statedBy({ datatype, cardinality, title, description }: Attribute): Definition {
  const part = (is: string | undefined) => is && ({ is, from: 'schema' } as const);
  return Object.fromEntries(
    Object.entries({
      datatype: part(datatype),
      cardinality: part(cardinality),
      title: part(title),
      text: part(description),
    }).filter(([, said]) => said !== undefined && said !== ''),
  );
}
