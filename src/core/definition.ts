import type { AttributeValue } from './model.ts';

/**
 * DefinitionSource is where a definition was found.
 * - schema: the register's own context (earlier variant)
 * - system: the register's own system entries, outside its log (RSF, `field:<attribute>`)
 * - field-register: a field register that defines attributes for many registers
 * - shape: guessed from the values
 */
export type DefinitionSource = 'schema' | 'system' | 'field-register' | 'shape';

/** Statement is what one source says about an attribute. It may have an unknown datatype. */
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

/** Definition describes an attribute; each part with its source. */
export type Definition = {
  readonly [Part in keyof Statement]: { readonly is: string; readonly from: DefinitionSource };
};

/** SOURCE_ORDER lists the sources by precedence: the register itself, then those for many registers. */
const SOURCE_ORDER: readonly DefinitionSource[] = ['schema', 'system', 'field-register'];

/** DEFINITION_PARTS are the parts of a definition. */
export const DEFINITION_PARTS = ['datatype', 'cardinality', 'title', 'text', 'register'] as const;

/**
 * decideDefinition merges the statements about an attribute, part by part: the first source in SOURCE_ORDER
 * that has the part decides. A datatype that no source states is guessed from the values. A `register` that
 * is not a register name is left out.
 */
export function decideDefinition(
  attribute: string,
  statements: { readonly [Source in DefinitionSource]?: Statement | undefined },
  values: readonly AttributeValue[] = [],
): Definition {
  const decided: { -readonly [Part in keyof Definition]: Definition[Part] } = {};
  for (const part of DEFINITION_PARTS) {
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
  const value = statement?.[part];
  return value !== undefined && value !== '' && (part !== 'register' || isRegisterName(value));
}

/**
 * Curie is a value of the datatype `curie`: a record of another register, or without
 * a key the whole register.
 */
export interface Curie {
  readonly prefix: string;
  /** Undefined in `prefix:`. */
  readonly key: string | undefined;
}

const REGISTER_NAME = /^[a-z][a-z0-9-]{0,62}$/;
const KEY = /^[A-Za-z0-9][\w./-]*$/;

/**
 * isRegisterName reports whether a text can be the name of a register: lower-case letters, digits and `-`, at
 * most 63 as a label of a host name.
 */
export function isRegisterName(text: string): boolean {
  return REGISTER_NAME.test(text);
}

/**
 * parseCurie reads `prefix:key` or `prefix:` (api/servers.md, "Keys and values"); undefined if the prefix names no
 * register or the key cannot be one.
 */
function parseCurie(text: string): Curie | undefined {
  const colon = text.indexOf(':');
  const prefix = text.slice(0, colon);
  const key = text.slice(colon + 1);
  if (colon < 1 || !isRegisterName(prefix)) return undefined;
  if (key === '') return { prefix, key: undefined };
  return KEY.test(key) ? { prefix, key } : undefined;
}

/**
 * linkOf returns which record of which register a value points to: a curie by its own prefix; any
 * other value, a relative curie included, by the register that the definition names. Undefined for
 * a value that is not a link.
 */
export function linkOf(
  value: string,
  definition: Pick<Definition, 'datatype' | 'register'>,
): Curie | undefined {
  if (value === '') return undefined;
  if (definition.datatype?.is === 'curie') {
    const curie = parseCurie(value);
    if (curie !== undefined) return curie;
  }
  const register = definition.register?.is;
  return register === undefined ? undefined : { prefix: register, key: value };
}

const POSITION = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const DURATION = String.raw`P(?=[\dT])(?:\d+(?:[.,]\d+)?[YMWD])*(?:T(?:\d+(?:[.,]\d+)?[HMS])+)?`;
const MOMENT = String.raw`\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+Z?)?)?`;

/** Two years alone, `2010/2012`, may be anything; one with a month, a duration or an open end is a year. */
const SPAN = [
  `(?:${DURATION}|${MOMENT})/(?:${DURATION}|${MOMENT}|\\d{4}|\\.\\.)`,
  `(?:\\d{4}|\\.\\.)/(?:${DURATION}|${MOMENT})`,
  `\\.\\./\\d{4}|\\d{4}/\\.\\.`,
].join('|');

/** Datatypes with the pattern of their values, most specific first. */
const SHAPES: readonly (readonly [datatype: string, form: RegExp])[] = [
  ['url', /^https?:\/\/[^\s]+$/i],
  ['hash', /^(?:sha-256:|1220)[0-9a-f]{64}$/],
  ['timestamp', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/],
  ['datetime', /^\d{4}-\d{2}(?:-\d{2})?$/],
  ['period', new RegExp(`^(?:${DURATION}|${SPAN})$`)],
  ['point', /^\{\s*"type"\s*:\s*"Point"\s*,\s*"coordinates"\s*:\s*\[[^[\]{}]{1,80}\]\s*\}$/],
  ['polygon', /^(?:POLYGON\s*\(\s*\(|\[\s*\[\s*\[)\s*[+-]?\d.*$/is],
  [
    'point',
    new RegExp(
      `^(?:POINT\\s*\\(\\s*${POSITION}\\s+${POSITION}\\s*\\)|\\[\\s*${POSITION}\\s*,\\s*${POSITION}\\s*\\])$`,
      'i',
    ),
  ],
  ['point', new RegExp(`^[+-]?\\d{1,3}\\.\\d{3,}\\s*,\\s*[+-]?\\d{1,3}\\.\\d{3,}$`)],
  ['integer', /^-?(?:0|[1-9]\d{0,30})$/],
  ['boolean', /^(?:true|false)$/],
];

const NAMED_DATE = /(?:^|-)(?:date|discovered)$/;
const NAMED_PLACE = /(?:^|-)(?:point|position|location|coordinates|lat-?lon)$/;
const PAIR = new RegExp(`^${POSITION}\\s*[,;]\\s*${POSITION}$`);

/**
 * shapeOf guesses the datatype of values without a definition from their form and the name of the attribute.
 * Undefined if no datatype fits.
 * A number with leading zeros is a code, not an integer.
 */
export function shapeOf(attribute: string, values: readonly string[]): string | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  if (attribute === 'text') return 'text';
  if (NAMED_DATE.test(attribute) && values.every((value) => /^\d{4}$/.test(value))) return 'datetime';
  if (NAMED_PLACE.test(attribute) && values.every((value) => PAIR.test(value))) return 'point';
  const found = SHAPES.find(([, form]) => values.every((value) => form.test(value)));
  if (found !== undefined) return found[0];
  return values.every((value) => parseCurie(value) !== undefined) ? 'curie' : undefined;
}
