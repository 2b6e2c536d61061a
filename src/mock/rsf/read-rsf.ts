import { parseCanonicalItem } from '../../core/canonical-json.ts';
import { CompactRange } from '../../core/compact-range.ts';
import { type Hash, formatHash, parseHash } from '../../core/hash.ts';
import { itemTextHash } from '../../core/data-hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { Item } from '../../core/model.ts';
import { type Fail, LineSplitter, RsfError, excerpt } from './line-splitter.ts';
import { Metadata } from './metadata.ts';
import type { RegisterSource, SourceEntry } from '../source.ts';

/** RsfOptions bound what readRsf takes, and say what a file may leave open. */
export interface RsfOptions extends LineReaderOptions {
  /** The longest file to read, in bytes: 256 MiB unless told. */
  readonly maxBytes?: number;
  /** The longest line to read, in bytes: 4 MiB unless told. */
  readonly maxLineBytes?: number;
}

const MIB = 2 ** 20;

/**
 * readRsf reads a whole register from a dump in the Register Serialisation Format (wire notes, "RSF"), streaming: chunks may end anywhere,
 * also inside a character. It is strict, because only what was checked can be believed:
 * - an item must be canonical JSON, and an entry may name only items that came before it;
 * - every assert-root-hash must be the root (leaf rule `item-json`) of the user entries before it, and the last line must be one, so that a
 *   file cut short is noticed;
 * - the newest system entry of each known key must hold what its key says; those of unknown keys are kept to be listed;
 * - lines end with a line feed alone; the last may lack it. An item may be added twice, or never be named.
 * Throws RsfError, with the line, for anything else. An error thrown by the chunks themselves passes through.
 */
export async function readRsf(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  options: RsfOptions = {},
): Promise<RegisterSource> {
  const splitter = new LineSplitter({
    maxBytes: options.maxBytes ?? 256 * MIB,
    maxLineBytes: options.maxLineBytes ?? 4 * MIB,
  });
  const reader = new LineReader(options);
  for await (const chunk of chunks) {
    for (const line of splitter.push(chunk)) reader.take(line);
  }
  for (const line of splitter.end()) reader.take(line);
  return reader.finish();
}

/** LineReaderOptions say what a file may leave open. */
export interface LineReaderOptions {
  /** The register's name where the file does not say it. */
  readonly name?: string;
  /** The register's domain where the file does not say it; published files never do. `localhost` unless told. */
  readonly domain?: string;
  /** `any` takes user keys outside the key rule too, if they are not empty: `strict` unless told. */
  readonly keyRule?: 'strict' | 'any';
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9\-_./]*$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?$/;
const ITEM_JSON = leafRule('item-json');

/** LineReader makes a register of the lines of an RSF file. Its methods throw RsfError at the first line that does not fit. */
class LineReader {
  readonly #options: LineReaderOptions;
  readonly #items = new Map<Hash, Item>();
  readonly #entries: SourceEntry[] = [];
  readonly #metadata = new Metadata();
  readonly #log = new CompactRange();
  #line = 0;
  #endsWithRoot = false;

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  /** take reads the next line, given without its line feed. */
  take(line: string): void {
    this.#line += 1;
    if (line.endsWith('\r')) {
      this.#fail('found a carriage return before the line feed; expected a line feed alone');
    }
    const [command = '', ...parameters] = line.split('\t');
    this.#endsWithRoot = command === 'assert-root-hash';
    if (command === 'add-item') this.#addItem(parameters);
    else if (command === 'append-entry') this.#appendEntry(parameters);
    else if (command === 'assert-root-hash') this.#assertRoot(parameters);
    else {
      const found = line === '' ? 'an empty line' : `the command ${excerpt(command)}`;
      this.#fail(`found ${found}; expected add-item, append-entry or assert-root-hash`);
    }
  }

