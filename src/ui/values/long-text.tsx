import { useState } from 'react';
import { formatNumber } from '../format.ts';
import { CopyButton } from '../hash/copy-button.tsx';
import { Literal } from '../literal.tsx';
import { saveText } from '../save-text.ts';
import styles from './rich-value.module.css';

/** PIECE is how many characters of a very long text are shown at once: a page with megabytes of text would stand still. */
export const PIECE = 20_000;

/** LongText shows a very long text piece by piece; all of it can be copied and saved at any time. `name` is what the file is called. */
export function LongText({ text, name }: { text: string; name: string }) {
  const [pieces, setPieces] = useState(1);
  const shown = piecesOf(text, pieces);
  const left = text.length - shown.reduce((sum, piece) => sum + piece.length, 0);
  return (
    <>
      {shown.map((piece, index) => (
        <Literal key={index} text={piece} />
      ))}
      {left > 0 && ' …'}
      <span className={styles['long']}>
        {left > 0 && (
          <button type="button" className={styles['more']} onClick={() => setPieces(pieces + 1)}>
            Show {formatNumber(Math.min(PIECE, left))} more of {formatNumber(text.length)} characters
          </button>
        )}
        <CopyButton text={text} label="Copy the whole text">
          Copy all
        </CopyButton>
        <button
          type="button"
          className={styles['more']}
          onClick={() => saveText(`${name}.txt`, text, 'text/plain;charset=utf-8')}
        >
          Save as a file
        </button>
      </span>
    </>
  );
}

/** piecesOf cuts the first `count` pieces off a text, and no character in two. */
export function piecesOf(text: string, count: number): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; pieces.length < count && from < text.length;) {
    const half = /[\uD800-\uDBFF]/.test(text.charAt(from + PIECE - 1)) && from + PIECE < text.length;
    const piece = text.slice(from, from + PIECE - (half ? 1 : 0));
    pieces.push(piece);
    from += piece.length;
  }
  return pieces;
}
