import type { Variant } from '../../core/model.ts';
import type { Endpoint } from '../call.ts';
import { listEntries, oneEntry } from './entries.ts';
import { listItems, oneItem } from './items.ts';
import { consistencyProof, entryProof, entryProofSpelled, registerProof } from './proofs.ts';
import { listRecords, oneRecord, recordsByPath, recordsByQuery, trail } from './records.ts';
import { snapshot, snapshotEntry } from './snapshots.ts';
import { summary } from './summary.ts';

const SHARED: readonly Endpoint[] = [
  { path: '/records/:key', title: 'The latest entry of a key, with its data', answer: oneRecord },
  // Before the filter, which has as many segments: the trail route wins.
  { path: '/records/:key/entries', title: 'All entries of a key, ascending', answer: trail },
  { path: '/entries', title: 'The log, ascending: ?start=, ?limit=', answer: listEntries },
  { path: '/entries/:number', title: 'One entry', answer: oneEntry },
];

/**
 * ENDPOINTS are the paths of the API document below a register's base address, by variant, in the order in which they are tried. The
 * earlier variant's filter by query shares the path of its record list.
 */
export const ENDPOINTS: Readonly<Record<Variant, readonly Endpoint[]>> = {
  item: [
    { path: '/records', title: 'All records: ?page-index=, ?page-size=', answer: listRecords },
    ...SHARED,
    { path: '/records/:attribute/:value', title: 'Records with this value', answer: recordsByPath },
    { path: '/items', title: 'All items: ?cursor=', answer: listItems },
    { path: '/items/:hash', title: 'One item', answer: oneItem },
    { path: '/proof/register/:identifier', title: 'Log size and root hash', answer: registerProof },
    {
      path: '/proof/consistency/:small/:large/:identifier',
      title: 'That one log size begins another',
      answer: consistencyProof,
    },
    {
      path: '/proof/entries/:number/:size/:identifier',
      title: 'That an entry is in the log',
      answer: entryProof,
    },
    { path: '/register', title: 'The summary of the register', answer: summary },
  ],
  blob: [
    {
      path: '/records',
      title: 'All records, or those with a value: ?name=&value=, ?page-index=, ?page-size=',
      answer: recordsByQuery,
    },
    ...SHARED,
    { path: '/blobs', title: 'All blobs: ?cursor=', answer: listItems },
    { path: '/blobs/:id', title: 'One blob', answer: oneItem },
    { path: '/proofs/register', title: 'Log size and root hash', answer: (call) => registerProof(call) },
    {
      path: '/proofs/consistency/:small/:large',
      title: 'That one log size begins another',
      answer: (call, small, large) => consistencyProof(call, small, large),
    },
    {
      path: '/proofs/entries/:number/:size',
      title: 'That an entry is in the log',
      answer: entryProofSpelled('entries'),
    },
    {
      path: '/proofs/entry/:number/:size',
      title: 'The same, with the switch proofs-entry-spelling',
      answer: entryProofSpelled('entry'),
    },
    { path: '/snapshots/:size', title: 'The records at a log size', answer: snapshot },
    {
      path: '/snapshots/:size/:key',
      title: 'The latest entry of a key at a log size',
      answer: snapshotEntry,
    },
    { path: '/context', title: 'The description of the register, with its schema', answer: summary },
  ],
};
