import type { Rect } from '../ui/proof/placed.ts';

/** NamedRect is a place in a picture, with what stands there. */
export type NamedRect = Rect & { readonly name: string };

/** SLACK is what rounding may make of equal numbers, in px. */
const SLACK = 1e-6;

/** overlap tells whether two places share more than an edge. */
export function overlap(one: Rect, other: Rect): boolean {
  return (
    one.x + one.width > other.x + SLACK &&
    other.x + other.width > one.x + SLACK &&
    one.y + one.height > other.y + SLACK &&
    other.y + other.height > one.y + SLACK
  );
}

/** overlapping names each two places that overlap. */
export function overlapping(rects: readonly NamedRect[]): readonly string[] {
  return rects.flatMap((one, index) =>
    rects
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => `${one.name} and ${other.name}`),
  );
}

/** outside names the places that reach beyond a picture. */
export function outside(
  rects: readonly NamedRect[],
  picture: { readonly width: number; readonly height: number },
): readonly string[] {
  return rects
    .filter(
      ({ x, y, width, height }) =>
        x < -SLACK || y < -SLACK || x + width > picture.width + SLACK || y + height > picture.height + SLACK,
    )
    .map(({ name }) => name);
}

/** around is the box of a line between two points on one horizontal or vertical, with `half` of its thickness on each side. */
export function around(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  half: number,
): Rect {
  return {
    x: Math.min(x1, x2) - half,
    y: Math.min(y1, y2) - half,
    width: Math.abs(x1 - x2) + 2 * half,
    height: Math.abs(y1 - y2) + 2 * half,
  };
}
