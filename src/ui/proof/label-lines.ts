import type { EntryRange } from '../../core/verdict.ts';
import { formatNumber } from '../format.ts';
import { rangeText } from './words.ts';

/** Widths in em, a little over IBM Plex Sans so that a fallback face fits too. */
const DIGIT = 0.62;
const LETTER = 0.57;
const NARROW = 0.34;
const MONO = 0.605;

/** textWidth estimates the width of a line of sans text, in the unit of `fontSize`; on the large side. */
export function textWidth(text: string, fontSize: number): number {
  let em = 0;
  for (const character of text) {
    em += /[0-9–]/.test(character) ? DIGIT : /[ ,.:;·]/.test(character) ? NARROW : LETTER;
  }
  return em * fontSize;
}

/** monoWidth is the width of a line in IBM Plex Mono, whose every character is 0.6 em wide. */
export function monoWidth(characters: number, fontSize: number): number {
  return characters * MONO * fontSize;
}

/** labelLines writes a range in the fewest lines, at most five, that stay within `limit`; five if none does. */
export function labelLines(range: EntryRange, limit: number, fontSize: number): readonly string[] {
  const ways = waysToWrite(range);
  return ways.find((lines) => widest(lines, fontSize) <= limit) ?? ways.at(-1) ?? [];
}

/** widest is the width of the widest of several lines. */
export function widest(lines: readonly string[], fontSize: number): number {
  return Math.max(0, ...lines.map((line) => textWidth(line, fontSize)));
}

/** wrappedLines estimates on how many lines a sentence is set in a column of the given width. */
export function wrappedLines(text: string, width: number, fontSize: number): number {
  let lines = 1;
  let used = 0;
  for (const word of text.split(' ')) {
    const wide = textWidth(`${word} `, fontSize);
    if (used > 0 && used + wide > width) {
      lines += 1;
      used = 0;
    }
    used += wide;
    lines += Math.floor(used / (width + 1));
    used = Math.min(used, width);
  }
  return lines;
}

function waysToWrite(range: EntryRange): readonly (readonly string[])[] {
  const first = formatNumber(range.first);
  if (range.first === range.last) return [[rangeText(range)], ['entry', first], ['entry', ...halves(first)]];
  const last = formatNumber(range.last);
  const from = `${first}–`;
  return [
    [rangeText(range)],
    ['entries', from + last],
    [`entries ${from}`, last],
    ['entries', from, last],
    ['entries', ...halves(from), ...halves(last)],
  ];
}

/** halves breaks a number after a separator near its middle; one without any stays whole. */
function halves(number: string): readonly string[] {
  const groups = number.split(/(?<=,)/);
  const middle = Math.ceil(groups.length / 2);
  return [groups.slice(0, middle), groups.slice(middle)]
    .map((half) => half.join(''))
    .filter((half) => half !== '');
}
