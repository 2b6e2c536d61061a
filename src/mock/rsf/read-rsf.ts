import { parseCanonicalItem } from '../../core/canonical-json.ts';
import { CompactRange } from '../../core/compact-range.ts';
import { type Hash, formatHash, parseHash } from '../../core/hash.ts';
import { itemTextHash } from '../../core/data-hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import type { Item } from '../../core/model.ts';
import { utf8 } from '../../core/utf8.ts';
import { Metadata } from './metadata.ts';
import { MOST_RSF_BYTES, tooLarge } from './fetch-rsf.ts';
import { RsfError, Oddities, excerpt, failAt } from './rsf-error.ts';
import type { RegisterSource, SourceEntry } from '../source.ts';

/** RsfOptions limit the input of readRsf, and supply what a file may omit. */
export interface RsfOptions {
  /** The register's name if the file has none: `register` by default. */
  readonly name?: string;
  /** The longest file to read, in bytes: 256 MiB by default. */
  readonly maxBytes?: number;
  /** The longest line to read, in bytes: 4 MiB by default. */
  readonly maxLineBytes?: number;
}

const MOST_LINE_BYTES = 4 * 2 ** 20;
const LINE_FEED = 0x0a;

/**
 * readRsf reads a whole register from a dump in the Register Serialisation Format (wire notes, "RSF"), streaming: chunks of bytes may end
 * anywhere, also inside a character. It is strict where the root depends on what it reads:
 * - an item must be canonical JSON, and a system entry may name only items before it;
 * - every assert-root-hash must be the root (leaf rule `item-json`) of the user entries before it, and the last line must be one, so that a
 *   file cut short is noticed.
 * It is generous where the root does not, and `odd` says so: line ends, blank lines, a byte order mark, hashes in capitals, keys of other characters, items that no entry
 * uses, items that are missing or follow entries that use them, system entries whose keys mean nothing here or whose items do not say what their keys do.
 * Throws RsfError, with the line, for anything else. An error thrown by the chunks themselves passes through.
 */
export async function readRsf(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  { name = 'register', maxBytes = MOST_RSF_BYTES, maxLineBytes = MOST_LINE_BYTES }: RsfOptions = {},
): Promise<RegisterSource> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const reader = new LineReader();
  let bytesRead = 0;
  let rest: Uint8Array = new Uint8Array();
  const take = (bytes: Uint8Array): void => {
    const start = String.fromCharCode(...bytes.subarray(0, 8));
    if (reader.line === 0 && PACKED.some((packed) => start.startsWith(packed)))
      throw new RsfError(1, `${NO_RSF} It is a packed one: unpack it, and open what is in it.`, 'not-rsf');
    let line: string;
    try {
      line = decoder.decode(bytes);
    } catch {
      return failAt(reader.line + 1, 'has bytes that are not UTF-8; expected UTF-8 text');
    }
    reader.take(line);
  };
  for await (const chunk of chunks) {
    const bytes = joined(rest, typeof chunk === 'string' ? utf8(chunk) : chunk);
    bytesRead += bytes.length - rest.length;
    if (bytesRead > maxBytes) throw tooLarge(maxBytes);
    let start = 0;
    for (let end = 0; end >= 0; start = end + 1) {
      end = bytes.indexOf(LINE_FEED, start);
      if ((end < 0 ? bytes.length : end) - start > maxLineBytes)
        failAt(reader.line + 1, `is longer than the limit of ${maxLineBytes} bytes`);
      if (end < 0) break;
      take(bytes.subarray(start, end));
    }
    // A copy, because the chunk's buffer may be used again.
    rest = bytes.slice(start);
  }
  if (rest.length > 0) take(rest);
  return reader.finish(name);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9\-_./]*$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?$/;
