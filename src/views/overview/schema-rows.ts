import type { Definition, DefinitionSource } from '../../core/definition.ts';
import type { Attribute } from '../../core/model.ts';

/** SchemaRow is what is known of one attribute, and who said it. A part that nobody states is undefined. */
export interface SchemaRow {
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
