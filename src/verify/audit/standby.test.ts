import { expect, test } from 'vitest';
import { createStandby } from './standby.ts';
import type { WorkerPool } from './worker-pool.ts';

function pools() {
  const made: { closed: boolean; broken: boolean }[] = [];
  const standby = createStandby(() => {
    const state = { closed: false, broken: false };
    made.push(state);
    return {
      close: () => void (state.closed = true),
      failed: () => state.closed || state.broken,
    } as unknown as WorkerPool;
  });
  return { standby, made };
}

test('hands over the workers that stand ready, once, and those are not ended with the view', () => {
  const { standby, made } = pools();
  const release = standby.prepare();
  standby.take();
  release();
  expect(made).toEqual([{ closed: false, broken: false }]);
  standby.take();
  expect(made).toHaveLength(2);
});

test('ends those that nobody took, and starts others for the next view', () => {
  const { standby, made } = pools();
  standby.prepare()();
  expect(made).toEqual([{ closed: true, broken: false }]);
  const release = standby.prepare();
  standby.prepare();
  expect(made).toHaveLength(2);
  release();
  expect(made[1]?.closed).toBe(true);
});

test('starts workers anew where those that stood ready have failed meanwhile', () => {
  const { standby, made } = pools();
  standby.prepare();
  for (const pool of made) pool.broken = true;
  expect(standby.take().failed()).toBe(false);
  expect(made).toHaveLength(2);
});
