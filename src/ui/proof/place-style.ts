import type { CSSProperties } from 'react';
import type { Rect } from './placed.ts';

/** inRem turns layout units (1/16 of the root font size) into a CSS length, so that the picture grows with the reader's font size. */
export function inRem(units: number): string {
  return `${Math.round((units / 16) * 10_000) / 10_000}rem`;
}

/** placeStyle is the geometry of a placed box; `row` times its turn when the path is first shown. */
export function placeStyle(rect: Rect, row?: number): CSSProperties {
  const place: CSSProperties = {
    insetInlineStart: inRem(rect.x),
    insetBlockStart: inRem(rect.y),
    inlineSize: inRem(rect.width),
    blockSize: inRem(rect.height),
  };
  return row === undefined ? place : ({ ...place, '--row': row } as CSSProperties);
}
