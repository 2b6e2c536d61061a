import { createSHA256, type IHasher } from 'hash-wasm';
import type { BulkHasher } from './bulk-hasher.ts';

/** wasmHasher is the hasher of hash-wasm; undefined where WebAssembly is refused. */
export async function wasmHasher(): Promise<BulkHasher | undefined> {
  try {
    const { hasher, core } = await withCore();
    return core ? direct(core, hasher) : byWrapper(hasher);
  } catch {
    return undefined;
  }
}

/** Core is what hash-wasm 4 compiles for each of its hashes, with the one page of memory through which it is given text and gives the digest. */
interface Core {
  readonly memory: WebAssembly.Memory;
  Hash_GetBuffer(): number;
  /** Hashes the first `length` bytes of the page and leaves the digest at its beginning; `bits` is 256 for SHA-256. */
  Hash_Calculate(length: number, bits: number, padding: number): void;
}

/** PAGE_BYTES is how long the page is (hash-wasm, WASMInterface: MAX_HEAP). */
const PAGE_BYTES = 16 * 1024;

function byWrapper(hasher: IHasher): BulkHasher {
  return {
    name: 'hash-wasm',
    hash(bytes, start, end, out, at) {
      hasher.init();
      hasher.update(bytes.subarray(start, end));
      out.set(hasher.digest('binary'), at);
    },
  };
}

/**
 * direct hashes by the compiled code itself. The library's own functions make four objects and three calls into WebAssembly for each hash, which for texts of
 * this length takes as long as half the hashing, and keeps the garbage collector busy.
 */
function direct({ memory, Hash_GetBuffer, Hash_Calculate }: Core, hasher: IHasher): BulkHasher {
  const { hash: hashLong, name } = byWrapper(hasher);
  const page = new DataView(memory.buffer, Hash_GetBuffer(), PAGE_BYTES);
  const sources = new LastView(page);
  const targets = new LastView(page);
  return {
    name,
    hash(bytes, start, end, out, at) {
      const length = end - start;
      if (length > PAGE_BYTES) return hashLong(bytes, start, end, out, at);
      const source = sources.over(bytes);
      const target = targets.over(out);
      const whole = length - (length % 4);
      for (let from = 0; from < whole; from += 4) page.setUint32(from, source.getUint32(start + from));
      for (let from = whole; from < length; from += 1) page.setUint8(from, source.getUint8(start + from));
      Hash_Calculate(length, 256, 0);
      for (let from = 0; from < 32; from += 4) target.setUint32(at + from, page.getUint32(from));
    },
  };
}

/** LastView makes views, and gives the last one again where it is asked for the same bytes. */
class LastView {
  #view: DataView;
  // Noted beside the view: one whose bytes were moved to another thread does not say where it lay.
  #buffer: ArrayBufferLike;
  #start: number;
  #length: number;

  constructor(view: DataView) {
    this.#view = view;
    ({ buffer: this.#buffer, byteOffset: this.#start, byteLength: this.#length } = view);
  }

  over({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
    if (buffer !== this.#buffer || byteOffset !== this.#start || byteLength !== this.#length) {
      this.#view = new DataView(buffer, byteOffset, byteLength);
      this.#buffer = buffer;
      this.#start = byteOffset;
      this.#length = byteLength;
    }
    return this.#view;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** withCore makes a hasher of hash-wasm together with the compiled code that it stands on, as far as that is what this program knows; one at a time. */
function withCore(): Promise<{ readonly hasher: IHasher; readonly core: Core | undefined }> {
  const made = last.then(makeWithCore);
  last = made.catch(() => undefined);
  return made;
}

/** The library keeps what it compiles to itself, so that it is taken on its way there. */
async function makeWithCore(): Promise<{ readonly hasher: IHasher; readonly core: Core | undefined }> {
  const { instantiate } = WebAssembly;
  let core: Core | undefined;
  WebAssembly.instantiate = (async (...given: Parameters<typeof instantiate>) => {
    const made: unknown = await instantiate(...given);
    if (made instanceof WebAssembly.Instance && isCore(made.exports)) core = made.exports;
    return made;
  }) as typeof instantiate;
  try {
    return { hasher: await createSHA256(), core };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

function isCore(exports: object): exports is Core {
  return (
    'memory' in exports &&
    exports.memory instanceof WebAssembly.Memory &&
    'Hash_GetBuffer' in exports &&
    typeof exports.Hash_GetBuffer === 'function' &&
    'Hash_Calculate' in exports &&
    typeof exports.Hash_Calculate === 'function'
  );
}
