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

/** LineLimits bound what is read, in bytes. */
export interface LineLimits {
  readonly maxBytes: number;
  readonly maxLineBytes: number;
}

const LINE_FEED = 0x0a;
const HIGH_SURROGATE_AT_END = /[\ud800-\udbff]$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * LineSplitter cuts a stream into lines wherever its chunks were cut, also inside a character. Lines end with a line feed, which is not part of
 * them; the last line may lack it. Every method throws RsfError: for bytes that are not UTF-8, for text that has no UTF-8 form, beyond the limits.
 */
export class LineSplitter {
  readonly #limits: LineLimits;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #encoder = new TextEncoder();
  #bytes = 0;
  #line = 1;
  #parts: Uint8Array[] = [];
  #partBytes = 0;
  #halfPair = '';

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  /** push takes the next chunk and yields the lines that it completes. Take them all before the next push. */
  *push(chunk: Uint8Array | string): Generator<string> {
    const bytes = typeof chunk === 'string' ? this.#encode(chunk) : chunk;
    this.#bytes += bytes.length;
    if (this.#bytes > this.#limits.maxBytes) {
      throw new RsfError(this.#line, `the file is longer than the limit of ${this.#limits.maxBytes} bytes`);
    }
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      this.#keep(bytes.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#keep(bytes.slice(start));
  }

  /** end yields the last line if no line feed ended it. */
  *end(): Generator<string> {
    if (this.#halfPair !== '') throw this.#notText();
    if (this.#partBytes > 0) yield this.#take();
  }

  #encode(chunk: string): Uint8Array {
    const text = this.#halfPair + chunk;
    this.#halfPair = HIGH_SURROGATE_AT_END.exec(text)?.[0] ?? '';
    const whole = text.slice(0, text.length - this.#halfPair.length);
    if (LONE_SURROGATE.test(whole)) throw this.#notText();
    return this.#encoder.encode(whole);
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#partBytes += part.length;
    if (this.#partBytes > this.#limits.maxLineBytes) {
      throw new RsfError(
        this.#line,
        `the line is longer than the limit of ${this.#limits.maxLineBytes} bytes`,
      );
    }
    this.#parts.push(part);
  }

  #take(): string {
    const text = this.#decode(joined(this.#parts, this.#partBytes));
    this.#parts = [];
    this.#partBytes = 0;
    this.#line += 1;
    return text;
  }

  #decode(bytes: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      throw new RsfError(this.#line, 'found bytes that are not UTF-8; expected UTF-8 text');
    }
  }

  #notText(): RsfError {
    return new RsfError(this.#line, 'found half a surrogate pair, which UTF-8 cannot write');
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
