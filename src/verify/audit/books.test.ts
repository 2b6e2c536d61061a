import { afterEach, expect, it, vi } from 'vitest';
import { Books } from './books.ts';
import { Breather } from './work-through.ts';

afterEach(() => vi.restoreAllMocks());

it('lets the page breathe within one entry that names many hashes', async () => {
  vi.spyOn(Breather.prototype, 'due').mockReturnValue(true);
  const pause = vi.spyOn(Breather.prototype, 'pause').mockResolvedValue();
  const named = 5_000;
  const hashes = new Uint8Array(32 * named);
  new Uint32Array(hashes.buffer).forEach((_, at, words) => (words[at] = Math.floor(at / 8)));
  const books = new Books(1);
  await books.enter({
    from: 1,
    count: 1,
    hashes,
    hashEnds: Uint32Array.of(named),
    keys: new TextEncoder().encode('a'),
    keyEnds: Uint32Array.of(1),
  });
  expect(books.items.count).toBe(named);
  expect(pause.mock.calls.length).toBeGreaterThanOrEqual(10);
});
