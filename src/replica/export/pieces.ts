/** ROWS_PER_MARK is how many rows an empty piece stands for in a stream that is written by inPieces. */
export const ROWS_PER_MARK = 250;

const PIECE_CHARACTERS = 65_536;

/**
 * inPieces joins rows to pieces of about 64 KB, and yields an empty one after every 250 rows, so that whoever reads them knows how far the writing is without
 * reading them.
 */
export function* inPieces(head: string, rows: Iterable<string>, tail = ''): Generator<string> {
  let piece = head;
  let count = 0;
  for (const row of rows) {
    piece += row;
    count += 1;
    const marks = count % ROWS_PER_MARK === 0;
    if (piece !== '' && (marks || piece.length >= PIECE_CHARACTERS)) {
      yield piece;
      piece = '';
    }
    if (marks) yield '';
  }
  piece += tail;
  if (piece !== '') yield piece;
}
