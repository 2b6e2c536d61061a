/**
 * RsfErrorCode is why a file cannot be read.
 * - content: a line cannot be believed, or is missing.
 * - empty: there is no line.
 * - not-rsf, web-page: it is another kind of file.
 * - too-large: over the limit.
 * - gone, status: the host has no such file, or answered with another status than success.
 * - no-cors, no-answer: the host lets no other site read it, or sent nothing.
 */
export type RsfErrorCode =
  | 'content'
  | 'empty'
  | 'not-rsf'
  | 'web-page'
  | 'too-large'
  | 'gone'
  | 'status'
  | 'no-cors'
  | 'no-answer';

/** RsfError says in a sentence why a file cannot be read. */
export class RsfError extends Error {
  override readonly name = 'RsfError';
  /** The line, 1-based. For what is missing at the end of the file: its last line, 0 if it has none. */
  readonly line: number;
  readonly code: RsfErrorCode;

  constructor(line: number, message: string, code: RsfErrorCode = 'content') {
    super(message);
    this.line = line;
    this.code = code;
  }
}

/** failAt stops reading at a line; `problem` continues "line 257 …". Throws an RsfError. */
export function failAt(line: number, problem: string): never {
  throw new RsfError(line, `This file is incomplete or inconsistent: line ${line} ${problem}.`);
}

/** excerpt quotes a text from a file for a message: at most 60 characters, control characters escaped. */
export function excerpt(text: string): string {
  return text.length > 60 ? `${JSON.stringify(text.slice(0, 60))}…` : JSON.stringify(text);
}

/** Oddities collects faults of a file that do not affect its root: each once, with the line of its first occurrence. */
export class Oddities {
  readonly #seen = new Map<string, number | undefined>();

  /** note adds a fault, as a clause, and its line, if any. */
  note(what: string, line?: number): void {
    if (!this.#seen.has(what)) this.#seen.set(what, line);
  }

  /** clauses returns the faults in that order. */
  clauses(): string[] {
    return [...this.#seen].map(([what, line]) => (line === undefined ? what : `${what} (line ${line})`));
  }
}
