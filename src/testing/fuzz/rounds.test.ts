import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { startFuzzing } from './rounds.ts';

vi.mock('./real-data.ts', () => ({ loadRealData: async () => ({ registers: [] }) }));
vi.mock('./targets.ts', () => {
  const target = (name: string, claim: (value: number) => void) => ({
    name,
    family: 'any',
    invariant: 'it holds',
    absent: () => undefined,
    values: () => fc.nat(),
    property: () => fc.asyncProperty(fc.nat(), async (value) => claim(value)),
  });
  return {
    TARGETS: [
      target('held', () => undefined),
      target('broken', () => {
        throw new RangeError('broken');
      }),
      target('refused', () => fc.pre(false)),
    ],
  };
});

const batch = async (name: string) => {
  const fuzzing = await startFuzzing([name], { begin: () => undefined, end: () => undefined });
  return fuzzing.batch(0, 1, 8);
};

test('a batch says whether the claim held, with the smallest case where not', async () => {
  expect(await batch('held')).toBeUndefined();
  expect(await batch('broken')).toMatchObject({
    seed: 1,
    counterexample: '0',
    message: expect.stringContaining('broken'),
  });
});

test('a batch of which every case was refused did not hold', async () => {
  await expect(batch('refused')).rejects.toThrow('no case was tried to its end');
});
