import type { Variant } from '../../core/model.ts';

/** Endpoint is one line of the API document: its path with placeholders, what it answers, and an address to try. */
export interface Endpoint {
  readonly template: string;
  readonly what: string;
  readonly example: string;
}

/** endpointsOf lists the endpoints of one variant (API document, "Endpoints"), with examples for a log of `logSize` entries. */
export function endpointsOf(variant: Variant, logSize: number): readonly Endpoint[] {
  const smaller = Math.max(1, logSize - 1);
  return variant === 'item' ? itemEndpoints(logSize, smaller) : blobEndpoints(logSize, smaller);
}

function itemEndpoints(size: number, smaller: number): readonly Endpoint[] {
  const id = 'merkle:sha-256';
  return [
    { template: '/register', what: 'the summary of the register', example: '/register' },
    { template: '/records', what: 'all records, with their data', example: '/records' },
    { template: '/records/{key}', what: 'one record', example: '/records/GB' },
    { template: '/records/{key}/entries', what: 'the trail of a record', example: '/records/GB/entries' },
    {
      template: '/records/{attribute-name}/{attribute-value}',
      what: 'the records with exactly this value',
      example: '/records/name/Eswatini',
    },
    { template: '/entries?start', what: 'the log', example: '/entries?start=1' },
    { template: '/entries/{entry-number}', what: 'one entry', example: `/entries/${size}` },
    { template: '/items', what: 'all items by hash', example: '/items' },
    { template: '/items/{item-hash}', what: 'one item', example: '/items/sha-256:' },
    {
      template: '/proof/register/{proof-identifier}',
      what: 'the register proof: log size and root hash',
      example: `/proof/register/${id}`,
    },
    {
      template: '/proof/consistency/{small}/{large}/{proof-identifier}',
      what: 'a consistency proof',
      example: `/proof/consistency/${smaller}/${size}/${id}`,
    },
    {
      template: '/proof/entries/{entry-number}/{log-size}/{proof-identifier}',
      what: 'an entry proof',
      example: `/proof/entries/${size}/${size}/${id}`,
    },
  ];
}

function blobEndpoints(size: number, smaller: number): readonly Endpoint[] {
  return [
    { template: '/context', what: 'the description and schema of the register', example: '/context' },
    { template: '/records', what: 'all records, flat', example: '/records' },
    {
      template: '/records?name&value',
      what: 'the records with exactly this value',
      example: '/records?name=name&value=Eswatini',
    },
    { template: '/records/{key}', what: 'one record', example: '/records/GB' },
    { template: '/records/{key}/entries', what: 'the trail of a record', example: '/records/GB/entries' },
    { template: '/entries?start', what: 'the log', example: '/entries?start=1' },
    { template: '/entries/{entry-number}', what: 'one entry', example: `/entries/${size}` },
    { template: '/blobs', what: 'all blobs', example: '/blobs' },
    { template: '/blobs/{id}', what: 'one blob', example: '/blobs/1220' },
    {
      template: '/proofs/register',
      what: 'the register proof: log size and root hash',
      example: '/proofs/register',
    },
    {
      template: '/proofs/consistency/{small}/{large}',
      what: 'a consistency proof',
      example: `/proofs/consistency/${smaller}/${size}`,
    },
    {
      template: '/proofs/entries/{entry-number}/{log-size}',
      what: 'an entry proof',
      example: `/proofs/entries/${size}/${size}`,
    },
    {
      template: '/snapshots/{log-size}',
      what: 'the register as it was at a size',
      example: `/snapshots/${smaller}`,
    },
    {
      template: '/snapshots/{log-size}/{key}',
      what: 'the entry of a key at a size',
      example: `/snapshots/${smaller}/GB`,
    },
  ];
}
