import { parseCanonicalItem } from '../core/canonical-json.ts';
import { type Hash, formatHash, parseHash } from '../core/hash.ts';
import { itemTextHash } from '../core/data-hash.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { rootAt } from '../core/merkle-log.ts';
import { isRsfTimestamp, RSF_KEY } from './write-rsf.ts';
import { utf8 } from '../core/utf8.ts';
import type { HashedLog, RegisterSource } from './register-source.ts';
import { MOST_RSF_BYTES, tooLarge } from './fetch-rsf.ts';
import { describeRegister, type SystemLine } from './metadata.ts';
import { RsfData } from './rsf-data.ts';
import { RsfError, excerpt } from './rsf-error.ts';

/** The longest line that is read. */
const MOST_LINE_CHARACTERS = 4 * 2 ** 20;

/** BEGINNING is how the first line of every RSF file begins, or of one that has a fault there. */
const BEGINNING = /^(?:add-item|append-entry|assert-root-hash)\b/;
const EVIDENCE = /^\s*\{\s*"format"\s*:\s*"register-/;
const WEB_PAGE = /^\s*<(?:!doctype|!--|html|head|\?xml)/i;
const ITEM_JSON = leafRule('item-json');

/**
 * readRsf reads a whole register from a dump in the Register Serialisation Format (api/servers.md, "RSF"),
 * streaming: chunks of bytes may end anywhere, also inside a character. `name` is for a file that does not
 * say its own. It is strict where the root depends on what it reads:
 * - an item must be canonical JSON, and a system entry may name only items before it;
 * - every assert-root-hash must be the root (leaf rule `item-json`) of the user entries before it; if the last
 *   line is none, `unstated` says how many entries are under no such root, and that the file may be cut short.
 * It is generous where the root does not, and `odd` says so: line ends, blank lines, a byte order mark,
 * hashes in capitals, keys of other characters, items that no entry uses, items that are missing or
 * follow entries that use them, system entries whose keys mean nothing here or whose items do not say
 * what their keys do. Throws RsfError, with the line, for anything else. An error thrown by the chunks
 * themselves passes through.
 */
export async function readRsf(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  { name = 'register' }: { readonly name?: string } = {},
): Promise<RsfRegister> {
  const reader = new LineReader();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      reader.begin(new TextDecoder().decode(bytes));
      throw new RsfError('This file is damaged: it has bytes that are not UTF-8.');
    }
  };
  let bytesRead = 0;
  let rest = '';
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? utf8(chunk) : chunk;
    bytesRead += bytes.length;
    if (bytesRead > MOST_RSF_BYTES) throw tooLarge();
    const lines = (rest + decode(bytes)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE_CHARACTERS)
      throw new RsfError(`A line of this file is longer than ${MOST_LINE_CHARACTERS} characters.`);
    for (const line of lines) reader.take(line);
  }
  const last = rest + decode();
  if (last !== '') reader.take(last);
  return reader.finish(name);
}

/** RsfRegister is a register read from a file: what was hashed to check its root hashes comes with it. */
export interface RsfRegister extends RegisterSource {
  readonly hashed: HashedLog;
}

/** LineReader makes a register of the lines of an RSF file. It throws RsfError at the first line that does not fit. */
class LineReader {
  readonly #data = new RsfData();
  /** Hashes that entries name before the file has their items. */
  readonly #early: { readonly hash: Hash; readonly line: number }[] = [];
  readonly #system: SystemLine[] = [];
  /** Faults that do not affect the root: each once, with the line of its first occurrence. */
  readonly #odd = new Map<string, number>();
  #line = 0;
  #isBegun = false;
  #endsWithRoot = false;
  #roots = 0;
  /** The size at the last assert-root-hash. */
  #stated = 0;

