import type { Variant } from '../core/model.ts';
import { type Endpoint, ENDPOINTS, type EndpointId } from './endpoints.ts';
import { askHonestly, HTTP_CHECKS } from './http-checks.ts';
import { LOG_CHECKS, PROOF_CHECKS } from './log-checks.ts';
import { type Check, Finding, findingOf, type Group, type Level } from './model.ts';
import { RECORD_CHECKS } from './record-checks.ts';

/** ConformanceCase is one thing that the document says of an endpoint. */
export interface ConformanceCase {
  /** `endpoint/name`; never changes. */
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly level: Level;
  /** What a right server does. */
  readonly title: string;
  /** The words of the document, or of the RFC that it names. */
  readonly words: string;
  readonly check: Check;
}

/** Words that differ between the variants; one that has none has no such case. */
type Words = string | Partial<Readonly<Record<Variant, string>>>;

const CHECKS = { ...RECORD_CHECKS, ...LOG_CHECKS, ...PROOF_CHECKS, ...HTTP_CHECKS };

const LATEST = 'A record is the latest entry for a key, together with its data.';
const PATH = 'The hash lists are ordered node hashes. Hashing by merkle:sha-256 (RFC 9162, section 2.1).';
const HEAD = [
  'SHOULD',
  'HEAD is answered with the status and headers of GET',
  'RFC 9110, section 9.1: all general-purpose servers MUST support the methods GET and HEAD. Section 9.3.2: the server SHOULD send the same header fields in response to a HEAD request as it would have sent if the request method had been GET.',
] as const;

/** Every case: its level, the right behaviour, and the document's words if not those of the endpoint. */
const TABLE: Readonly<Record<keyof typeof CHECKS, readonly [level: Level, title: string, words?: Words]>> = {
  'record/key': ['MUST', 'A record is of the key that was asked for'],
  'record/latest': ['MUST', 'A record is the latest entry of its key', LATEST],
  'record/data': [
    'MUST',
    'The data of a record has the hash that its entry names',
    {
      item: 'An item is a set of attributes, identified by its hash.',
      blob: 'A blob is a set of attributes, identified by its hash.',
    },
  ],
  'record/version-history': [
    'SHOULD',
    'A record links to its trail',
    'GET /records/{key} SHOULD return Link: </records/<key>/entries>; rel="version-history" (RFC 5829).',
  ],
  'record/head': HEAD,
  'record/hostile': [
    'MUST',
    'A key that no record has is answered with no record',
    'key: String identifying a record within the register.',
  ],
  'trail/order': ['MUST', 'A trail is in ascending order'],
  'trail/complete': [
    'MUST',
    'A trail lists all entries of its key, as they stand in the log',
    'A record trail lists all entries for one key in that order.',
  ],
  'records/data': ['MUST', 'Each record of the list is the latest entry of its key, with its data', LATEST],
  'records/complete': ['MUST', 'The list has every record, once'],
  'records/stable': [
    'SHOULD',
    'The list is the same when it is read twice',
    'Their order SHOULD stay consistent when new elements are added to the dataset.',
  ],
  'records/head': HEAD,
  'records-where/exact': ['MUST', 'A filter finds the records with exactly that value'],
  'records-where/none': ['MUST', 'A filter for a value that no record has finds none'],
  'entry/same': [
    'MUST',
    'An entry has the number that was asked for, and is the one in the list',
    'entry-number: position in the log.',
  ],
  'entry/hostile': [
    'MUST',
    'A number that no entry has is answered with no entry',
    'entry-number: Integer, position in the log.',
  ],
  'entries/order': ['MUST', 'A page of entries is in ascending order and leaves none out'],
  'entries/start': [
    'MUST',
    'A list of entries begins at the number that start says, and at 1 without it',
    'start: optional Integer, the entry number at which the returned collection begins.',
  ],
  'entries/links': [
    'MUST',
    'Next links lead through the whole list, and previous links back',
    'A paginated response carries a Link header with rel="next" pointing at /entries?start=<n>, and from the second page on also rel="previous".',
  ],
  'entries/complete': [
    'MUST',
    'Every entry of the log can be read',
    'total-entries: number of entries in the log. An entry is one numbered log line.',
  ],
  'entries/head': HEAD,
  'entries/hostile': ['MUST', 'A start that is no entry number is not answered with a broken list'],
  'register-proof/size': ['MUST', 'The register proof is of the log as it is, not as it was'],
  'register-proof/root': ['MUST', 'The root hash is that of all entries'],
  'consistency-proof/roots': [
    'MUST',
    'A consistency proof leads from the root hash of an earlier size to that of now',
    PATH,
  ],
  'entry-proof/root': ['MUST', 'An entry proof leads from the entry to the root hash', PATH],
  'entry-proof/number': [
    'MUST',
    'An entry proof names the entry that was asked for',
    { item: 'Entry proof: proof-identifier, entry-number (Integer), merkle-audit-path (List of Hash).' },
  ],
  'entry-proof/hostile': [
    'MUST',
    'A proof of an entry outside the log is not given',
    'entry-number, log-size: Integer.',
  ],
  'item/hash': [
    'MUST',
    'What an entry names by its hash can be read, and has that hash',
    'A set of attributes, identified by its hash.',
  ],
  'item/hostile': [
    'MUST',
    'A hash that no data has is answered with no data',
    { item: 'item-hash: Hash. The Item object.', blob: 'id: Hash. The Blob object (with _id).' },
  ],
  'items/hash': [
    'MUST',
    'All data in the list has the hash under which it stands',
    {
      item: 'Object whose property names are item hashes and values are Items.',
      blob: '_id (the blob hash).',
    },
  ],
  'items/complete': [
    'MUST',
    'The list has all data recorded by entries',
    {
      item: 'GET /items MAY be paginated, with Link: </items?cursor=<cursor>>; rel="next".',
      blob: 'GET /blobs MAY be paginated, with Link: </blobs?cursor=<cursor>>; rel="next".',
    },
  ],
  'items/stable': [
    'MUST',
    'A page is the same when it is read twice',
    'Pages are stable: a complete page always returns the same set, and an incomplete page grows in order.',
  ],
  'snapshot/state': [
    'MUST',
    'A snapshot is the register as it was at that size',
    'A snapshot is the state of the register computed for a given log size.',
  ],
  'snapshot/version-history': [
    'SHOULD',
    'A snapshot of one record links to its trail',
    'The response SHOULD carry the version-history Link header as for a record.',
  ],
  'snapshot-entry/latest': ['MUST', 'The entry of a key in a snapshot is its latest at that size'],
  'summary/counts': [
    'MUST',
    'The counts are those of the log',
    'total-entries: number of entries in the log. total-records: number of records in the register.',
  ],
  'summary/root': [
    'MUST',
    'The root hash is that of the register proof',
    { blob: 'root-hash: Hash, required. Register proof: root of the log when issued.' },
  ],
  'summary/schema': [
    'SHOULD',
    'The schema has every attribute of the data, with its cardinality',
    { blob: 'The attribute set and value types SHOULD be determined from the schema in the context.' },
  ],
  'summary/head': HEAD,
};

