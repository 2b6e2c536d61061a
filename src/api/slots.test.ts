import { expect, test } from 'vitest';
import { createSlots } from './transport.ts';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('lets in as many as there are slots, in order', async () => {
  const slots = createSlots(2);
  const entered: number[] = [];
  const releases: (() => void)[] = [];
  for (const n of [1, 2, 3, 4])
    void slots.take().then((release) => (entered.push(n), releases.push(release)));
  await settle();
  expect(entered).toEqual([1, 2]);
  releases[1]?.();
  await settle();
  expect(entered).toEqual([1, 2, 3]);
  releases[1]?.();
  await settle();
  expect(entered).toEqual([1, 2, 3]);
  releases[0]?.();
  await settle();
  expect(entered).toEqual([1, 2, 3, 4]);
});

test('an aborted wait rejects with the reason and takes no slot', async () => {
  const slots = createSlots(1);
  const release = await slots.take();
  const controller = new AbortController();
  const aborted = slots.take(controller.signal);
  const next = slots.take();
  controller.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  release();
  await expect(next).resolves.toBeTypeOf('function');
  await expect(slots.take(controller.signal)).rejects.toThrow('gone');
});
