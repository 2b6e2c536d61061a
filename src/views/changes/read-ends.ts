import { type AskedDate, readDate } from '../../ui/at-date.ts';
import { readSize } from './read-sizes.ts';

/** End is one end of a span: a log size, or a date that stands for one. */
export type End = number | AskedDate;

/** readEnd reads a log size, 0 to `largest`, or a date with its month; undefined for anything else. Digits alone are a size, never a year. */
export function readEnd(text: string, largest: number): End | undefined {
  const size = readSize(text.replaceAll(/(?<=\d)[\s,](?=\d{3}(?:\D|$))/g, ''));
  if (!Number.isNaN(size)) return size <= largest ? size : undefined;
  return /^\d+$/.test(text.trim()) ? undefined : readDate(text);
}
