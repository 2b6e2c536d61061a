import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpacked } from './unpack.ts';

const TEXT = 'add-item\t{"name":"Elm"}\n'.repeat(1_000);

/** The bytes in pieces of a size. */
async function* inPieces(bytes: Uint8Array, size: number, end?: Error): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += size)
    yield await Promise.resolve(bytes.subarray(start, start + size));
  if (end !== undefined) throw end;
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of unpacked(chunks)) text += decoder.decode(chunk, { stream: true });
  return text;
}

test.each([1, 2, 7, 65_536])('a file is unpacked where it is packed, in pieces of %i bytes', async (size) => {
  expect(await textOf(inPieces(gzipSync(TEXT), size))).toBe(TEXT);
  expect(await textOf(inPieces(new TextEncoder().encode(TEXT), size))).toBe(TEXT);
  for (const short of ['', 'x'])
    expect(await textOf(inPieces(new TextEncoder().encode(short), size))).toBe(short);
});

test.each([
  ['cut short', gzipSync(TEXT).subarray(0, 60)],
  ['no gzip file after its first bytes', Uint8Array.of(0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)],
])('a packed file that is %s is damaged', (_what, bytes) =>
  expect(textOf(inPieces(bytes, 20))).rejects.toMatchObject({ name: 'RsfError', code: 'content' }),
);

test('what the chunks throw passes through', () =>
  expect(textOf(inPieces(gzipSync(TEXT), 20, new Error('the connection broke')))).rejects.toThrow('broke'));
