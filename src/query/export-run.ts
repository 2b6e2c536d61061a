import type { Hash } from '../core/hash.ts';
import { RunningHash } from '../core/running-hash.ts';
import { ROWS_PER_MARK } from '../log/export.ts';

/** ByteSink is where a file is written to. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
  /** close ends the file; only then is it there. */
  close(): Promise<void>;
  /** abort leaves no file behind. */
  abort(): Promise<void>;
}

/** WrittenSoFar is how far a file is. */
export interface WrittenSoFar {
  readonly rows: number;
  readonly bytes: number;
}

/** Written is a file that is complete. */
export interface Written {
  readonly bytes: number;
  readonly sha256: Hash;
}

/** The main thread is given back after this many bytes were hashed at once: about 5 ms. */
const SLICE = 512 * 1024;
const TELL_EVERY_MS = 100;

/**
 * writeOut takes a stream of pieces (see log/export.ts) into a file, hashing it on the way. Rejects with the signal's reason where it is stopped, or with
 * what the stream or the file threw; no file is left behind then.
 */
export async function writeOut(
  stream: ReadableStream<Uint8Array>,
  sink: ByteSink,
  signal: AbortSignal,
  tell: (soFar: WrittenSoFar) => void,
): Promise<Written> {
  const reader = stream.getReader();
  const hash = new RunningHash();
  let bytes = 0;
  let marks = 0;
  let toldAt = -Infinity;
  const unlessStopped = stoppedBy(signal);
  try {
    for (;;) {
      const { done, value } = await unlessStopped(reader.read());
      if (done) break;
      if (value.length === 0) marks += 1;
      else {
        await hashSlowly(hash, value);
        await unlessStopped(sink.write(value));
      }
      bytes += value.length;
      if (performance.now() - toldAt < TELL_EVERY_MS) continue;
      toldAt = performance.now();
      tell({ rows: marks * ROWS_PER_MARK, bytes });
    }
    signal.throwIfAborted();
    await sink.close();
  } catch (error) {
    // Whoever gives nothing more may not answer this either.
    void reader.cancel().catch(() => undefined);
    await sink.abort().catch(() => undefined);
    throw error;
  }
  return { bytes, sha256: hash.digest() };
}

/** stoppedBy makes the wait for anything end when the signal does. */
function stoppedBy(signal: AbortSignal): <T>(work: Promise<T>) => Promise<T> {
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  stopped.catch(() => undefined);
  return (work) => Promise.race([stopped, work]);
}

async function hashSlowly(hash: RunningHash, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += SLICE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    hash.update(bytes.subarray(at, at + SLICE));
  }
}
