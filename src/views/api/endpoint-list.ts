import { formatHash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import type { Example } from '../../query/example-query.ts';
import { canBeAddressed } from '../../ui/paths.ts';

/** Endpoint is one line of the API document: its path with placeholders, what it answers, and an address to try. */
export interface Endpoint {
  readonly template: string;
  readonly what: string;
  readonly example: string;
}

/** endpointsOf lists the endpoints of one variant (API document, "Endpoints"), with addresses of things that are there where an example is known. */
export function endpointsOf(variant: Variant, example: Example | undefined): readonly Endpoint[] {
  const size = example?.logSize ?? 1;
  const known: Known = {
    size,
    smaller: Math.max(1, size - 1),
    key: segment(example?.key, 'key'),
    hash: example?.hash === undefined ? '' : formatHash(example.hash, variant),
    attribute: segment(example?.attribute, 'name'),
    value: segment(example?.value, 'value'),
  };
  return variant === 'item' ? itemEndpoints(known) : blobEndpoints(known);
}

/** segment encodes an example, or what stands for one where there is none that an address can carry. */
function segment(text: string | undefined, otherwise: string): string {
  return encodeURIComponent(text !== undefined && canBeAddressed(text) ? text : otherwise);
}

interface Known {
  readonly size: number;
  readonly smaller: number;
  readonly key: string;
  readonly hash: string;
  readonly attribute: string;
  readonly value: string;
}

function itemEndpoints({ size, smaller, key, hash, attribute, value }: Known): readonly Endpoint[] {
  const id = 'merkle:sha-256';
  return [
    { template: '/register', what: 'the summary of the register', example: '/register' },
    { template: '/records', what: 'all records, with their data', example: '/records' },
    { template: '/records/{key}', what: 'one record', example: `/records/${key}` },
    { template: '/records/{key}/entries', what: 'the trail of a record', example: `/records/${key}/entries` },
    {
      template: '/records/{attribute-name}/{attribute-value}',
      what: 'the records with exactly this value',
      example: `/records/${attribute}/${value}`,
    },
    { template: '/entries?start', what: 'the log', example: '/entries?start=1' },
    { template: '/entries/{entry-number}', what: 'one entry', example: `/entries/${size}` },
    { template: '/items', what: 'all items by hash', example: '/items' },
    { template: '/items/{item-hash}', what: 'one item', example: `/items/${hash}` },
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

function blobEndpoints({ size, smaller, key, hash, attribute, value }: Known): readonly Endpoint[] {
  return [
    { template: '/context', what: 'the description and schema of the register', example: '/context' },
    { template: '/records', what: 'all records, flat', example: '/records' },
    {
      template: '/records?name&value',
      what: 'the records with exactly this value',
      example: `/records?name=${attribute}&value=${value}`,
    },
    { template: '/records/{key}', what: 'one record', example: `/records/${key}` },
    { template: '/records/{key}/entries', what: 'the trail of a record', example: `/records/${key}/entries` },
    { template: '/entries?start', what: 'the log', example: '/entries?start=1' },
    { template: '/entries/{entry-number}', what: 'one entry', example: `/entries/${size}` },
    { template: '/blobs', what: 'all blobs', example: '/blobs' },
    { template: '/blobs/{id}', what: 'one blob', example: `/blobs/${hash}` },
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
      example: `/snapshots/${size}/${key}`,
    },
  ];
}
