import {
  type JsonObject,
  ShapeError,
  type Wire,
  type HashedItem,
  count,
  field,
  hashIn,
  inside,
  itemOf,
  listOf,
  object,
  optionalFields,
  orNone,
  otherFields,
  pathSegment,
  positive,
  refuse,
  same,
  sharedWire,
  text,
} from './wire.ts';
import { PROOF_IDENTIFIER } from './request.ts';
import { blobWire } from './wire-blob.ts';
import type { Hash } from '../core/hash.ts';
import type { Register, RegisterRecord, Variant } from '../core/model.ts';

/** wireOf returns the wire shape of a variant. */
export function wireOf(variant: Variant): Wire {
  return variant === 'item' ? itemWire : blobWire;
}

/** itemWire is the current shape of the API document: items, v2. */
export const itemWire: Wire = {
  ...sharedWire('item', {
    ofSummary: ['register-record', 'total-entries'],
    itemsPath: 'items',
    auditPath: 'merkle-audit-path',
    consistencyPath: 'merkle-consistency-nodes',
    // Servers from before 2017 write a single hash without a list.
    hashes: (entry) =>
      field(entry, 'item-hash', (value): readonly Hash[] =>
        typeof value === 'string' ? [itemHash(value)] : listOf(itemHash)(value),
      ),
    proof(body) {
      const sent = object(body);
      const identifier = field(sent, 'proof-identifier', text);
      if (identifier === PROOF_IDENTIFIER) return sent;
      throw new ShapeError(
        `The server sent a proof of the kind ${JSON.stringify(identifier)}; this page can check ${PROOF_IDENTIFIER} only`,
        'UNSUPPORTED',
      );
    },
  }),
  register,
  record(body, key) {
    const record = object(body);
    const names = Object.keys(record);
    return names.length === 1 && names[0] === key
      ? recordIn(record, key)
      : refuse(`one property named ${JSON.stringify(key)}`, names);
  },
  records(body) {
    const records = object(body);
    return (
      Object.keys(records)
        .map((key) => recordIn(records, key))
        // JSON.parse has moved keys that look like integers to the front, so the server's order is lost.
        .sort((a, b) => (a.entryNumber ?? 0) - (b.entryNumber ?? 0))
    );
  },
  recordsWherePath(attribute, value) {
    if (value !== 'entries') return `records/${pathSegment(attribute)}/${pathSegment(value)}`;
    throw new ShapeError(
      'The value "entries" cannot be asked for: its address is that of a version history',
      'UNSUPPORTED',
    );
  },
  unfiltered: 'BAD_SHAPE',
  item: (body) => itemOf(body),
  items: (body) => Object.entries(object(body)).map(listedItem),
  consistencyProofPath: (from, to) => `proof/consistency/${from}/${to}/${PROOF_IDENTIFIER}`,
};

function itemHash(value: unknown): Hash {
  return hashIn('item')(value);
}

/** listedItem reads a member of the item list. */
export function listedItem([name, value]: readonly [string, unknown]): HashedItem {
  return { hash: inside(name, name, itemHash), item: inside(value, name, itemOf) };
}

function recordIn(records: JsonObject, key: string): RegisterRecord {
  return field(records, key, (value) => {
    const record = object(value);
    field(record, 'key', same(key, text));
    return {
      key,
      items: field(
        record,
        'item',
        listOf((item) => itemOf(item)),
      ),
      entryNumber: field(record, 'entry-number', positive),
      timestamp: field(record, 'entry-timestamp', text),
    };
  });
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

function register(body: unknown): Register {
  const summary = object(body);
  return {
    variant: 'item',
    ...optionalFields(summary, text, {
      domain: 'domain',
      custodian: 'custodian',
      lastUpdated: 'last-updated',
    }),
    ...optionalFields(summary, count, { totalEntries: 'total-entries', totalRecords: 'total-records' }),
    ...field(summary, 'register-record', (value) => {
      const about = orNone(object)(value) ?? {};
      const named = field(about, 'fields', orNone(listOf(text))) ?? [];
      return {
        ...optionalFields(about, text, FACTS),
        schema: named.map((id) => ({ id })),
        extra: otherFields(about, [...Object.values(FACTS), 'fields']),
      };
    }),
  };
}
