import { expose, type Remote, wrap } from 'comlink';
import { expect, test } from 'vitest';
import { type PieceReader, pieceReader, streamOf } from './piece-reader.ts';

/** What stands on the other side of a channel, as a worker would. */
function across(pieces: readonly (string | Error)[]) {
  const left = [...pieces];
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const next = left.shift();
        if (next === undefined) controller.close();
        else if (typeof next === 'string') controller.enqueue(new TextEncoder().encode(next));
        else throw next;
      },
      cancel: () => void (cancelled = true),
    },
    { highWaterMark: 0 },
  );
  const { port1, port2 } = new MessageChannel();
  expose({ stream: () => pieceReader(stream) }, port1);
  const remote = wrap<{ stream: () => PieceReader }>(port2);
  return {
    reader: () => remote.stream(),
    left,
    cancelled: () => cancelled,
    close: () => {
      port1.close();
      port2.close();
    },
  };
}

const never = new Promise<never>(() => undefined);

test('brings every piece across, empty ones too, as they are asked for', async () => {
  const side = across(['one', '', 'two']);
  const reader = streamOf(await side.reader(), never).getReader();
  expect(side.left).toHaveLength(3);
  const read: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    read.push(new TextDecoder().decode(value));
  }
  expect(read).toEqual(['one', '', 'two']);
  side.close();
});

test('brings an error across, and a stop', async () => {
  const failing = across(['one', new RangeError('no such form')]);
  const reader = streamOf(await failing.reader(), never).getReader();
  await reader.read();
  await expect(reader.read()).rejects.toThrow('no such form');
  failing.close();

  const stopped = across(['one', 'two']);
  const other = streamOf(await stopped.reader(), never).getReader();
  await other.read();
  await other.cancel();
  expect(stopped.cancelled()).toBe(true);
  stopped.close();
});

test('breaks where the worker stopped, and does not wait for ever', async () => {
  const silent = { read: () => new Promise(() => undefined) } as unknown as Remote<PieceReader>;
  const broken = Promise.reject(new Error('the worker stopped'));
  await expect(streamOf(silent, broken).getReader().read()).rejects.toThrow('the worker stopped');
});