  /** finish returns the register when all lines were taken. */
  finish(): RegisterSource {
    if (!this.#endsWithRoot) {
      this.#fail(
        'found the end of the file; expected assert-root-hash as its last line: it may have been cut short',
      );
    }
    return { ...this.#metadata.describe(this.#options, this.#fail), entries: this.#entries };
  }

  readonly #fail: Fail = (problem) => this.#failHere()(problem);

  /** A Fail that keeps pointing at this line when others were read after it. */
  #failHere(): Fail {
    const line = this.#line;
    return (problem) => {
      throw new RsfError(line, problem);
    };
  }

  #expectParameters(parameters: readonly string[], names: string): void {
    const expected = names.split(', ').length;
    if (parameters.length === expected) return;
    this.#fail(
      `found ${parameters.length} tab-separated values after the command; expected ${expected}: ${names}`,
    );
  }

  #addItem(parameters: readonly string[]): void {
    this.#expectParameters(parameters, 'canonical JSON');
    const [json = ''] = parameters;
    let item: Item;
    try {
      item = parseCanonicalItem(json);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return this.#fail(`found ${excerpt(json)}; expected an item in canonical JSON: ${reason}`);
    }
    this.#items.set(itemTextHash(json), item);
  }

  #appendEntry(parameters: readonly string[]): void {
    this.#expectParameters(parameters, 'user or system, key, timestamp, item hashes');
    const [kind = '', key = '', timestamp = '', hashes = ''] = parameters;
    if (!isTimestamp(timestamp)) {
      this.#fail(`found the timestamp ${excerpt(timestamp)}; expected one like 2016-04-05T13:23:05Z`);
    }
    const itemHashes = hashes.split(';').map((hash) => this.#hash(hash));
    const items = itemHashes.map((hash) => this.#item(hash));
    if (kind === 'user') this.#appendUserEntry(key, timestamp, itemHashes, items);
    else if (kind === 'system') this.#metadata.add(key, items, this.#failHere());
    else this.#fail(`found an entry of the kind ${excerpt(kind)}; expected user or system`);
  }

  #appendUserEntry(
    key: string,
    timestamp: string,
    itemHashes: readonly Hash[],
    items: readonly Item[],
  ): void {
    if (key === '' || (this.#options.keyRule !== 'any' && !KEY.test(key))) {
      this.#fail(
        `found the key ${excerpt(key)}; expected letters, digits, - _ . and /, a letter or digit first`,
      );
    }
    this.#entries.push({ key, timestamp, items });
    const entryNumber = this.#entries.length;
    const entry = { entryNumber, indexEntryNumber: entryNumber, key, timestamp, itemHashes };
    const leaf = ITEM_JSON.leafBytes(entry) ?? this.#fail(`entry ${entryNumber} cannot be written as a leaf`);
    this.#log.append(hashLeaf(leaf));
  }

  #assertRoot(parameters: readonly string[]): void {
    this.#expectParameters(parameters, 'root hash');
    const asserted = this.#hash(parameters[0] ?? '');
    const computed = this.#log.root();
    if (asserted === computed) return;
    const hint =
      this.#line === 1 ? '. Does the file continue another one? Only whole registers can be read' : '';
    this.#fail(
      `found the root ${formatHash(asserted, 'item')}; expected ${formatHash(computed, 'item')}, ` +
        `the root of the ${this.#log.size} user entries before it${hint}`,
    );
  }

  #hash(text: string): Hash {
    return (
      parseHash(text, 'item') ??
      this.#fail(`found the hash ${excerpt(text)}; expected sha-256: and 64 lower-case hex digits`)
    );
  }

  #item(hash: Hash): Item {
    return (
      this.#items.get(hash) ??
      this.#fail(`found an entry for ${formatHash(hash, 'item')}; expected the hash of an item added before`)
    );
  }
}

/** Real logs have timestamps without the Z; the day must exist. */
function isTimestamp(text: string): boolean {
  if (!TIMESTAMP.test(text)) return false;
  const seconds = text.slice(0, 19);
  const time = new Date(`${seconds}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(seconds);
}
