/** Oddities collects what is odd in a file and takes nothing from its root: each once, with the line where it was first seen. */
export class Oddities {
  readonly #seen = new Map<string, number | undefined>();

  /** note takes what is odd, as a clause, and the line it was seen in, where it is in one. */
  note(what: string, line?: number): void {
    if (!this.#seen.has(what)) this.#seen.set(what, line);
  }

  /** clauses are what was noted, in that order. */
  clauses(): string[] {
    return [...this.#seen].map(([what, line]) => (line === undefined ? what : `${what} (line ${line})`));
  }
}
