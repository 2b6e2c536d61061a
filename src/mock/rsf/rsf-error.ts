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
