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
  readonly code: RsfErrorCode;
  /** The line, 1-based. For what is missing at the end of the file: its last line. 0 if it is about no line. */
  readonly line: number;

  constructor(code: RsfErrorCode, message: string, line = 0) {
    super(message);
    this.code = code;
    this.line = line;
  }
}

/** excerpt quotes a text from a file for a message: at most 60 characters, control characters escaped. */
export function excerpt(text: string): string {
  return text.length > 60 ? `${JSON.stringify(text.slice(0, 60))}…` : JSON.stringify(text);
}
