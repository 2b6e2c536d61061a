import type { RegisterSource } from '../source.ts';
import { LineSplitter } from './line-splitter.ts';
import { LineReader, type LineReaderOptions } from './line-reader.ts';

/** RsfOptions bound what readRsf takes, and say what a file may leave open. */
export interface RsfOptions extends LineReaderOptions {
  /** The longest file to read, in bytes: 256 MiB unless told. */
  readonly maxBytes?: number;
  /** The longest line to read, in bytes: 4 MiB unless told. */
  readonly maxLineBytes?: number;
}

const MIB = 2 ** 20;

/**
 * readRsf reads a whole register from a dump in the Register Serialisation Format (wire notes, "RSF"), streaming: chunks may end anywhere,
 * also inside a character. It is strict, because only what was checked can be believed:
 * - an item must be canonical JSON, and an entry may name only items that came before it;
 * - every assert-root-hash must be the root (leaf rule `item-json`) of the user entries before it, and the last line must be one, so that a
 *   file cut short is noticed;
 * - the newest system entry of each known key must hold what its key says; those of unknown keys are kept to be listed;
 * - lines end with a line feed alone; the last may lack it. An item may be added twice, or never be named.
 * Throws RsfError, with the line, for anything else. An error thrown by the chunks themselves passes through.
 */
export async function readRsf(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  options: RsfOptions = {},
): Promise<RegisterSource> {
  const splitter = new LineSplitter({
    maxBytes: options.maxBytes ?? 256 * MIB,
    maxLineBytes: options.maxLineBytes ?? 4 * MIB,
  });
  const reader = new LineReader(options);
  for await (const chunk of chunks) {
    for (const line of splitter.push(chunk)) reader.take(line);
  }
  for (const line of splitter.end()) reader.take(line);
  return reader.finish();
}
