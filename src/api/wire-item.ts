import {
  type JsonObject,
  type JsonPath,
  ShapeError,
  type Wire,
  type WireLists,
  asHash,
  asItem,
  asList,
  asObject,
  at,
  decodeEntries,
  demandSame,
  expected,
  extraFields,
  field,
  integerField,
  optional,
  optionalInteger,
  optionalText,
  pathSegment,
  sharedWire,
  textField,
} from './wire.ts';
import type { HashedItem } from './client.ts';
import { PROOF_IDENTIFIER } from './request.ts';
import { blobWire } from './wire-blob.ts';
import type { Hash } from '../core/hash.ts';
import type { Item, Register, RegisterRecord, Variant } from '../core/model.ts';

/** wireOf returns the wire shape of a variant. */
export function wireOf(variant: Variant): Wire {
  return variant === 'item' ? itemWire : blobWire;
}

/** itemLists are the decoders of itemWire that read a whole log. */
export const itemLists: WireLists = {
  entries: (body) => decodeEntries(body, itemHashes),
  records: (body) =>
    Object.entries(asObject(body, '$'))
      .map(([key, value]) => record(value, key))
      // JSON.parse has moved keys that look like integers to the front, so the server's order is lost.
      .sort((a, b) => (a.entryNumber ?? 0) - (b.entryNumber ?? 0)),
  item: (body) => asItem(body, '$'),
  items: (body) => Object.entries(asObject(body, '$')).map(listedItem),
};

/** itemWire is the current shape of the API document: items, v2. */
export const itemWire: Wire = {
  ...itemLists,
  .../* @__PURE__ */ sharedWire('item', {
    ofSummary: ['register-record', 'total-entries'],
    itemsPath: 'items',
    auditPath: 'merkle-audit-path',
    consistencyPath: 'merkle-consistency-nodes',
    hashes: itemHashes,
    proof,
  }),
  register,
  record(body, key) {
    const object = asObject(body, '$');
    const names = Object.keys(object);
    if (names.length !== 1 || names[0] !== key)
      throw expected(`one property named ${JSON.stringify(key)}`, names, '$');
    return record(object[key], key);
  },
  recordsWherePath(attribute, value) {
    if (value === 'entries')
      throw new ShapeError(
        '',
        'The value "entries" cannot be asked for: its address is that of a version history',
        'UNSUPPORTED',
      );
    return `records/${pathSegment(attribute)}/${pathSegment(value)}`;
  },
  unfiltered: 'BAD_SHAPE',
  consistencyProofPath: (from, to) => `proof/consistency/${from}/${to}/${PROOF_IDENTIFIER}`,
};

/** listedItem reads a member of the item list. */
export function listedItem([name, value]: readonly [string, unknown]): HashedItem {
  const path = at('$', name);
  return { hash: asHash(name, 'item', path), item: asItem(value, path) };
}

/** A list of hashes; servers from before 2017 write a single hash without a list. */
function itemHashes(entry: JsonObject, path: JsonPath): readonly Hash[] {
  const value = field(entry, 'item-hash');
  const own = at(path, 'item-hash');
  if (typeof value === 'string') return [asHash(value, 'item', own)];
  return asList(value, own).map((member, index) => asHash(member, 'item', at(own, index)));
}

function record(value: unknown, key: string): RegisterRecord {
  const path = at('$', key);
  const object = asObject(value, path);
  demandSame(textField(object, 'key', path), key, at(path, 'key'));
  const items = at(path, 'item');
  return {
    key,
    items: asList(field(object, 'item'), items).map((item, index): Item => asItem(item, at(items, index))),
    entryNumber: integerField(object, 'entry-number', path, 1),
    timestamp: textField(object, 'entry-timestamp', path),
  };
}

function proof(body: unknown): JsonObject {
  const object = asObject(body, '$');
  const identifier = textField(object, 'proof-identifier', '$');
  if (identifier !== PROOF_IDENTIFIER)
    throw new ShapeError(
      at('$', 'proof-identifier'),
      `The server sent a proof of the kind ${JSON.stringify(identifier)}; this page can check ${PROOF_IDENTIFIER} only`,
      'UNSUPPORTED',
    );
  return object;
}

/** Facts of the register-record that have a place of their own in the domain's Register. */
const FACTS = {
  name: 'register',
  title: 'title',
  description: 'text',
  registry: 'registry',
  phase: 'phase',
  licence: 'licence',
  copyright: 'copyright',
};
const PLACED = new Set([...Object.values(FACTS), 'fields']);

function register(body: unknown): Register {
  const summary = asObject(body, '$');
  const path = at('$', 'register-record');
  const about = asObject(field(summary, 'register-record') ?? {}, path);
  const fields = at(path, 'fields');
  return {
    variant: 'item',
    ...optional(optionalText, about, path, FACTS),
    ...optional(optionalText, summary, '$', {
      domain: 'domain',
      custodian: 'custodian',
      lastUpdated: 'last-updated',
    }),
    ...optional(optionalInteger, summary, '$', {
      totalEntries: 'total-entries',
      totalRecords: 'total-records',
    }),
    schema: asList(field(about, 'fields') ?? [], fields).map((id, index) => {
      if (typeof id !== 'string') throw expected('the name of an attribute', id, at(fields, index));
      return { id };
    }),
    extra: extraFields(about, PLACED),
  };
}
