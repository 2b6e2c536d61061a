/** RsfError says at which line an RSF file cannot be believed or read, what was found there and what was expected. */
export class RsfError extends Error {
  override readonly name = 'RsfError';
  /** The line, 1-based. For what is missing at the end of the file: its last line, 0 if it has none. */
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.line = line;
  }
}

/** Fail stops reading at the line being read: it throws an RsfError. */
export type Fail = (problem: string) => never;

/** excerpt quotes a text from a file for a message: at most 60 characters, control characters escaped. */
export function excerpt(text: string): string {
  return text.length > 60 ? `${JSON.stringify(text.slice(0, 60))}…` : JSON.stringify(text);
}
