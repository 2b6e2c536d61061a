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

/** PROOF_IDENTIFIER is the only value of proof-identifier that the document lists. */
export const PROOF_IDENTIFIER = 'merkle:sha-256';

/** Endpoint is one line of the API document. Its method is GET. */
export interface Endpoint {
  readonly id: EndpointId;
  readonly name: EndpointName;
  /** The part of a report that it belongs to. */
  readonly group: keyof typeof SECTIONS;
  /** A heading below "Endpoints" in the document. */
  readonly section: string;
  readonly title: string;
  /** Below the base address; openapi.ts describes the parameters. */
  readonly path: string;
  readonly query: readonly string[];
  /** The form of the body with status 200, the only status that the document describes. */
  readonly resource: ResourceName;
  /** The relations that its Link header may have. */
  readonly links: readonly ('next' | 'previous' | 'version-history')[];
  /** Set if the document makes it optional. */
  readonly optional: boolean;
}

/**
 * MEDIA_TYPE is that of every answer with status 200. Tables exist, but the document does
 * not say how to ask for one.
 */
export const MEDIA_TYPE = 'application/json';

type Details = Partial<Endpoint>;

const SECTIONS = {
  records: ['Records', 'Records'],
  entries: ['Entries', 'Entries'],
  proofs: ['Proofs (experimental)', 'Proofs (experimental)'],
  items: ['Items', 'Blobs'],
  snapshots: ['', 'Snapshots (experimental)'],
  register: ['Register', 'Context'],
} as const;

const PAGES: Details = { query: ['page-index', 'page-size'], links: ['next', 'previous'] };
const WHERE: Details = { ...PAGES, name: 'records', resource: 'records' };

/**
 * The endpoints of the document, in its order: the path in either variant, and what differs from the rule.
 */
const TABLE: readonly (readonly [
  group: keyof typeof SECTIONS,
  id: EndpointId,
  title: string,
  item: string | null,
  blob: string,
  details?: Details,
  ofBlobs?: Details,
])[] = [
  [
    'records',
    'record',
    'The latest entry of a key, with its data',
    '/records/{key}',
    '/records/{key}',
    { links: ['version-history'] },
  ],
  ['records', 'records', 'All records', '/records', '/records', PAGES],
  [
    'records',
    'trail',
    'All entries of a key, ascending',
    '/records/{key}/entries',
    '/records/{key}/entries',
    { ...PAGES, resource: 'entries' },
  ],
  [
    'records',
    'records-where',
    'The records with exactly this value',
    '/records/{attribute-name}/{attribute-value}',
    '/records',
    WHERE,
    { ...WHERE, query: ['name', 'value', 'page-index', 'page-size'], optional: true },
  ],
  ['entries', 'entry', 'One entry', '/entries/{entry-number}', '/entries/{entry-number}'],
  [
    'entries',
    'entries',
    'The log, ascending',
    '/entries',
    '/entries',
    { ...PAGES, query: ['start', 'limit'] },
  ],
  [
    'proofs',
    'register-proof',
    'Log size and root hash',
    '/proof/register/{proof-identifier}',
    '/proofs/register',
  ],
  [
    'proofs',
    'consistency-proof',
    'Proof that one log size begins another',
    '/proof/consistency/{small-log-size}/{large-log-size}/{proof-identifier}',
    '/proofs/consistency/{small-log-size}/{large-log-size}',
  ],
  [
    'proofs',
    'entry-proof',
    'Proof of an entry',
    '/proof/entries/{entry-number}/{log-size}/{proof-identifier}',
    '/proofs/entries/{entry-number}/{log-size}',
  ],
  ['items', 'item', 'The data with a hash', '/items/{item-hash}', '/blobs/{id}'],
  ['items', 'items', 'All data, by hash', '/items', '/blobs', { ...PAGES, query: ['cursor'] }],
  [
    'snapshots',
    'snapshot',
    'The records at a log size',
    null,
    '/snapshots/{log-size}',
    { ...PAGES, links: ['next', 'previous', 'version-history'] },
  ],
  [
    'snapshots',
    'snapshot-entry',
    'The latest entry of a key at a log size',
    null,
    '/snapshots/{log-size}/{key}',
    { name: 'snapshot', resource: 'entry' },
  ],
  ['register', 'summary', 'The description of the register', '/register', '/context'],
];

function endpointsOf(variant: Variant): Endpoint[] {
  const at = variant === 'item' ? 0 : 1;
  return TABLE.flatMap(([group, id, title, item, blob, details = {}, ofBlobs = details]) => {
    const path = [item, blob][at];
    if (!path) return [];
    const usual = {
      query: [],
      links: [],
      optional: false,
      name: id as EndpointName,
      resource: id as ResourceName,
    };
    const own = at === 0 ? details : ofBlobs;
    return [{ ...usual, id, group, section: SECTIONS[group][at], title, path, ...own }];
  });
}

/**
 * ENDPOINTS are the endpoints of the API document, by variant and in its order. Where two fit
 * a path the first counts. The earlier variant's filter shares the path of the record list: it
 * is asked for by its query.
 */
export const ENDPOINTS: Readonly<Record<Variant, readonly Endpoint[]>> = {
  item: endpointsOf('item'),
  blob: endpointsOf('blob'),
};

const PLACEHOLDER = /\{(.+?)\}/g;

/** placeholdersOf are the parameters of a path, in their order. */
export function placeholdersOf(path: string): string[] {
  return Array.from(path.matchAll(PLACEHOLDER), ([, name = '']) => name);
}

/** Servers have these parameters; the document does not name them. */
const UNDOCUMENTED = /^(?:limit|page-index|page-size)$/;

/**
 * templateOf is a path with the names of the parameters that the document gives its query: `/entries?start`.
 */
export function templateOf({ path, query }: Endpoint): string {
  const documented = query.filter((name) => !UNDOCUMENTED.test(name));
  return path + (documented.length === 0 ? '' : `?${documented.join('&')}`);
}

/** ParameterValues are values of parameters of any endpoint. */
export type ParameterValues = Readonly<Record<string, string | number>>;

/**
 * addressOf is the path with these values in it, percent-encoded; parameters of the query
 * without a value are left out.
 */
export function addressOf({ path, query }: Endpoint, values: ParameterValues): string {
  // A colon may stand in a path as it is, and in hashes and identifiers it is read so.
  const filled = path.replaceAll(PLACEHOLDER, (_, name: string) =>
    encodeURIComponent(values[name] ?? '').replaceAll('%3A', ':'),
  );
  const parameters = query.flatMap((name) =>
    values[name] === undefined ? [] : [[name, String(values[name])]],
  );
  return parameters.length === 0 ? filled : `${filled}?${new URLSearchParams(parameters)}`;
}

/** toCurl writes the request as a command for a POSIX shell. */
export function toCurl(address: string, method: 'GET' | 'HEAD' = 'GET'): string {
  const quoted = `'${address.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
  return `curl --globoff --location ${method === 'HEAD' ? '--head ' : ''}--header 'Accept: ${MEDIA_TYPE}' ${quoted}`;
}
