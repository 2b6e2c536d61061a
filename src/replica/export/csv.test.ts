import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

/** A reader of RFC 4180 by another hand: section 2, rules 1 to 7. */
function cellsOf(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === ',') continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', '\r', '\n', '\t', ' ', '\u00A0', "'", 'a', '＝'),
  }),
);
const line = fc.array(text, { minLength: 1, maxLength: 5 });

test('what is written exactly is read back as it was', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      expect(cellsOf(lines.map((cells) => csvLine(cells, 'exact')).join(''))).toEqual(lines);
    }),
  );
});

test('what is written for a spreadsheet begins with no formula, whether cells part at commas, semicolons or tabs, and loses nothing but apostrophes', () => {
  fc.assert(
    fc.property(line, (cells) => {
      const written = csvLine(cells, 'safe');
      const [read = []] = cellsOf(written);
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/);
      for (const part of read.flatMap((cell) => cell.split(/[;\t\r\n]/)))
        expect(part).not.toMatch(/^[ \u00A0]*[=+\-@]/);
      expect(read.map((cell) => cell.replaceAll("'", ''))).toEqual(
        cells.map((cell) => cell.replaceAll("'", '')),
      );
    }),
  );
});
