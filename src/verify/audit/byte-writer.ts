/** ByteWriter puts a text together as bytes, in one buffer that is used again for the next text. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  length = 0;

  /** bytes is the buffer; its first `length` bytes are what was written. A write may replace the buffer. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** clear begins a new text. */
  clear(): void {
    this.length = 0;
  }

  /** byte writes one byte. */
  byte(value: number): void {
    this.#demand(1);
    this.#bytes[this.length] = value;
    this.length += 1;
  }

  /** put writes source[start, end). */
  put(source: Uint8Array, start = 0, end: number = source.length): void {
    this.#demand(end - start);
    // A loop, as most texts are short: subarray and set cost more than they save below some forty bytes.
    if (end - start > 40) this.#bytes.set(source.subarray(start, end), this.length);
    else
      for (let from = start, to = this.length; from < end; from += 1, to += 1)
        this.#bytes[to] = source[from] as number;
    this.length += end - start;
  }

  /** digits writes a whole number, 0 <= value < 2^53, in decimal. */
  digits(value: number): void {
    this.#demand(16);
    let width = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) width += 1;
    for (let at = this.length + width - 1, rest = value; at >= this.length; at -= 1) {
      const above = Math.floor(rest / 10);
      this.#bytes[at] = 0x30 + (rest - above * 10);
      rest = above;
    }
    this.length += width;
  }

  /** hex writes source[start, start + count) as lower-case hexadecimal digits. */
  hex(source: Uint8Array, start: number, count: number): void {
    this.#demand(2 * count);
    for (let index = 0; index < count; index += 1) {
      const byte = source[start + index] as number;
      this.#bytes[this.length + 2 * index] = HEX[byte >> 4] as number;
      this.#bytes[this.length + 2 * index + 1] = HEX[byte & 15] as number;
    }
    this.length += 2 * count;
  }

  #demand(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.length + more));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
  }
}

const HEX = new TextEncoder().encode('0123456789abcdef');
