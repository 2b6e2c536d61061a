import { expect, test } from 'vitest';
import { dragEnd, dragged } from './drag.ts';

test('what is asked of a server waits until nobody drags, and not at all where it was given up meanwhile', async () => {
  const { signal } = new AbortController();
  await dragEnd(signal);
  dragged.set({ pathname: '/country', at: 3 });
  const passed = new AbortController();
  const settled: string[] = [];
  const waits = dragEnd(signal).then(() => settled.push('asked'));
  const given = dragEnd(passed.signal).catch(() => settled.push('given up'));
  passed.abort();
  dragged.set({ pathname: '/country', at: 4 });
  await given;
  expect(settled).toEqual(['given up']);
  dragged.set(undefined);
  await waits;
  expect(settled).toEqual(['given up', 'asked']);
});
