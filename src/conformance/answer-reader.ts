import { dataHashesIfAny } from '../core/data-hash.ts';
import { parseHash } from '../core/hash.ts';
import type { AttributeValue, Entry, Item, Variant } from '../core/model.ts';
import type { Exchange } from './finding.ts';

/** Json is an object of an answer with the members that cases need. */
export type Json = Readonly<Record<string, unknown>>;

/** Answer is an exchange whose body could be read: `list` is its members, or the one thing that it is. */
export interface Answer {
  readonly exchange: Exchange;
  readonly json: Json;
  readonly list: readonly Json[];
}

/** SentRecord is a record as the server sent it. The earlier variant does not say which entry it is. */
export interface SentRecord {
  readonly key: string;
  readonly entryNumber?: number;
  readonly items: readonly Item[];
}

/** AnswerReader reads the answers of a variant, whose form was checked, with nothing of the client's code. */
export class AnswerReader {
  readonly variant: Variant;

  constructor(variant: Variant) {
    this.variant = variant;
  }

  /** Reads an entry. */
  readonly entryOf = (json: Json): Entry => {
    const entryNumber = integerOf(json['entry-number']);
    return {
      entryNumber,
      indexEntryNumber: integerOf(json['index-entry-number'] ?? entryNumber),
      timestamp: String(json['entry-timestamp']),
      key: String(json['key']),
      itemHashes: [json[`${this.variant}-hash`]]
        .flat()
        .flatMap((hash) => parseHash(String(hash), this.variant) ?? []),
    };
  };

  /** Reads an item, or a blob or flat record without its `_id`. */
  readonly itemOf = (json: Json): Item => {
    const { _id, ...blob } = json;
    return new Map(Object.entries(this.variant === 'item' ? json : blob) as [string, AttributeValue][]);
  };

  /** The data of a list, each with its hash as sent. */
  readonly itemsIn = ({ json, list }: Answer): (readonly [hash: string, Json])[] => {
    if (this.variant === 'blob') return list.map((blob) => [String(blob['_id']), blob]);
    return Object.entries(json as Readonly<Record<string, Json>>);
  };

  /** The records of an answer to /records, /records/{key}, or a filter. */
  recordsIn({ json, list }: Pick<Answer, 'json' | 'list'>): SentRecord[] {
    if (this.variant === 'blob')
      return list.map((one) => ({ key: String(one['_id']), items: [this.itemOf(one)] }));
    return Object.entries(json as Readonly<Record<string, Json>>).map(([key, one]) => ({
      key,
      entryNumber: integerOf(one['entry-number']),
      items: (one['item'] as Json[]).map(this.itemOf),
    }));
  }

  /** The hash of data in the spelling of addresses, for either variant. */
  spelled(hash: string) {
    const text = (this.variant === 'item' ? 'sha-256:' : '1220') + hash;
    return { 'item-hash': text, id: text };
  }

  /** Whether data has this hash, in the server's spelling. */
  isData(hash: string, data: Json): boolean {
    const parsed = parseHash(hash, this.variant);
    return parsed !== undefined && dataHashesIfAny(this.variant, this.itemOf(data)).includes(parsed);
  }

  /** Whether data has the hashes that an entry names. */
  hasData(items: readonly Item[], { itemHashes }: Entry): boolean {
    const isNamed = (item: Item) =>
      dataHashesIfAny(this.variant, item).some((hash) => itemHashes.includes(hash));
    return items.length === itemHashes.length && items.every(isNamed);
  }
}

/** integerOf returns an integer of an answer, written as a number or as digits; NaN beyond 2^53-1. */
export function integerOf(value: unknown): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

/** sameEntry reports whether two answers describe an entry equally. */
export function sameEntry(a: Entry, b: Entry): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