/** BEGINNING is how the first line of every RSF file begins, or of one that has a fault there. */
const BEGINNING = /^(?:add-item|append-entry|assert-root-hash)\b/;
const JSON_TEXT = /^\s*[{[]/;
const EVIDENCE = /^\s*\{\s*"format"\s*:\s*"register-|^c2sp\.org\/tlog-proof@/;
const WEB_PAGE = /^\s*<(?:!doctype|!--|html|head|\?xml)/i;
/** How packed files begin, as Latin-1: gzip, zip, bzip2, xz, zstd. */
const PACKED = ['\x1F\x8B', 'PK\x03\x04', 'BZh', '\xFD7zXZ', '(\xB5/\xFD'];
const NO_RSF = 'This is not an RSF file.';
const ITEM_JSON = leafRule('item-json');

/** EntryLine is a user entry as its line has it. */
interface EntryLine extends Pick<SourceEntry, 'key' | 'timestamp'> {
  readonly itemHashes: readonly Hash[];
  readonly line: number;
}

/** LineReader makes a register of the lines of an RSF file. Its methods throw RsfError at the first line that does not fit. */
class LineReader {
  readonly #items = new Map<Hash, Item>();
  readonly #entries: EntryLine[] = [];
  readonly #metadata = new Metadata();
  readonly #log = new CompactRange();
  readonly #odd = new Oddities();
  readonly #used = new Set<Hash>();
  /** Those that differ from the API's form, with the line of the first. */
  readonly #unusualKeys = new Map<string, number>();
  #isBegun = false;
  #endsWithRoot = false;
  /** How many roots were asserted. */
  #roots = 0;
  /** How many lines were taken. */
  line = 0;

  /** take reads the next line, given without its line feed. */
  take(given: string): void {
    this.line += 1;
    const hasMark = this.line === 1 && given.startsWith('\uFEFF');
    if (hasMark) this.#odd.note('it begins with a byte order mark', 1);
    if (given.endsWith('\r')) this.#odd.note('lines end with CR LF', this.line);
    const line = given.slice(hasMark ? 1 : 0).replace(/\r$/, '');
    if (line.trim() === '') return this.#odd.note('it has blank lines', this.line);
    if (!this.#isBegun && !BEGINNING.test(line)) throw noRsf(line, this.line);
    this.#isBegun = true;
    const [command = '', ...values] = line.split('\t');
    this.#endsWithRoot = command === 'assert-root-hash';
    if (this.#endsWithRoot) this.#roots += 1;
    if (command === 'add-item') this.#addItem(values);
    else if (command === 'append-entry') this.#appendEntry(values);
    else if (command === 'assert-root-hash') this.#assertRoot(values);
    else
      this.#fail(`has the command ${excerpt(command)}; expected add-item, append-entry or assert-root-hash`);
  }

  /** finish returns the register when all lines were taken; the name is for a file that does not say it. */
  finish(name: string): RegisterSource {
    if (!this.#isBegun) throw new RsfError(0, 'This file is empty.', 'empty');
    // Every file begins with the root of an empty log: only one that asserts it again says that this is all.
    const isCut = this.#entries.length === 0 && this.#metadata.isEmpty && this.#roots < 2;
    if (isCut || !this.#endsWithRoot)
      this.#fail(
        'is the last; expected assert-root-hash after some entries: the file may have been cut short',
      );
    const about = this.#metadata.describe(name, this.#odd);
    const [[key, line] = ['', 0]] = this.#unusualKeys;
    const unusual = this.#unusualKeys.size;
    if (unusual > 0)
      this.#odd.note(
        `${unusual === 1 ? 'a key has' : `${unusual} keys have`} an unusual form: ${excerpt(key)}`,
        line,
      );
    const entries = this.#join();
    const unused = [...this.#items.keys()].filter((hash) => !this.#used.has(hash)).length;
    if (unused > 0)
      this.#odd.note(unused === 1 ? '1 item is used by no entry' : `${unused} items are used by no entry`);
    const odd = this.#odd.clauses();
    return { ...about, ...(odd.length > 0 && { odd }), entries };
  }

  /** Gives every entry its items, which should precede it. For a missing item the root needs only the hash. */
  #join(): SourceEntry[] {
    const lacking: number[] = [];
    const entries = this.#entries.map(({ key, timestamp, itemHashes, line }): SourceEntry => {
      const items = itemHashes.flatMap((hash) => this.#items.get(hash) ?? []);
      if (items.length === itemHashes.length) return { key, timestamp, items };
      lacking.push(line);
      return { key, timestamp, items, itemHashes };
    });
    const who = lacking.length === 1 ? 'an entry uses an item' : `${lacking.length} entries use items`;
    if (lacking.length > 0) this.#odd.note(`${who} of which the file has only the hash`, lacking[0]);
    return entries;
  }

  readonly #fail = (problem: string): never => failAt(this.line, problem);

  #expect(values: readonly string[], ...names: readonly string[]): void {
    if (values.length === names.length) return;
    this.#fail(
      `has ${values.length} tab-separated values after the command; expected ${names.length}: ${names.join(', ')}`,
    );
  }

  #addItem(values: readonly string[]): void {
    this.#expect(values, 'canonical JSON');
    const [json = ''] = values;
    try {
      this.#items.set(itemTextHash(json), parseCanonicalItem(json));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#fail(`has ${excerpt(json)}; expected an item in canonical JSON: ${reason}`);
    }
  }

  #appendEntry(values: readonly string[]): void {
    this.#expect(values, 'user or system', 'key', 'timestamp', 'item hashes');
    const [kind = '', key = '', timestamp = '', hashes = ''] = values;
    if (!isTimestamp(timestamp))
      this.#fail(`has the timestamp ${excerpt(timestamp)}; expected one like 2016-04-05T13:23:05Z`);
    const itemHashes = hashes.split(';').map((hash) => this.#hash(hash));
    for (const hash of itemHashes) this.#used.add(hash);
    if (kind === 'system') {
      // What attributes mean rests on no root.
      const items = itemHashes.map(
        (hash) => this.#items.get(hash) ?? this.#fail('uses an item that did not come before it'),
      );
      return this.#metadata.add(key, items, this.line);
    }
    if (kind !== 'user') this.#fail(`has an entry of the kind ${excerpt(kind)}; expected user or system`);
    if (key === '') this.#fail('has an entry without a key');
    if (!KEY.test(key) && !this.#unusualKeys.has(key)) this.#unusualKeys.set(key, this.line);
    this.#entries.push({ key, timestamp, itemHashes, line: this.line });
    const entryNumber = this.#entries.length;
    const entry = { entryNumber, indexEntryNumber: entryNumber, key, timestamp, itemHashes };
    this.#log.append(ITEM_JSON.leafHash(entry) ?? this.#fail('cannot be written as a leaf'));
  }

  #assertRoot(values: readonly string[]): void {
    this.#expect(values, 'root hash');
    const asserted = this.#hash(values[0] ?? '');
    const computed = this.#log.root();
    if (asserted === computed) return;
    const hint =
      this.line === 1 ? '. Does the file continue another one? Only whole registers can be read' : '';
    this.#fail(
      `states the root ${formatHash(asserted, 'item')}; expected ${formatHash(computed, 'item')}, ` +
        `the root of the ${this.#log.size} user entries before it${hint}`,
    );
  }

  #hash(text: string): Hash {
    const lower = text.toLowerCase();
    if (lower !== text) this.#odd.note('hashes are written in capitals', this.line);
    return (
      parseHash(lower, 'item') ??
      this.#fail(`has the hash ${excerpt(text)}; expected sha-256: and 64 hexadecimal digits`)
    );
  }
}

function noRsf(line: string, number: number): RsfError {
  if (WEB_PAGE.test(line)) return new RsfError(number, `${NO_RSF} It looks like a web page.`, 'web-page');
  const hint = EVIDENCE.test(line)
    ? 'It looks like a proof bundle: open it in Check.'
    : JSON_TEXT.test(line)
      ? 'It looks like JSON. If it is a proof bundle, open it in Check.'
      : 'The first line of one begins with assert-root-hash or add-item.';
  return new RsfError(number, `${NO_RSF} ${hint}`, 'not-rsf');
}

/** Real logs have timestamps without the Z; the day must exist. */
function isTimestamp(text: string): boolean {
  if (!TIMESTAMP.test(text)) return false;
  const seconds = text.slice(0, 19);
  const time = new Date(`${seconds}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(seconds);
}
