/**
 * RsfErrorCode is for a reason about which more can be said: the file is a web page, or its host lets no
 * other site read its answer.
 */
export type RsfErrorCode = 'web-page' | 'no-cors';

/** RsfError says in a sentence why a file cannot be read. */
export class RsfError extends Error {
  override readonly name = 'RsfError';
  /**
   * The line, 1-based. For what is missing at the end of the file: its last line. 0 if it is about no line.
   */
  readonly line: number;
  readonly code: RsfErrorCode | undefined;

  constructor(message: string, line = 0, code?: RsfErrorCode) {
    super(message);
    this.line = line;
    this.code = code;
  }
}

/** excerpt quotes a text from a file for a message: at most 60 characters, control characters escaped. */
export function excerpt(text: string): string {
  return text.length > 60 ? `${JSON.stringify(text.slice(0, 60))}…` : JSON.stringify(text);
}

/**
 * unstatedWords says of a file with `size` entries, the last line of which states no root hash, how many of its
 * last entries are under none: a clause.
 */
export function unstatedWords(unstated: number, size: number): string {
  const last =
    unstated === 1 ? 'the last entry of this file is' : `the last ${unstated} entries of this file are`;
  const what =
    unstated === size ? 'this file states no root hash' : `${last} under no root hash that it states`;
  return `${unstated === 0 ? 'the last line of this file states no root hash' : what}; it may have been cut short`;
}
