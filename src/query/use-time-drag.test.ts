import { expect, test } from 'vitest';
import { dragEnd, dragged } from './drag.ts';
import { dragTo } from './use-time-drag.ts';

test('what is asked of a server waits until nobody drags, and not at all where it was given up meanwhile', async () => {
  const { signal } = new AbortController();
  await dragEnd(signal);
  dragTo('/country', '?at=3');
  const passed = new AbortController();
  const settled: string[] = [];
  const waits = dragEnd(signal).then(() => settled.push('asked'));
  const given = dragEnd(passed.signal).catch(() => settled.push('given up'));
  passed.abort();
  dragTo('/country', '?at=4');
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled).toEqual([]);
  dragged.set(undefined);
  await Promise.all([waits, given]);
  expect(settled.toSorted()).toEqual(['asked', 'given up']);
});
