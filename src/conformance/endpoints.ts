import type { Variant } from '../core/model.ts';
import type { Address } from './parameters.ts';

/** EndpointName is what an endpoint is to a client. Both variants use the same; an item is a blob in the earlier one. */
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

/** EndpointId tells the endpoints of a variant apart; those with a name of two endpoints are told apart here. */
export type EndpointId = EndpointName | 'records-where' | 'snapshot-entry';

/** ResourceName is the form of an answer; schemas.ts describes each. */
export type ResourceName = Exclude<EndpointName, 'trail'>;

/** Section is a heading below "Endpoints" in the API document. */
export type Section =
  | 'Records'
  | 'Entries'
  | 'Proofs (experimental)'
  | 'Items (v2)'
  | 'Blobs (earlier variant)'
  | 'Snapshots (earlier variant, experimental)'
  | 'Context (earlier variant)'
  | 'Register (v2)';

/** Endpoint is one line of the API document. Its method is GET, and by HTTP HEAD. */
export interface Endpoint extends Address {
  readonly id: EndpointId;
  readonly name: EndpointName;
  readonly section: Section;
  readonly title: string;
  /** What the document says of the answer, in its own words. */
  readonly quote: string;
  /** The form of the body with status 200, the only status that the document describes. */
  readonly resource: ResourceName;
  /** How servers refuse: 400 for a malformed or impossible parameter, 404 for what is not there. */
  readonly refusals: readonly (400 | 404)[];
  /** The relations that its Link header may have. */
  readonly links: readonly ('next' | 'previous' | 'version-history')[];
  /** Set where the document lets a server do without it. */
  readonly optional: boolean;
}

/** MEDIA_TYPE is that of every answer with status 200. Tables exist, but the document does not say how to ask for one. */
export const MEDIA_TYPE = 'application/json';

/** What differs from the rule: one thing, at its own address, or not found. */
type Details = Partial<Omit<Endpoint, 'id' | 'path' | 'section' | 'title' | 'quote'>>;

type EndpointRow = readonly [id: EndpointId, path: string, title: string, quote: string, details?: Details];

const HISTORY: Details = { links: ['version-history'] };
const PAGES: Details = {
  query: ['page-index', 'page-size'],
  refusals: [400, 404],
  links: ['next', 'previous'],
};
const FILTER: Details = { ...PAGES, name: 'records', resource: 'records' };
const CURSOR: Details = { ...PAGES, query: ['cursor'] };
const COMPUTED: Details = { refusals: [400, 404] };

const ENTRIES: EndpointRow = [
  'entries',
  '/entries',
  'The log, ascending',
  'GET /entries MAY be paginated. Its order MUST be ascending entry number.',
  { ...PAGES, query: ['start', 'limit'], refusals: [400] },
];
const TRAIL: EndpointRow = [
  'trail',
  '/records/{key}/entries',
  'All entries of a key, ascending',
  'GET /records/{key}/entries MUST order entries by ascending entry number.',
  { ...PAGES, resource: 'entries' },
];

const [RECORD, WHERE, ENTRY] = [
  'The latest entry of a key, with its data',
  'The records with exactly this value',
  'One entry',
];
const [HEAD, CONSISTENCY, INCLUSION] = [
  'Log size and root hash',
  'That one log size begins another',
  'That an entry is in the log',
];
const HEAD_QUOTE =
  'total-entries (Integer, log size when issued), root-hash (Hash, root of the log when issued)';

const CONSISTENCY_PATH = '/consistency/{small-log-size}/{large-log-size}';
const INCLUSION_PATH = '/entries/{entry-number}/{log-size}';

/**
 * ENDPOINTS are the endpoints of the API document, by variant and in its order. Where two fit a path the first counts. The earlier variant's filter shares the
 * path of the record list: it is asked for by its query.
 */
