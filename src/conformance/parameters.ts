/** ParameterSchema is a parameter's type and range, as JSON Schema writes them. */
interface ParameterSchema {
  readonly type: 'string' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly default?: number;
}

/** Parameter is a part of a path, or of a query. */
export interface Parameter {
  readonly description: string;
  readonly schema: ParameterSchema;
  /** Whether a query must have it; parts of a path are always required. */
  readonly required?: true;
  /** Set where the document does not name it, but servers have it. */
  readonly undocumented?: true;
}

/** PROOF_IDENTIFIER is the only value of proof-identifier that the document lists. */
export const PROOF_IDENTIFIER = 'merkle:sha-256';

/** The greatest page that the reference server sends. */
const LONGEST_PAGE = 5000;

const text: ParameterSchema = { type: 'string', minLength: 1 };
const position: ParameterSchema = { type: 'integer', minimum: 1 };

/** PATH_PARAMETERS are the placeholders of the paths, by name. */
export const PATH_PARAMETERS = {
  key: { description: 'The key of a record.', schema: text },
  'attribute-name': { description: 'The name of an attribute of the data.', schema: text },
  'attribute-value': {
    description: 'The whole value, as text. The value "entries" cannot be asked for: its address is a trail.',
    schema: text,
  },
  'entry-number': { description: 'The position of an entry in the log, from 1.', schema: position },
  'log-size': {
    description: 'A size that the log has had. A snapshot may be of size 0.',
    schema: { type: 'integer', minimum: 0 },
  },
  'small-log-size': { description: 'The size of the shorter log.', schema: position },
  'large-log-size': {
    description: 'The size of the longer log. Equal sizes have an empty proof.',
    schema: position,
  },
  'proof-identifier': {
    description: 'How the proof is computed.',
    schema: { type: 'string', enum: [PROOF_IDENTIFIER] },
  },
  'item-hash': {
    description: 'The hash of an item.',
    schema: { type: 'string', pattern: '^sha-256:[0-9a-f]{64}$' },
  },
  id: { description: 'The hash of a blob.', schema: { type: 'string', pattern: '^1220[0-9a-f]{64}$' } },
} as const satisfies Readonly<Record<string, Parameter>>;

/** PathParameter is the name of a placeholder. */
export type PathParameter = keyof typeof PATH_PARAMETERS;

/** QUERY_PARAMETERS are what can follow the question mark, by name. */
export const QUERY_PARAMETERS = {
  name: { description: 'The name of an attribute.', schema: text, required: true },
  value: { description: 'The whole value of that attribute.', schema: { type: 'string' }, required: true },
  start: {
    description: 'The number of the entry with which the list begins.',
    schema: { ...position, default: 1 },
  },
  limit: {
    description: 'The most entries to send.',
    schema: { ...position, maximum: LONGEST_PAGE, default: 100 },
    undocumented: true,
  },
  cursor: { description: 'From a next link. Opaque.', schema: text },
  'page-index': {
    description: 'Which page to send.',
    schema: { ...position, default: 1 },
    undocumented: true,
  },
  'page-size': {
    description: 'The length of a page.',
    schema: { ...position, maximum: LONGEST_PAGE, default: 100 },
    undocumented: true,
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** QueryParameter is the name of a query's parameter. */
export type QueryParameter = keyof typeof QUERY_PARAMETERS;

/** Address is where an endpoint is. */
export interface Address {
  /** Below the base address; `{name}` is one of PATH_PARAMETERS. */
  readonly path: string;
  readonly query: readonly QueryParameter[];
}

const PLACEHOLDER = /\{(.+?)\}/g;

/** placeholdersOf are the parameters of a path, in their order. */
export function placeholdersOf(path: string): PathParameter[] {
  return Array.from(path.matchAll(PLACEHOLDER), ([, name]) => name as PathParameter);
}

/** templateOf is a path with the names of the parameters that the document gives its query: `/entries?start`. */
export function templateOf({ path, query }: Address): string {
  const documented = query.filter((name) => !('undocumented' in QUERY_PARAMETERS[name]));
  return path + (documented.length === 0 ? '' : `?${documented.join('&')}`);
}

/** ParameterValues are values of parameters of any endpoint, as text. */
export type ParameterValues = Readonly<Partial<Record<PathParameter | QueryParameter, string>>>;

/** addressOf is the path with these values in it, percent-encoded; parameters of the query without a value are left out. */
export function addressOf({ path, query }: Address, values: ParameterValues): string {
  // A colon may stand in a path as it is, and in hashes and identifiers it is read so.
  const filled = path.replaceAll(PLACEHOLDER, (_, name: PathParameter) =>
    encodeURIComponent(values[name] ?? '').replaceAll('%3A', ':'),
  );
  const asked = query.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]));
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}
