/** How much of the width is left of a triangle whose corner is cut off. */
const CUT = 0.88;

/** triangleOf is the outline of a folded subtree in a box of that width and height, in px; one that is not full has its right corner cut off. */
export function triangleOf(
  width: number,
  height: number,
  full: boolean,
): readonly (readonly [x: number, y: number])[] {
  const top = [width / 2, 1] as const;
  const left = [1, height - 1] as const;
  if (full) return [top, [width - 1, height - 1], left];
  const x = width * CUT;
  return [top, [x, height * (2 * CUT - 1)], [x, height - 1], left];
}
