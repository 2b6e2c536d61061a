import { memo, type ReactNode, use, useMemo } from 'react';
import type { Definition } from '../../core/definition.ts';
import type { Attribute } from '../../core/model.ts';
import type { ActivityAnswer, AttributeActivity } from '../../log/activity.ts';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { ATTRIBUTES, NAME, useBatch } from '../../ui/show-more.tsx';
import { RichContext } from '../../ui/values/rich-context.ts';
import { Table } from '../../ui/table.tsx';
import styles from './overview.module.css';

/**
 * SchemaTable lists the register's attributes: their definitions by the register itself or a field register, and, once the log is read, in how many records each has
 * a value and how often later versions changed it. A missing definition is shown as such, not guessed.
 */
export const SchemaTable = memo(function SchemaTable({
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
  const columns = ['attribute', 'type', ...(activity ? ['with a value', 'changes'] : []), 'meaning'];
  const ofUse = ({ attribute, filled, changes, lastChange }: SchemaRow): readonly ReactNode[] => [
    filled === 0 ? (
      'none'
    ) : (
      <Link key="filled" to={paths.records({ sort: attribute })}>
        {formatNumber(filled)} of {formatNumber(activity?.described ?? 0)}
      </Link>
    ),
    lastChange ? (
      <>
        {formatNumber(changes)}, last by{' '}
        <Link to={paths.entry(lastChange)}>entry {formatNumber(lastChange)}</Link>
      </>
    ) : (
      '–'
    ),
  ];
  return (
    <>
      <Table
        label="Attributes"
        className={styles.schema}
        columns={columns}
        rows={shown.map((row) => ({
          key: row.attribute,
          cells: [
            <Literal key="name" text={row.attribute} most={NAME} />,
            <Type key="type" row={row} />,
            ...(activity ? ofUse(row) : []),
            row.meaning ? <Markdown key="meaning" text={row.meaning} /> : '–',
          ],
        }))}
      />
      {more}
    </>
  );
});

/** Type is the datatype of an attribute, whether it is a list, and the register of its keys; a server may state any word. */
function Type({ row: { datatype, cardinality, register } }: { row: SchemaRow }) {
  const many = cardinality === 'n' ? 'list' : cardinality === '1' ? undefined : cardinality;
  const words = [datatype, many].filter((word) => word !== undefined).join(', ');
  if (words === '' && register === undefined) return '–';
  return (
    <>
      <Literal text={words} />
      {register !== undefined && (
        <span className="faint">
          keys of <Literal text={register} />
        </span>
      )}
    </>
  );
}

type SchemaRow = ReturnType<typeof schemaRows>[number];

/** schemaRows lists the attributes of a register in its own order, then those only in a definition or the data; each by its definition, or else its summary. */
export function schemaRows(
  schema: readonly Attribute[],
  definitions: ReadonlyMap<string, Definition> | undefined,
  used: readonly AttributeActivity[] = [],
) {
  const stated = new Map(schema.map((attribute) => [attribute.id, attribute]));
  const uses = new Map(used.map((use) => [use.name, use]));
  const attributes = new Set([...stated.keys(), ...(definitions?.keys() ?? []), ...uses.keys()]);
  return [...attributes].map((attribute) => {
    const own = stated.get(attribute);
    const definition = definitions?.get(attribute);
    // A guess from values is no statement.
    const datatype = definition?.datatype?.from === 'shape' ? undefined : definition?.datatype?.is;
    const { filled = 0, changes = 0, lastChange } = uses.get(attribute) ?? {};
    return {
      attribute,
      datatype: datatype ?? (own?.datatype || undefined),
      cardinality: definition?.cardinality?.is ?? (own?.cardinality || undefined),
      register: definition?.register?.is,
      meaning:
        definition?.text?.is ??
        (own?.description || undefined) ??
        definition?.title?.is ??
        (own?.title || undefined),
      filled,
      changes,
      lastChange,
    };
  });
}
