/**
 * JsonSchema is the part of JSON Schema (draft 2020-12) in which the evidence files are described. The very description that is published with the site is the
 * one that files are read by, so that the two cannot differ. `description` says what is expected at a place, in words that fit into a message.
 */
export interface JsonSchema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: string | number;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema | false>>;
  readonly additionalProperties?: JsonSchema | false;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
}

type JsonType = 'object' | 'array' | 'string' | 'integer';

/** Problem is one thing in a file that is not as it must be: where (a JSON path, `$` is the whole), what was found, what was expected. */
export interface Problem {
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

/** problemsIn holds a parsed JSON value against a description; no problems: the value is as described. It never throws. */
export function problemsIn(value: unknown, schema: JsonSchema, path = '$'): Problem[] {
  const wrong = wrongItself(value, schema);
  if (wrong !== undefined) return [{ path, found: told(value), expected: schema.description ?? wrong }];
  const within = Array.isArray(value)
    ? problemsInList(value, schema, path)
    : isObject(value)
      ? problemsInObject(value, schema, path)
      : [];
  if (schema.if === undefined) return within;
  const branch = problemsIn(value, schema.if, path).length === 0 ? schema.then : schema.else;
  return branch === undefined ? within : [...within, ...problemsIn(value, branch, path)];
}

/** wrongItself looks at a value without what is inside it, and says what was expected; undefined where it fits. */
function wrongItself(value: unknown, schema: JsonSchema): string | undefined {
  if (schema.const !== undefined && value !== schema.const) return JSON.stringify(schema.const);
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value))
    return `one of ${schema.enum.join(', ')}`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return types.map(named).join(' or ');
  if (
    typeof value === 'string' &&
    schema.pattern !== undefined &&
    !new RegExp(schema.pattern, 'u').test(value)
  )
    return `text of the form ${schema.pattern}`;
  if (typeof value === 'number' && (value < (schema.minimum ?? value) || value > (schema.maximum ?? value)))
    return `a whole number from ${schema.minimum} to ${schema.maximum}`;
  if (
    Array.isArray(value) &&
    (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity))
  )
    return `a list of ${schema.minItems ?? 0} to ${schema.maxItems ?? 'any number of'} members`;
  return undefined;
}

function problemsInList(list: readonly unknown[], { items }: JsonSchema, path: string): Problem[] {
  if (items === undefined) return [];
  return list.flatMap((member, index) => problemsIn(member, items, `${path}[${index}]`));
}

function problemsInObject(value: object, schema: JsonSchema, path: string): Problem[] {
  const properties = new Map(Object.entries(schema.properties ?? {}));
  const problems: Problem[] = [];
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(value, name)) continue;
    const expected = properties.get(name);
    const words = expected === undefined || expected === false ? undefined : expected.description;
    problems.push({ path: member(path, name), found: 'nothing', expected: words ?? 'a value' });
  }
  for (const [name, inner] of Object.entries(value)) {
    const expected = properties.get(name) ?? schema.additionalProperties;
    if (expected === false)
      problems.push({ path: member(path, name), found: told(inner), expected: 'nothing of that name' });
    else if (expected !== undefined) problems.push(...problemsIn(inner, expected, member(path, name)));
  }
  return problems;
}

function member(path: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

function isOf(type: JsonType, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NAMES: Record<JsonType, string> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
};

function named(type: JsonType): string {
  return NAMES[type];
}

const LONGEST = 60;

/** told says what a value is, with the beginning of it where it is short. */
function told(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
