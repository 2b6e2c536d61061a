import { proxy, type ProxyMarked, releaseProxy, type Remote, transfer } from 'comlink';

/** PieceReader hands the pieces of a stream from a worker to the page one by one. Not every browser lets a stream itself be handed over. */
export interface PieceReader extends ProxyMarked {
  /** read gives the next piece; undefined after the last one. */
  read(): Promise<Uint8Array | undefined>;
  cancel(): Promise<void>;
}

/** pieceReader reads a stream on the side of the worker; the bytes are moved. */
export function pieceReader(stream: ReadableStream<Uint8Array>): PieceReader {
  const reader = stream.getReader();
  return proxy({
    async read() {
      const { done, value } = await reader.read();
      return done ? undefined : transfer(value, [value.buffer as ArrayBuffer]);
    },
    cancel: () => reader.cancel(),
  });
}

/**
 * streamOf makes a stream again on the side of the page. It breaks with what `broken` rejects with, should the worker stop; `watched` gets every call that waits for
 * the worker, to tell one that is stuck.
 */
export function streamOf(
  reader: Remote<PieceReader>,
  broken: Promise<never>,
  watched: <T>(call: Promise<T>) => Promise<T> = (call) => call,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await watched(Promise.race([reader.read(), broken]));
        if (piece !== undefined) return controller.enqueue(piece);
        reader[releaseProxy]();
        controller.close();
      },
      async cancel() {
        await watched(Promise.race([reader.cancel(), broken]));
        reader[releaseProxy]();
      },
    },
    { highWaterMark: 0 },
  );
}
