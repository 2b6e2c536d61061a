import type { Variant } from '../../core/model.ts';
import type { Endpoint, EndpointName } from '../call.ts';
import { splitSuffix } from '../http/request.ts';
import {
  consistencyProof,
  entryProof,
  entryProofSpelled,
  listEntries,
  listItems,
  oneEntry,
  oneItem,
  registerProof,
  summary,
} from './entries.ts';
import {
  listRecords,
  oneRecord,
  recordsByPath,
  recordsByQuery,
  snapshot,
  snapshotEntry,
  trail,
} from './records.ts';

type EndpointRow = readonly [EndpointName, path: string, title: string, Endpoint['answer']];

const SHARED: readonly EndpointRow[] = [
  ['record', '/records/:key', 'The latest entry of a key, with its data', oneRecord],
  // Before the filter, which has as many segments: the trail route wins.
  ['trail', '/records/:key/entries', 'All entries of a key, ascending', trail],
  ['entries', '/entries', 'The log, ascending: ?start=, ?limit=', listEntries],
  ['entry', '/entries/:number', 'One entry', oneEntry],
];

const [ROOT, GROWTH, INCLUSION] = [
  'Log size and root hash',
  'That one log size begins another',
  'That an entry is in the log',
];

/**
 * ENDPOINTS are the paths of the API document below a register's base address, by variant, in the order in which they are tried. The
 * earlier variant's filter by query shares the path of its record list.
 */
export const ENDPOINTS: Readonly<Record<Variant, readonly Endpoint[]>> = {
  item: endpoints([
    ['records', '/records', 'All records: ?page-index=, ?page-size=', listRecords],
    ...SHARED,
    ['records', '/records/:attribute/:value', 'Records with this value', recordsByPath],
    ['items', '/items', 'All items: ?cursor=', listItems],
    ['item', '/items/:hash', 'One item', oneItem],
    ['register-proof', '/proof/register/:identifier', ROOT, registerProof],
    ['consistency-proof', '/proof/consistency/:small/:large/:identifier', GROWTH, consistencyProof],
    ['entry-proof', '/proof/entries/:number/:size/:identifier', INCLUSION, entryProof],
    ['summary', '/register', 'The summary of the register', summary],
  ]),
  blob: endpoints([
    [
      'records',
      '/records',
      'All records, or those with a value: ?name=&value=, ?page-index=, ?page-size=',
      recordsByQuery,
    ],
    ...SHARED,
    ['items', '/blobs', 'All blobs: ?cursor=', listItems],
    ['item', '/blobs/:id', 'One blob', oneItem],
    ['register-proof', '/proofs/register', ROOT, registerProof],
    ['consistency-proof', '/proofs/consistency/:small/:large', GROWTH, consistencyProof],
    ['entry-proof', '/proofs/entries/:number/:size', INCLUSION, entryProofSpelled('entries')],
    [
      'entry-proof',
      '/proofs/entry/:number/:size',
      'The same, with the switch proofs-entry-spelling',
      entryProofSpelled('entry'),
    ],
    ['snapshot', '/snapshots/:size', 'The records at a log size', snapshot],
    ['snapshot', '/snapshots/:size/:key', 'The latest entry of a key at a log size', snapshotEntry],
    ['summary', '/context', 'The description of the register, with its schema', summary],
  ]),
};

function endpoints(rows: readonly EndpointRow[]): Endpoint[] {
  return rows.map(([name, path, title, answer]) => ({ name, path, title, answer }));
}

/** endpointAt names the endpoint that a percent-encoded path below a base address asks for, whatever its suffix; undefined where there is none. */
export function endpointAt(variant: Variant, path: string): EndpointName | undefined {
  const asked = splitSuffix(path).path.split('/');
  return ENDPOINTS[variant].find((endpoint) => {
    const segments = endpoint.path.split('/');
    return (
      segments.length === asked.length &&
      segments.every((segment, at) => segment.startsWith(':') || segment === asked[at])
    );
  })?.name;
}
