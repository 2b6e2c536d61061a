import type { Variant } from '../core/model.ts';

/** EndpointName is the name of an endpoint in both variants; an item is a blob in the earlier one. */
export type EndpointName =
  | 'summary'
  | 'record'
  | 'trail'
  | 'records'
  | 'entry'
  | 'entries'
  | 'item'
  | 'items'
  | 'register-proof'
  | 'entry-proof'
  | 'consistency-proof'
  | 'snapshot';

/** EndpointId is unique for each endpoint of a variant, also for two endpoints with one name. */
export type EndpointId = EndpointName | 'records-where' | 'snapshot-entry';

/** ResourceName is the form of an answer; schemas.ts describes each. */
export type ResourceName = Exclude<EndpointName, 'trail'>;

/** A parameter's type and range, as JSON Schema writes them. */
interface ParameterSchema {
  readonly type: 'string' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly default?: number;
}

type Parameter = readonly [description: string, schema: ParameterSchema];

/** PROOF_IDENTIFIER is the only value of proof-identifier that the document lists. */
export const PROOF_IDENTIFIER = 'merkle:sha-256';

const text: ParameterSchema = { type: 'string', minLength: 1 };
const position: ParameterSchema = { type: 'integer', minimum: 1 };
/** The greatest page is that of the reference server. */
const length: ParameterSchema = { ...position, maximum: 5000, default: 100 };

/** PATH_PARAMETERS are the placeholders of the paths, by name. */
export const PATH_PARAMETERS = {
  key: ['The key of a record.', text],
  'attribute-name': ['The name of an attribute of the data.', text],
  'attribute-value': [
    'The whole value, as text. The value "entries" cannot be asked for: its address is a trail.',
    text,
  ],
  'entry-number': ['The position of an entry in the log, from 1.', position],
  'log-size': ['A size that the log has had. A snapshot may be of size 0.', { type: 'integer', minimum: 0 }],
  'small-log-size': ['The size of the shorter log.', position],
  'large-log-size': ['The size of the longer log. Equal sizes have an empty proof.', position],
  'proof-identifier': ['How the proof is computed.', { type: 'string', enum: [PROOF_IDENTIFIER] }],
  'item-hash': ['The hash of an item.', { type: 'string', pattern: '^sha-256:[0-9a-f]{64}$' }],
  id: ['The hash of a blob.', { type: 'string', pattern: '^1220[0-9a-f]{64}$' }],
} as const satisfies Readonly<Record<string, Parameter>>;

/** PathParameter is the name of a placeholder. */
export type PathParameter = keyof typeof PATH_PARAMETERS;

/** QUERY_PARAMETERS are the query parameters, by name. */
export const QUERY_PARAMETERS = {
  name: ['The name of an attribute.', text],
  value: ['The whole value of that attribute.', { type: 'string' }],
  start: ['The number of the entry with which the list begins.', { ...position, default: 1 }],
  limit: ['The most entries to send.', length],
  cursor: ['From a next link. Opaque.', text],
  'page-index': ['Which page to send.', { ...position, default: 1 }],
  'page-size': ['The length of a page.', length],
} as const satisfies Readonly<Record<string, Parameter>>;

/** QueryParameter is the name of a query's parameter. */
export type QueryParameter = keyof typeof QUERY_PARAMETERS;

/** Servers have these; the document does not name them. */
const UNDOCUMENTED: ReadonlySet<QueryParameter> = new Set(['limit', 'page-index', 'page-size']);

/** Endpoint is one line of the API document. Its method is GET, and by HTTP HEAD. */
export interface Endpoint {
  readonly id: EndpointId;
  readonly name: EndpointName;
  /** The part of a report that it belongs to. */
  readonly group: keyof typeof SECTIONS;
  /** A heading below "Endpoints" in the document. */
  readonly section: string;
  readonly title: string;
  /** Below the base address; `{name}` is one of PATH_PARAMETERS. */
  readonly path: string;
  readonly query: readonly QueryParameter[];
  /** What the document says of the answer, in its own words. */
  readonly quote: string;
  /** The form of the body with status 200, the only status that the document describes. */
  readonly resource: ResourceName;
  /** The relations that its Link header may have. */
  readonly links: readonly ('next' | 'previous' | 'version-history')[];
  /** Set if the document makes it optional. */
  readonly optional: boolean;
}

