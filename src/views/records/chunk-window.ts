/** CHUNK is how many rows are drawn or left out together. */
export const CHUNK = 30;

/** Heights are what is known of the drawn list: the height of chunks that were drawn, in pixels, by their number. */
export type Heights = ReadonlyMap<number, number>;

/** Window is the chunks to draw, both ends included, and the space to leave for the others, in pixels. */
export interface ChunkWindow {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** ROW_PX is taken for the height of a row until one was drawn. */
const ROW_PX = 41;

/** chunksOf is how many chunks a list of `total` rows has. */
export function chunksOf(total: number): number {
  return Math.ceil(total / CHUNK);
}

/**
 * chunkWindow finds the chunks between `top` and `bottom`, pixels from the beginning of the list; at least one, where there are rows at all. A chunk that was not
 * measured counts with `rowHeight` for each of its rows.
 */
export function chunkWindow(
  total: number,
  heights: Heights,
  rowHeight: number | undefined,
  top: number,
  bottom: number,
): ChunkWindow {
  const chunks = chunksOf(total);
  const heightOf = (chunk: number): number =>
    heights.get(chunk) ?? Math.max(0, Math.min(CHUNK, total - chunk * CHUNK)) * (rowHeight ?? ROW_PX);
  let first = 0;
  let before = 0;
  while (first < chunks - 1 && before + heightOf(first) <= top) {
    before += heightOf(first);
    first += 1;
  }
  let last = first;
  let end = before + heightOf(first);
  while (last < chunks - 1 && end < bottom) {
    last += 1;
    end += heightOf(last);
  }
  let after = 0;
  for (let chunk = last + 1; chunk < chunks; chunk += 1) after += heightOf(chunk);
  return { first, last, before, after };
}
