import type { Hash } from '../core/hash.ts';
import type { Entry, Item, Variant } from '../core/model.ts';
import { isolated } from '../core/unseen.ts';
import { ShapeError } from './decode.ts';
import { stoppedAt } from './json-place.ts';
import { parseJson } from './json.ts';
import { decodeUtf8 } from './read-body.ts';
import type { HashedItem } from './register-client.ts';
import type { Wire } from './wire.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';

/** BulkDecoded is what a body holds, or in words why it is not what the API document describes. */
export type BulkDecoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** bulkDecoder reads raw bodies by the rules by which the client reads every answer, for use in a worker. Its functions never throw for bad data. */
export const bulkDecoder = {
  /** entries reads a page of entries. */
  entries: (variant: Variant, bytes: Uint8Array): BulkDecoded<readonly Entry[]> =>
    decode(bytes, (body) => wireOf(variant).entries(body)),
  /** items reads a page of the item or blob list. */
  items: (variant: Variant, bytes: Uint8Array): BulkDecoded<readonly HashedItem[]> =>
    decode(bytes, (body) => wireOf(variant).items(body)),
  /** item reads the answer to a question for one item or blob. */
  item: (variant: Variant, bytes: Uint8Array, hash: Hash): BulkDecoded<Item> =>
    decode(bytes, (body) => wireOf(variant).item(body, hash)),
};

function wireOf(variant: Variant): Wire {
  return variant === 'item' ? itemWire : blobWire;
}

function decode<T>(bytes: Uint8Array, read: (body: unknown) => T): BulkDecoded<T> {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { ok: false, problem: 'The answer is not UTF-8, as JSON must be.' };
  const json = parseJson(text);
  if (!json.ok)
    return { ok: false, problem: `The answer is not JSON: reading stops ${stoppedAt(json.error, text)}.` };
  try {
    return { ok: true, value: read(json.value) };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const where = error.path === '' ? '' : ` at ${isolated(error.path)}`;
    return { ok: false, problem: `The answer breaks the API's rules${where}: ${isolated(error.message)}.` };
  }
}
