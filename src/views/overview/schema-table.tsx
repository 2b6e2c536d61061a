import { type ReactNode, use, useMemo } from 'react';
import type { Definition, DefinitionSource } from '../../core/definition.ts';
import type { Attribute } from '../../core/model.ts';
import type { ActivityAnswer, AttributeActivity } from '../../log/activity.ts';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { RichContext } from '../../ui/values/rich-context.ts';
import styles from './overview.module.css';

/**
 * SchemaTable lists the register's attributes: what the register itself or a field register says of them, and, once the log was read, in how many records each has
 * a value and how often later versions changed it. Where nobody says anything, that is said rather than guessed.
 */
export function SchemaTable({
  schema,
  activity,
}: {
  schema: readonly Attribute[];
  activity: ActivityAnswer | undefined;
}) {
  const paths = usePaths();
  const definitions = use(RichContext)?.definitions;
  const used = activity?.attributes;
  const rows = useMemo(() => schemaRows(schema, definitions, used), [schema, definitions, used]);
  const { shown, more } = useBatch(rows, ATTRIBUTES, 'attributes');
  if (rows.length === 0) return <p>The register does not list its attributes.</p>;
  const isTyped = rows.some((row) => row.datatype ?? row.cardinality ?? row.register);
  const isDescribed = isTyped || rows.some(({ meaning }) => meaning);
  const columns = [
    ...(isTyped ? TYPED : []),
    ...(activity ? usedColumns(paths, activity.described) : []),
    ...(isDescribed ? DESCRIBED : []),
  ];
  return (
    <>
      <div className={styles.scroll} role="region" aria-label="Attributes" tabIndex={0}>
        <table className={styles.schema}>
          <thead>
            <tr>
              {['attribute', ...columns.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.attribute}>
                <th scope="row">
                  <Literal text={row.attribute} most={NAME} />
                </th>
                {columns.map(({ name, style, isLabelled, cell }) => (
                  <td key={name} className={style && styles[style]} data-label={isLabelled && name}>
                    {cell(row) ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
      {!isDescribed && <p>The register lists its attributes without describing them.</p>}
    </>
  );
}

interface Column {
  readonly name: string;
  readonly style?: 'meaning' | 'who';
  /** On a phone its name stands before each cell. */
  readonly isLabelled?: true;
  /** Undefined where nothing is known. */
  readonly cell: (row: SchemaRow) => ReactNode;
}

const TYPED: readonly Column[] = [
  {
    name: 'datatype',
    cell: ({ datatype, register }) =>
      (datatype ?? register) && (
        <>
          {datatype && <Literal text={datatype} />}
          {register && (
            <span className={styles.keysOf}>
              keys of <Literal text={register} />
            </span>
          )}
        </>
      ),
  },
  {
    name: 'cardinality',
    cell: ({ cardinality = '' }) => CARDINALITY.get(cardinality) ?? (cardinality || undefined),
  },
];

/** usedColumns say in how many of the `described` records an attribute has a value, and how often later versions changed it. */
function usedColumns(paths: ReturnType<typeof usePaths>, described: number): readonly Column[] {
  return [
    {
      name: 'with a value',
      isLabelled: true,
      cell: ({ attribute, filled }) => {
        const count = formatNumber(filled);
        if (filled === 0) return 'none';
        return (
          <Link to={paths.records({ sort: attribute })}>
            {filled === described ? `all ${count}` : `${count} of ${formatNumber(described)}`}
          </Link>
        );
      },
    },
    {
      name: 'changes',
      isLabelled: true,
      cell: ({ changes, lastChange }) =>
        lastChange && (
          <>
            {formatNumber(changes)}, last by{' '}
            <Link to={paths.entry(lastChange)}>entry {formatNumber(lastChange)}</Link>
          </>
        ),
    },
  ];
}

const DESCRIBED: readonly Column[] = [
  { name: 'meaning', style: 'meaning', cell: ({ meaning }) => meaning && <Markdown text={meaning} /> },
  {
    name: 'source',
    style: 'who',
    cell: ({ from }) => from.map((source) => SOURCES[source]).join(', ') || undefined,
  },
];

const SOURCES: Readonly<Record<DefinitionSource, string>> = {
  schema: 'its schema',
  system: 'its own definitions',
  'field-register': 'the field register',
  shape: '',
};

// A server may state any word.
const CARDINALITY = new Map([
  ['1', '1 (one value)'],
  ['n', 'n (a list)'],
]);

/** SchemaRow is what is known of one attribute, and who said it. A part that nobody states is undefined. */
interface SchemaRow extends Pick<AttributeActivity, 'filled' | 'changes' | 'lastChange'> {
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

/** schemaRows lists the attributes of a register in its own order, then those that only a definition or the data names; of each what its summary states, and what was found elsewhere. */
export function schemaRows(
  schema: readonly Attribute[],
  definitions: ReadonlyMap<string, Definition> | undefined,
  used: readonly AttributeActivity[] = [],
): readonly SchemaRow[] {
  const stated = new Map(schema.map((attribute) => [attribute.id, statedBy(attribute)]));
  const uses = new Map(used.map((use) => [use.name, use]));
  const attributes = new Set([...stated.keys(), ...(definitions?.keys() ?? []), ...uses.keys()]);
  return [...attributes].map((attribute): SchemaRow => {
    const definition = { ...stated.get(attribute), ...definitions?.get(attribute) };
    const { cardinality, register } = definition;
    const datatype = definition.datatype?.from === 'shape' ? undefined : definition.datatype;
    const meaning = definition.text ?? definition.title;
    const from = [datatype, cardinality, register, meaning].flatMap((part) => part?.from ?? []);
    const { filled = 0, changes = 0, lastChange } = uses.get(attribute) ?? {};
    return {
      attribute,
      datatype: datatype?.is,
      cardinality: cardinality?.is,
      register: register?.is,
      meaning: meaning?.is,
      from: [...new Set(from)],
      filled,
      changes,
      lastChange,
    };
  });
}

/** The summary's own words, until definitions are read, which hold them too. */
function statedBy({ datatype, cardinality, title, description }: Attribute): Definition {
  const said = Object.entries({ datatype, cardinality, title, text: description });
  return Object.fromEntries(
    said.flatMap(([part, is]) => (is === undefined || is === '' ? [] : [[part, { is, from: 'schema' }]])),
  );
}
