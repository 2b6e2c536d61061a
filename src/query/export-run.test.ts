import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ByteSink, writeOut } from './export-run.ts';

function streamOf(pieces: readonly (string | Error)[]): {
  stream: ReadableStream<Uint8Array>;
  cancelled: () => boolean;
} {
  const left = [...pieces];
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = left.shift();
        if (next === undefined) controller.close();
        else if (typeof next === 'string') controller.enqueue(new TextEncoder().encode(next));
        else controller.error(next);
      },
      cancel: () => void (cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { stream, cancelled: () => cancelled };
}

function aSink(failing?: 'write' | 'close') {
  const log: string[] = [];
  const say = (what: 'write' | 'close', text: string) => async (): Promise<void> => {
    if (failing === what) throw new Error('the disk is full');
    log.push(text);
  };
  const sink: ByteSink = {
    write: (bytes) => say('write', new TextDecoder().decode(bytes))(),
    close: say('close', '(closed)'),
    abort: async () => void log.push('(aborted)'),
  };
  return { sink, log };
}

const never = new AbortController().signal;

test('writes every piece, counts rows by the marks, and hashes what was written', async () => {
  const { sink, log } = aSink();
  const told: number[] = [];
  const long = 'x'.repeat(2_000_000);
  const written = await writeOut(streamOf(['a,b\r\n', '', long, '', 'end']).stream, sink, never, ({ rows }) =>
    told.push(rows),
  );
  expect(log).toEqual(['a,b\r\n', long, 'end', '(closed)']);
  expect(written).toEqual({
    bytes: 2_000_008,
    sha256: createHash('sha256').update(`a,b\r\n${long}end`).digest('hex'),
  });
  expect(told[0]).toBe(0);
  for (const rows of told) expect(rows % 250).toBe(0);
});

test('leaves no file where it is stopped, the stream breaks or the disk is full', async () => {
  const stop = new AbortController();
  const stopped = aSink();
  const one = streamOf(['a', 'b', 'c']);
  const running = writeOut(one.stream, stopped.sink, stop.signal, () => stop.abort());
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  expect(one.cancelled()).toBe(true);
  expect(stopped.log).toEqual(['a', '(aborted)']);

  const broken = aSink();
  await expect(
    writeOut(streamOf(['a', new RangeError('no')]).stream, broken.sink, never, () => undefined),
  ).rejects.toThrow('no');
  expect(broken.log.at(-1)).toBe('(aborted)');

  for (const failing of ['write', 'close'] as const) {
    const full = aSink(failing);
    await expect(writeOut(streamOf(['a']).stream, full.sink, never, () => undefined)).rejects.toThrow(
      'disk is full',
    );
    expect(full.log.at(-1)).toBe('(aborted)');
  }
});

test('is stopped also while it waits for a piece that never comes, or for a disk that never answers', async () => {
  const nothing = new ReadableStream<Uint8Array>({
    pull: () => new Promise(() => undefined),
    cancel: () => new Promise(() => undefined),
  });
  const stop = new AbortController();
  const { sink, log } = aSink();
  const waiting = writeOut(nothing, sink, stop.signal, () => undefined);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(log).toEqual(['(aborted)']);

  const later = new AbortController();
  const stuck: ByteSink = {
    ...aSink().sink,
    write: () => new Promise(() => setTimeout(() => later.abort())),
  };
  await expect(writeOut(streamOf(['a']).stream, stuck, later.signal, () => undefined)).rejects.toMatchObject({
    name: 'AbortError',
  });
});
