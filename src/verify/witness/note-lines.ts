import { type Hash, hashFromBytes } from '../../core/hash.ts';
import { isolated } from '../../core/invisible.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { Problem } from '../evidence/decode-evidence.ts';

/**
 * CheckpointText is the text of a note that states a tree head
 * (https://c2sp.org/tlog-checkpoint, "Note text").
 */
export interface CheckpointText {
  /** The name of the log, without a line feed. */
  readonly origin: string;
  readonly checkpoint: Checkpoint;
  /** Further lines, which say nothing about the tree. */
  readonly extensionLines: readonly string[];
}

/** NoteError is the problem that ends the reading of a text; its message is a clause that states it. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
  readonly problem: Problem;

  constructor(problem: Problem, message = `${problem.path} is ${problem.found}, not ${problem.expected}`) {
    super(message);
    this.problem = problem;
  }
}

/**
 * misread throws NoteError: the text found is not the one expected. `message` says so in plain words where
 * "line 2 is X, not Y" does not.
 */
export function misread(path: string, found: string, expected: string, message?: string): never {
  throw new NoteError({ path, found, expected }, message);
}

/** read returns the result of `reader`, or its NoteError's problem. */
export function read<T>(
  reader: () => T,
): { readonly value: T } | { readonly problems: readonly [Problem, ...Problem[]]; readonly message: string } {
  try {
    return { value: reader() };
  } catch (error) {
    if (error instanceof NoteError) return { problems: [error.problem], message: error.message };
    throw error;
  }
}

/** LineReader reads a text line by line. */
export class LineReader {
  readonly #lines: readonly string[];
  readonly #first: number;
  #at = 0;

  /**
   * `first` is the number of the first line of this text. The last line feed may be
   * missing: copying loses it.
   */
  constructor(text: string, first = 1) {
    this.#lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
    this.#first = first;
  }

  /** peek returns the next line; undefined at the end of the text. */
  peek(): string | undefined {
    return this.#lines[this.#at];
  }

  /**
   * next reads a line with `decode`, which returns undefined if the line is not what is
   * expected. Throws NoteError then.
   */
  next<T>(expected: string, decode: (line: string) => T | undefined): T {
    const line = this.peek();
    const value = line === undefined ? undefined : decode(line);
    if (value === undefined) misread(`line ${this.#first + this.#at}`, quoted(line), expected);
    this.#at += 1;
    return value;
  }

  /** empty reads an empty line. */
  empty(): void {
    this.next('an empty line', (line) => (line === '' ? line : undefined));
  }

  /** end throws NoteError with what was expected unless all lines were read. */
  end(expected = 'the end of the text'): void {
    if (this.peek() !== undefined) this.next(expected, () => undefined);
  }

  /** checkpoint reads the lines of a tree head, up to an empty line or the end. */
  checkpoint(): CheckpointText {
    const origin = this.next('the origin of the checkpoint', nonEmpty);
    const logSize = this.next('a log size', wholeNumber);
    const rootHash = this.hash('a root hash of 32 bytes in base64');
    const extensionLines: string[] = [];
    while (this.peek()) extensionLines.push(this.next('a line', nonEmpty));
    return { origin, checkpoint: { logSize, rootHash }, extensionLines };
  }

  /** hash reads 32 bytes in base64. */
  hash(expected: string): Hash {
    return this.next(expected, (line) => {
      const bytes = line.length === 44 ? fromBase64(line) : undefined;
      return bytes?.length === 32 ? hashFromBytes(bytes) : undefined;
    });
  }
}

/** wholeNumber reads a number from 0 to 2^53-1 without leading zeros; undefined for any other text. */
function wholeNumber(text: string): number | undefined {
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

/** toBase64 writes bytes in the standard alphabet with padding (RFC 4648, 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * fromBase64 is the exact inverse of toBase64: undefined for other alphabets, missing padding,
 * white space, and excess bits.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}

const LONGEST = 60;

/** quoted shows a line in a problem, shortened. */
export function quoted(line: string | undefined): string {
  if (line === undefined) return 'the end of the text';
  if (line === '') return 'an empty line';
  return isolated(JSON.stringify(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line));
}

function nonEmpty(line: string): string | undefined {
  return line === '' ? undefined : line;
}
