import { describe, expect, test } from 'vitest';
import { layoutSteps, type StepPoint } from './layout-steps.ts';

const points = (count: number): readonly StepPoint[] =>
  Array.from({ length: count + 1 }, (_, at) => ({ at, values: [Math.ceil(at / 2), Math.floor(at / 10)] }));

describe('layoutSteps', () => {
  test('draws a line for each value, in steps, inside the picture', () => {
    const { paths, width } = layoutSteps(points(40), 300);
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      expect(path).toMatch(/^M[\d.]+ [\d.]+(H[\d.]+V[\d.]+){40}$/);
      for (const [, x] of path.matchAll(/H([\d.]+)/g)) expect(Number(x)).toBeLessThanOrEqual(width);
    }
  });

  test('is cut into at most twelve slices that cover it, the last one ending at the last point', () => {
    for (const count of [1, 5, 12, 13, 240]) {
      const { slices, left } = layoutSteps(points(count), 500);
      expect(slices).toHaveLength(Math.min(12, count));
      expect(slices.at(-1)?.point.at).toBe(count);
      let x = left;
      for (const slice of slices) {
        expect(slice.x).toBeCloseTo(x);
        x += slice.width;
      }
      expect(x).toBeCloseTo(494);
    }
  });

  test('marks both ends and the middle', () => {
    expect(layoutSteps(points(40), 300).marks.map(({ text }) => text)).toEqual(['0', '20', '40']);
    expect(layoutSteps(points(1), 300).marks.map(({ text }) => text)).toEqual(['0', '1']);
  });

  test('has a picture of nothing', () => {
    expect(layoutSteps([{ at: 0, values: [0, 0] }], 300)).toMatchObject({ slices: [], marks: [] });
  });
});