  /** take reads the next line, given without its line feed. */
  take(sent: string): void {
    this.#line += 1;
    const text = sent.replaceAll(this.#line === 1 ? /^\uFEFF|\r$/g : /\r$/g, '');
    const isBlank = text.trim() === '';
    if (isBlank || text !== sent)
      this.#note('it has blank lines, lines that end with CR LF, or a byte order mark', this.#line);
    if (isBlank) return;
    this.begin(text);
    const [command, ...values] = text.split('\t');
    this.#endsWithRoot = command === 'assert-root-hash';
    if (command === 'add-item') this.#addItem(values);
    else if (command === 'append-entry') this.#appendEntry(values);
    else if (this.#endsWithRoot) this.#assertRoot(values);
    else
      this.#fail(
        `has the command ${excerpt(command ?? '')}; expected add-item, append-entry or assert-root-hash`,
      );
  }

  /** begin refuses a text that no RSF file begins with, if nothing was read before it. */
  begin(text: string): void {
    if (!this.#isBegun && !BEGINNING.test(text)) throw noRsf(text, this.#line);
    this.#isBegun = true;
  }

  /** finish returns the register when all lines were taken. */
  finish(fallbackName: string): RsfRegister {
    if (!this.#isBegun) throw new RsfError('This file is empty.');
    // Every file begins with the root of an empty log: only one that asserts it
    // again says that this is all.
    const isCut = this.#data.tree.size + this.#system.length === 0 && this.#roots < 2;
    if (isCut || (!this.#endsWithRoot && this.#data.tree.size === 0))
      this.#fail(
        'is the last; expected assert-root-hash after some entries: the file may have been cut short',
      );
    const about = describeRegister(this.#system, fallbackName, this.#note);
    // Items should precede their entries. For a missing one the root needs only the hash.
    const absent = this.#early.find(({ hash }) => !this.#data.has(hash));
    if (absent) this.#note('an entry uses an item of which the file has only the hash', absent.line);
    if (this.#data.hasUnused()) this.#note('it has items that no entry uses');
    const faults = [...this.#odd].map(([fault, at]) => (at > 0 ? `${fault} (line ${at})` : fault));
    return {
      ...about,
      ...(!this.#endsWithRoot && { unstated: this.#data.tree.size - this.#stated }),
      ...(faults.length > 0 && { odd: faults }),
      entries: this.#data.entries(),
      hashed: this.#data,
    };
  }

  #fail(problem: string): never {
    throw new RsfError(`This file is incomplete or inconsistent: line ${this.#line} ${problem}.`, this.#line);
  }

  readonly #note = (fault: string, at = 0): void => {
    if (!this.#odd.has(fault)) this.#odd.set(fault, at);
  };

  #expect(values: readonly string[], ...names: readonly string[]): void {
    if (values.length !== names.length)
      this.#fail(
        `has ${values.length} tab-separated values after the command; expected ${names.length}: ${names.join(', ')}`,
      );
  }

  #addItem(values: readonly string[]): void {
    this.#expect(values, 'canonical JSON');
    const [json = ''] = values;
    try {
      parseCanonicalItem(json);
      this.#data.addItem(itemTextHash(json), json);
    } catch (error) {
      this.#fail(`has ${excerpt(json)}; expected an item in canonical JSON: ${(error as Error).message}`);
    }
  }

  #appendEntry(values: readonly string[]): void {
    this.#expect(values, 'user or system', 'key', 'timestamp', 'item hashes');
    const [kind = '', key = '', timestamp = '', hashes = ''] = values;
    if (!isRsfTimestamp(timestamp))
      this.#fail(`has the timestamp ${excerpt(timestamp)}; expected one like 2016-04-05T13:23:05Z`);
    const itemHashes = hashes.split(';').map((hash) => this.#readHash(hash));
    if (kind === 'system') {
      // What attributes mean rests on no root.
      const items = itemHashes.map(
        (hash) => this.#data.system(hash) ?? this.#fail('uses an item that did not come before it'),
      );
      this.#system.push({ key, items, line: this.#line });
      return;
    }
    if (kind !== 'user') this.#fail(`has an entry of the kind ${excerpt(kind)}; expected user or system`);
    if (key === '') this.#fail('has an entry without a key');
    if (!RSF_KEY.test(key)) this.#note(`the key ${excerpt(key)} has an unusual form`, this.#line);
    for (const hash of itemHashes) if (!this.#data.has(hash)) this.#early.push({ hash, line: this.#line });
    this.#data.append(key, timestamp, itemHashes);
    const entryNumber = this.#data.tree.size + 1;
    const entry = { entryNumber, indexEntryNumber: entryNumber, key, timestamp, itemHashes };
    this.#data.tree.append(ITEM_JSON.leafHash(entry) ?? this.#fail('cannot be written as a leaf'));
  }

  #assertRoot(values: readonly string[]): void {
    this.#roots += 1;
    this.#expect(values, 'root hash');
    const asserted = this.#readHash(values[0] ?? '');
    this.#stated = this.#data.tree.size;
    const computed = rootAt(this.#data.tree, this.#stated);
    if (asserted === computed) return;
    this.#fail(
      `states the root ${formatHash(asserted, 'item')}; expected ${formatHash(computed, 'item')}, the root of the ` +
        `${this.#stated} user entries before it. A file that continues another one cannot be read`,
    );
  }

  #readHash(text: string): Hash {
    const lower = text.toLowerCase();
    if (lower !== text) this.#note('hashes are written in capitals', this.#line);
    return (
      parseHash(lower, 'item') ??
      this.#fail(`has the hash ${excerpt(text)}; expected sha-256: and 64 hexadecimal digits`)
    );
  }
}

function noRsf(text: string, line: number): RsfError {
  const none = 'This is not an RSF file.';
  if (WEB_PAGE.test(text)) return new RsfError(`${none} It looks like a web page.`, line, 'web-page');
  const hint = EVIDENCE.test(text)
    ? 'It looks like a proof bundle: open it in Check.'
    : 'The first line of one begins with assert-root-hash or add-item. A proof bundle can be opened in Check.';
  return new RsfError(`${none} ${hint}`, line);
}