/**
 * casesFor are the cases of these groups, in the order in which they are run: those about the form of all answers when most have been seen, and hostile requests at
 * the end.
 */
export function casesFor(variant: Variant, groups: readonly Group[]): readonly ConformanceCase[] {
  const endpoints = new Map(ENDPOINTS[variant].map((endpoint) => [endpoint.id, endpoint]));
  const own = Object.entries(TABLE).flatMap(([id, [level, title, said]]): ConformanceCase[] => {
    const endpoint = endpoints.get(id.split('/')[0] as EndpointId);
    const words = said === undefined ? endpoint?.quote : typeof said === 'string' ? said : said[variant];
    if (!endpoint || words === undefined) return [];
    return [{ id, endpoint, level, title, words, check: CHECKS[id as keyof typeof CHECKS] }];
  });
  const basic = [...endpoints.values()].flatMap((endpoint): ConformanceCase[] => [
    {
      id: `${endpoint.id}/answers`,
      endpoint,
      level: 'MUST',
      title: 'It answers with status 200 and JSON',
      words: 'Successful responses carry status 200 and Content-Type: application/json.',
      check: (register) => reportFault(endpoint.id, 'answers', register),
    },
    {
      id: `${endpoint.id}/form`,
      endpoint,
      level: 'MUST',
      title: 'Its answers have the form of the document',
      words: endpoint.quote,
      check: (register) => reportFault(endpoint.id, 'form', register),
    },
  ]);
  const isHostile = ({ id }: ConformanceCase) => id.endsWith('/hostile');
  const groupOf = (one: ConformanceCase) => (isHostile(one) ? 'hostile' : one.endpoint.group);
  const ordered = [...own.filter((one) => !isHostile(one)), ...basic, ...own.filter(isHostile)];
  return ordered.filter((one) => groups.includes(groupOf(one)));
}

/** Reports what was wrong with the status, the type or the form of any answer of an endpoint. */
async function reportFault(
  id: EndpointId,
  kind: 'answers' | 'form',
  register: Parameters<Check>[0],
): Promise<void> {
  const finding = await findingOf(askHonestly(register, id));
  const [answers, form] = [register.faults.get(`${id}/answers`), register.faults.get(`${id}/form`)];
  const fault = kind === 'form' ? form : answers;
  if (fault) throw fault;
  if (answers && answers.exchange?.status !== 200)
    throw new Finding('could-not-run', 'There is no answer with status 200 to look at.', answers.exchange);
  if (finding && !answers && !form) throw finding;
}