/** MEDIA_TYPE is that of every answer with status 200. Tables exist, but the document does not say how to ask for one. */
export const MEDIA_TYPE = 'application/json';

/** What differs from the rule: one thing, at its own address, or not found. */
type Details = Partial<Endpoint>;

/** The endpoint in one variant: the path, the document's words, and other differences. */
type InVariant = readonly [path: string, quote: string, details?: Details];

/** An endpoint in both variants, `item` first. */
type Row = readonly [
  group: keyof typeof SECTIONS,
  id: EndpointId,
  title: string,
  item: InVariant | null,
  blob: InVariant | null,
  details?: Details,
];

const SECTIONS = {
  records: 'Records',
  entries: 'Entries',
  proofs: 'Proofs (experimental)',
  items: 'Items',
  snapshots: 'Snapshots (experimental)',
  register: 'Register',
};

const PAGES: Details = {
  query: ['page-index', 'page-size'],
  links: ['next', 'previous'],
};
const CURSOR: Details = { ...PAGES, query: ['cursor'] };
const HEAD = 'total-entries (Integer, log size when issued), root-hash (Hash, root of the log when issued)';
const TRAIL: InVariant = [
  '/records/{key}/entries',
  'GET /records/{key}/entries MUST order entries by ascending entry number.',
];
const ENTRIES: InVariant = [
  '/entries',
  'GET /entries MAY be paginated. Its order MUST be ascending entry number.',
];

/** The endpoints of the document, in its order. */
const TABLE: readonly Row[] = [
  [
    'records',
    'record',
    'The latest entry of a key, with its data',
    ['/records/{key}', 'Object with one property named by the key, whose value is a Record.'],
    ['/records/{key}', 'Flat Record object.'],
    { links: ['version-history'] },
  ],
  [
    'records',
    'records',
    'All records',
    ['/records', 'Object whose property names are keys and values are Records.'],
    ['/records', 'Array of flat Records.'],
    PAGES,
  ],
  ['records', 'trail', 'All entries of a key, ascending', TRAIL, TRAIL, { ...PAGES, resource: 'entries' }],
  [
    'records',
    'records-where',
    'The records with exactly this value',
    [
      '/records/{attribute-name}/{attribute-value}',
      'Same shape as the record list, restricted to records whose attribute has exactly that value.',
    ],
    [
      '/records',
      'Array of flat Records filtered by exact value. Implementing these query parameters is optional.',
      { query: ['name', 'value', 'page-index', 'page-size'], optional: true },
    ],
    { ...PAGES, name: 'records', resource: 'records' },
  ],
  [
    'entries',
    'entry',
    'One entry',
    ['/entries/{entry-number}', 'Array containing a single Entry.'],
    ['/entries/{entry-number}', 'A single Entry object, not wrapped in an array.'],
  ],
  ['entries', 'entries', 'The log, ascending', ENTRIES, ENTRIES, { ...PAGES, query: ['start', 'limit'] }],
  [
    'proofs',
    'register-proof',
    'Log size and root hash',
    ['/proof/register/{proof-identifier}', `Register proof: ${HEAD}`],
    ['/proofs/register', `Register proof: ${HEAD}`],
  ],
  [
    'proofs',
    'consistency-proof',
    'Proof that one log size begins another',
    [
      '/proof/consistency/{small-log-size}/{large-log-size}/{proof-identifier}',
      'Consistency proof: proof-identifier, merkle-consistency-nodes (List of Hash)',
    ],
    ['/proofs/consistency/{small-log-size}/{large-log-size}', 'Consistency proof: audit-path (List of Hash)'],
  ],
  [
    'proofs',
    'entry-proof',
    'Proof of an entry',
    [
      '/proof/entries/{entry-number}/{log-size}/{proof-identifier}',
      'Entry proof: proof-identifier, entry-number (Integer), merkle-audit-path (List of Hash)',
    ],
    ['/proofs/entries/{entry-number}/{log-size}', 'Entry proof: audit-path (List of Hash)'],
  ],
  [
    'items',
    'item',
    'One item',
    ['/items/{item-hash}', 'The Item object.'],
    ['/blobs/{id}', 'The Blob object (with _id).', { section: 'Blobs', title: 'One blob' }],
  ],
  [
    'items',
    'items',
    'All items, by hash',
    ['/items', 'Object whose property names are item hashes and values are Items.'],
    ['/blobs', 'Array of Blob objects.', { section: 'Blobs', title: 'All blobs' }],
    CURSOR,
  ],
  [
    'snapshots',
    'snapshot',
    'The records at a log size',
    null,
    [
      '/snapshots/{log-size}',
      'The response body shape is not shown; the example resembles a single flat Record.',
    ],
    { ...PAGES, links: ['next', 'previous', 'version-history'] },
  ],
  [
    'snapshots',
    'snapshot-entry',
    'The latest entry of a key at a log size',
    null,
    ['/snapshots/{log-size}/{key}', 'An Entry (entry-number, entry-timestamp, key, blob-hash).'],
    { name: 'snapshot', resource: 'entry' },
  ],
  [
    'register',
    'summary',
    'The summary of the register',
    ['/register', 'Register object.'],
    [
      '/context',
      'Context object.',
      { section: 'Context', title: 'The description of the register, with its schema' },
    ],
  ],
];

