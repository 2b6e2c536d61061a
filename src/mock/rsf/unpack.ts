import { RsfError } from './rsf-error.ts';

/** unpack passes on the bytes of a file, decompressed if it begins like a gzip file. Throws RsfError if that is damaged; errors of the chunks pass through. */
export async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const source = chunks[Symbol.asyncIterator]();
  let failure: unknown;
  let next = await source.next();
  let first = next.done ? new Uint8Array() : next.value;
  while (first.length === 1 && !next.done) {
    next = await source.next();
    if (!next.done) first = Uint8Array.of(...first, ...next.value);
  }
  if (first[0] !== 0x1f || first[1] !== 0x8b) {
    yield first;
    return yield* { [Symbol.asyncIterator]: () => source };
  }
  const packed = new ReadableStream<BufferSource>({
    start: (stream) => stream.enqueue(Uint8Array.from(first)),
    async pull(stream) {
      try {
        const { done, value } = await source.next();
        if (done) stream.close();
        else stream.enqueue(Uint8Array.from(value));
      } catch (error) {
        failure = error;
        stream.error(error);
      }
    },
    cancel: async () => void (await source.return?.()),
  });
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw failure ?? new RsfError(0, `This gzip file is damaged or was cut short. ${String(error)}`);
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