export const ENDPOINTS: Readonly<Record<Variant, readonly Endpoint[]>> = {
  item: [
    ...section('Records', [
      [
        'record',
        '/records/{key}',
        RECORD,
        'Object with one property named by the key, whose value is a Record.',
        HISTORY,
      ],
      [
        'records',
        '/records',
        'All records',
        'Object whose property names are keys and values are Records.',
        PAGES,
      ],
      TRAIL,
      [
        'records-where',
        '/records/{attribute-name}/{attribute-value}',
        WHERE,
        'Same shape as the record list, restricted to records whose attribute has exactly that value.',
        FILTER,
      ],
    ]),
    ...section('Entries', [
      ['entry', '/entries/{entry-number}', ENTRY, 'Array containing a single Entry.'],
      ENTRIES,
    ]),
    ...section('Proofs (experimental)', [
      ['register-proof', '/proof/register/{proof-identifier}', HEAD, `Register proof: ${HEAD_QUOTE}`],
      [
        'consistency-proof',
        `/proof${CONSISTENCY_PATH}/{proof-identifier}`,
        CONSISTENCY,
        'Consistency proof: proof-identifier, merkle-consistency-nodes (List of Hash)',
        COMPUTED,
      ],
      [
        'entry-proof',
        `/proof${INCLUSION_PATH}/{proof-identifier}`,
        INCLUSION,
        'Entry proof: proof-identifier, entry-number (Integer), merkle-audit-path (List of Hash)',
        COMPUTED,
      ],
    ]),
    ...section('Items (v2)', [
      ['item', '/items/{item-hash}', 'One item', 'The Item object.'],
      [
        'items',
        '/items',
        'All items, by hash',
        'Object whose property names are item hashes and values are Items.',
        CURSOR,
      ],
    ]),
    ...section('Register (v2)', [
      ['summary', '/register', 'The summary of the register', 'Register object.'],
    ]),
  ],
  blob: [
    ...section('Records', [
      ['record', '/records/{key}', RECORD, 'Flat Record object.', HISTORY],
      ['records', '/records', 'All records', 'Array of flat Records.', PAGES],
      TRAIL,
      [
        'records-where',
        '/records',
        WHERE,
        'Array of flat Records filtered by exact value. Implementing these query parameters is optional.',
        { ...FILTER, query: ['name', 'value', 'page-index', 'page-size'], optional: true },
      ],
    ]),
    ...section('Entries', [
      ['entry', '/entries/{entry-number}', ENTRY, 'A single Entry object, not wrapped in an array.'],
      ENTRIES,
    ]),
    ...section('Proofs (experimental)', [
      ['register-proof', '/proofs/register', HEAD, `Register proof: ${HEAD_QUOTE}`, { refusals: [] }],
      [
        'consistency-proof',
        `/proofs${CONSISTENCY_PATH}`,
        CONSISTENCY,
        'Consistency proof: audit-path (List of Hash)',
        COMPUTED,
      ],
      [
        'entry-proof',
        `/proofs${INCLUSION_PATH}`,
        INCLUSION,
        'Entry proof: audit-path (List of Hash)',
        COMPUTED,
      ],
    ]),
    ...section('Blobs (earlier variant)', [
      ['item', '/blobs/{id}', 'One blob', 'The Blob object (with _id).'],
      ['items', '/blobs', 'All blobs', 'Array of Blob objects.', CURSOR],
    ]),
    ...section('Snapshots (earlier variant, experimental)', [
      [
        'snapshot',
        '/snapshots/{log-size}',
        'The records at a log size',
        'The response body shape is not shown; the example resembles a single flat Record.',
        { ...PAGES, links: ['next', 'previous', 'version-history'] },
      ],
      [
        'snapshot-entry',
        '/snapshots/{log-size}/{key}',
        'The latest entry of a key at a log size',
        'An Entry (entry-number, entry-timestamp, key, blob-hash).',
        { ...COMPUTED, name: 'snapshot', resource: 'entry' },
      ],
    ]),
    ...section('Context (earlier variant)', [
      ['summary', '/context', 'The description of the register, with its schema', 'Context object.'],
    ]),
  ],
};

function section(title: Section, rows: readonly EndpointRow[]): Endpoint[] {
  return rows.map(([id, path, what, quote, details]) => ({
    id,
    name: id as EndpointName,
    path,
    query: [],
    section: title,
    title: what,
    quote,
    resource: id as ResourceName,
    refusals: [404],
    links: [],
    optional: false,
    ...details,
  }));
}