function endpointsOf(variant: Variant): Endpoint[] {
  return TABLE.flatMap(([group, id, title, item, blob, shared]) => {
    const own = variant === 'item' ? item : blob;
    if (own === null) return [];
    const [path, quote, details] = own;
    const usual = { query: [], links: [], optional: false } as const;
    const [name, resource, section] = [id as EndpointName, id as ResourceName, SECTIONS[group]];
    return Object.assign({ id, name, group, section, title, path, quote, resource }, usual, shared, details);
  });
}

/**
 * ENDPOINTS are the endpoints of the API document, by variant and in its order. Where two fit a path the first counts. The earlier variant's filter shares the
 * path of the record list: it is asked for by its query.
 */
export const ENDPOINTS: Readonly<Record<Variant, readonly Endpoint[]>> = {
  item: endpointsOf('item'),
  blob: endpointsOf('blob'),
};

const PLACEHOLDER = /\{(.+?)\}/g;

/** placeholdersOf are the parameters of a path, in their order. */
export function placeholdersOf(path: string): PathParameter[] {
  return Array.from(path.matchAll(PLACEHOLDER), ([, name]) => name as PathParameter);
}

/** templateOf is a path with the names of the parameters that the document gives its query: `/entries?start`. */
export function templateOf({ path, query }: Endpoint): string {
  const documented = query.filter((name) => !UNDOCUMENTED.has(name));
  return path + (documented.length === 0 ? '' : `?${documented.join('&')}`);
}

/** ParameterValues are values of parameters of any endpoint. */
export type ParameterValues = Readonly<Partial<Record<PathParameter | QueryParameter, string | number>>>;

/** addressOf is the path with these values in it, percent-encoded; parameters of the query without a value are left out. */
export function addressOf({ path, query }: Endpoint, values: ParameterValues): string {
  // A colon may stand in a path as it is, and in hashes and identifiers it is read so.
  const filled = path.replaceAll(PLACEHOLDER, (_, name: PathParameter) =>
    encodeURIComponent(values[name] ?? '').replaceAll('%3A', ':'),
  );
  const asked = query.flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]]));
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}

/** toCurl writes the request as a command for a POSIX shell. */
export function toCurl({ address, method = 'GET' }: { address: string; method?: 'GET' | 'HEAD' }): string {
  const quoted = `'${address.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
  return `curl --globoff --location ${method === 'HEAD' ? '--head ' : ''}--header 'Accept: ${MEDIA_TYPE}' ${quoted}`;
}
