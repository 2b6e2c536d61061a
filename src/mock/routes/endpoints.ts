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

const SHARED: readonly Endpoint[] = [
  {
    name: 'record',
    path: '/records/:key',
    title: 'The latest entry of a key, with its data',
    answer: oneRecord,
  },
  // Before the filter, which has as many segments: the trail route wins.
  { name: 'trail', path: '/records/:key/entries', title: 'All entries of a key, ascending', answer: trail },
  { name: 'entries', path: '/entries', title: 'The log, ascending: ?start=, ?limit=', answer: listEntries },
  { name: 'entry', path: '/entries/:number', title: 'One entry', answer: oneEntry },
];

/**
 * ENDPOINTS are the paths of the API document below a register's base address, by variant, in the order in which they are tried. The
 * earlier variant's filter by query shares the path of its record list.
 */
export const ENDPOINTS: Readonly<Record<Variant, readonly Endpoint[]>> = {
  item: [
    {
      name: 'records',
      path: '/records',
      title: 'All records: ?page-index=, ?page-size=',
      answer: listRecords,
    },
    ...SHARED,
    {
      name: 'records',
      path: '/records/:attribute/:value',
      title: 'Records with this value',
      answer: recordsByPath,
    },
    { name: 'items', path: '/items', title: 'All items: ?cursor=', answer: listItems },
    { name: 'item', path: '/items/:hash', title: 'One item', answer: oneItem },
    {
      name: 'register-proof',
      path: '/proof/register/:identifier',
      title: 'Log size and root hash',
      answer: registerProof,
    },
    {
      name: 'consistency-proof',
      path: '/proof/consistency/:small/:large/:identifier',
      title: 'That one log size begins another',
      answer: consistencyProof,
    },
    {
      name: 'entry-proof',
      path: '/proof/entries/:number/:size/:identifier',
      title: 'That an entry is in the log',
      answer: entryProof,
    },
    { name: 'summary', path: '/register', title: 'The summary of the register', answer: summary },
  ],
  blob: [
    {
      name: 'records',
      path: '/records',
      title: 'All records, or those with a value: ?name=&value=, ?page-index=, ?page-size=',
      answer: recordsByQuery,
    },
    ...SHARED,
    { name: 'items', path: '/blobs', title: 'All blobs: ?cursor=', answer: listItems },
    { name: 'item', path: '/blobs/:id', title: 'One blob', answer: oneItem },
    {
      name: 'register-proof',
      path: '/proofs/register',
      title: 'Log size and root hash',
      answer: (call) => registerProof(call),
    },
    {
      name: 'consistency-proof',
      path: '/proofs/consistency/:small/:large',
      title: 'That one log size begins another',
      answer: (call, small, large) => consistencyProof(call, small, large),
    },
    {
      name: 'entry-proof',
      path: '/proofs/entries/:number/:size',
      title: 'That an entry is in the log',
      answer: entryProofSpelled('entries'),
    },
    {
      name: 'entry-proof',
      path: '/proofs/entry/:number/:size',
      title: 'The same, with the switch proofs-entry-spelling',
      answer: entryProofSpelled('entry'),
    },
    { name: 'snapshot', path: '/snapshots/:size', title: 'The records at a log size', answer: snapshot },
    {
      name: 'snapshot',
      path: '/snapshots/:size/:key',
      title: 'The latest entry of a key at a log size',
      answer: snapshotEntry,
    },
    {
      name: 'summary',
      path: '/context',
      title: 'The description of the register, with its schema',
      answer: summary,
    },
  ],
};

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
