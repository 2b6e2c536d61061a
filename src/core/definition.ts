import type { AttributeValue } from './model.ts';
import { isRegisterName } from './curie.ts';
import { shapeOf } from './value-shape.ts';

/**
 * DefinitionSource says where a definition was found.
 * - schema: the register's own context (earlier variant)
 * - system: the register's own system entries, outside its log (RSF, `field:<attribute>`)
 * - field-register: a field register that defines attributes for many registers
 * - shape: nowhere; only what the values look like
 */
export type DefinitionSource = 'schema' | 'system' | 'field-register' | 'shape';

/** Statement is what one source says of an attribute. Unknown datatypes are kept as they are. */
export interface Statement {
  readonly datatype?: string;
  /** `1` or `n`. */
  readonly cardinality?: string;
  readonly title?: string;
  /** What the attribute means, in Markdown. */
  readonly text?: string;
  /** The register whose keys the values are. */
  readonly register?: string;
}

/** Definition is what is known of an attribute; each part with the source that said it. */
export type Definition = {
  readonly [Part in keyof Statement]: { readonly is: string; readonly from: DefinitionSource };
};

/** SOURCE_ORDER is whom to believe first: what the register itself states, then what is said for many registers. */
const SOURCE_ORDER: readonly DefinitionSource[] = ['schema', 'system', 'field-register'];

const PARTS = ['datatype', 'cardinality', 'title', 'text', 'register'] as const;

/**
 * decideDefinition joins what the sources say of an attribute, part by part: the first source in SOURCE_ORDER that says something decides. A datatype that
 * nobody states is guessed from the values. A `register` that cannot be the name of one is left out.
 */
export function decideDefinition(
  attribute: string,
  statements: Readonly<Partial<Record<DefinitionSource, Statement>>>,
  values: readonly AttributeValue[] = [],
): Definition {
  const decided: { -readonly [Part in keyof Definition]: Definition[Part] } = {};
  for (const part of PARTS) {
    const from = SOURCE_ORDER.find((source) => says(statements[source], part));
    const is = from && statements[from]?.[part];
    if (from !== undefined && is !== undefined) decided[part] = { is, from };
  }
  if (decided.datatype === undefined) {
    const shape = shapeOf(
      attribute,
      values.flatMap((value) => value ?? []).filter((value) => value !== ''),
    );
    if (shape !== undefined) decided.datatype = { is: shape, from: 'shape' };
  }
  return decided;
}

function says(statement: Statement | undefined, part: keyof Statement): boolean {
  const said = statement?.[part];
  return said !== undefined && said !== '' && (part !== 'register' || isRegisterName(said));
}
