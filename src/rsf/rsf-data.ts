import { ByteTable, NumberList, TextTable } from './byte-table.ts';
import { parseCanonicalItem } from '../core/canonical-json.ts';
import { type Hash, hashFromBytes, hashToBytes } from '../core/hash.ts';
import { MerkleLog } from '../core/merkle-log.ts';
import type { Item } from '../core/model.ts';
import type { HashedLog, SourceEntry } from './register-source.ts';
import { Trails } from './trails.ts';

/** The kind of entry that names an item. */
const SYSTEM = 1;
const USER = 2;

/**
 * RsfData keeps the items and user entries of an RSF file as bytes and numbers: as objects and texts those of a
 * file of 200 MB take 1.4 GB, so 0.3 GB. Items are parsed when they are asked for.
 */
export class RsfData implements HashedLog {
  /** The Merkle tree of the entries so far, which the caller grows. */
  readonly tree = new MerkleLog();
  readonly trails = new Trails();
  readonly #hashes = new ByteTable();
  readonly #json = new TextTable();
  /** By the number of a hash: one more than the number of its JSON, or 0 without; and which kind of entry names it. */
  readonly #jsonOf = new NumberList();
  readonly #namedBy = new NumberList();
  readonly #timestamps = new TextTable();
  /** By the number of an entry less one: the numbers of its timestamp, and where its hashes end. */
  readonly #timestampOf = new NumberList();
  readonly #ends = new NumberList();
  /** The numbers of the hashes that entries name, entry after entry. */
  readonly #named = new NumberList();
  /** The numbers of the hashes of the data that entries name, each once; made when all lines were read. */
  #listed: NumberList | undefined;

  /** addItem adds the item with this hash. */
  addItem(hash: Hash, canonicalJson: string): void {
    this.#jsonOf.set(this.#numberOf(hash), this.#json.add(canonicalJson) + 1);
  }

  /** has reports whether the item with this hash was added. */
  has(hash: Hash): boolean {
    return this.#jsonOf.at(this.#hashes.find(hashToBytes(hash))) > 0;
  }

  /** system returns the item that a system entry names; undefined if the file has not had it. */
  system(hash: Hash): Item | undefined {
    const number = this.#numberOf(hash);
    if (this.#namedBy.at(number) === 0) this.#namedBy.set(number, SYSTEM);
    return this.#itemAt(number);
  }

  /** append adds a user entry. */
  append(key: string, timestamp: string, itemHashes: readonly Hash[]): void {
    this.trails.append(key);
    this.#timestampOf.push(this.#timestamps.add(timestamp));
    for (const hash of itemHashes) {
      const number = this.#numberOf(hash);
      this.#namedBy.set(number, USER);
      this.#named.push(number);
    }
    this.#ends.push(this.#named.length);
  }

  /** hasUnused reports whether there are items that no entry names. */
  hasUnused(): boolean {
    for (let number = 0; number < this.#hashes.count; number += 1)
      if (this.#namedBy.at(number) === 0) return true;
    return false;
  }

  /** entries are the user entries. */
  entries(): readonly SourceEntry[] {
    return Array.from({ length: this.#ends.length }, (_, at) => new RsfEntry(this, at + 1));
  }

  get count(): number {
    return this.#list().length;
  }

  hashes(offset: number, count: number): readonly Hash[] {
    return this.#hashesAt(this.#list(), offset, Math.min(this.count, offset + count));
  }

  named(entryNumber: number): readonly Hash[] {
    return this.#hashesAt(this.#named, this.#ends.at(entryNumber - 2), this.#ends.at(entryNumber - 1));
  }

  item(hash: Hash): Item | undefined {
    const number = this.#hashes.find(hashToBytes(hash));
    return this.#namedBy.at(number) === USER ? this.#itemAt(number) : undefined;
  }

  timestampOf(entryNumber: number): string {
    return this.#timestamps.at(this.#timestampOf.at(entryNumber - 1));
  }

  #itemAt(number: number): Item | undefined {
    const json = this.#jsonOf.at(number);
    return json === 0 ? undefined : parseCanonicalItem(this.#json.at(json - 1));
  }

  #numberOf(hash: Hash): number {
    return this.#hashes.add(hashToBytes(hash));
  }

  #hashesAt(numbers: NumberList, from: number, to: number): Hash[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, at) =>
      hashFromBytes(this.#hashes.bytesOf(numbers.at(from + at))),
    );
  }

  #list(): NumberList {
    if (this.#listed !== undefined) return this.#listed;
    const listed = new NumberList();
    const isListed = new NumberList();
    for (let at = 0; at < this.#named.length; at += 1) {
      const number = this.#named.at(at);
      if (this.#jsonOf.at(number) === 0 || isListed.at(number) > 0) continue;
      isListed.set(number, 1);
      listed.push(number);
    }
    return (this.#listed = listed);
  }
}

/** RsfEntry is a user entry, read from the data when it is asked for. */
class RsfEntry implements SourceEntry {
  readonly #data: RsfData;
  readonly #entryNumber: number;

  constructor(data: RsfData, entryNumber: number) {
    [this.#data, this.#entryNumber] = [data, entryNumber];
  }

  get key(): string {
    return this.#data.trails.keyOf(this.#entryNumber);
  }

  get timestamp(): string {
    return this.#data.timestampOf(this.#entryNumber);
  }

  get items(): readonly Item[] {
    return this.#data.named(this.#entryNumber).flatMap((hash) => this.#data.item(hash) ?? []);
  }

  get itemHashes(): readonly Hash[] | undefined {
    const named = this.#data.named(this.#entryNumber);
    return named.every((hash) => this.#data.has(hash)) ? undefined : named;
  }
}
