import type { ChangeKind, ChangesAnswer } from '../../log/changes.ts';
import { type AskedDate, readDate } from '../../ui/dates.ts';

/** End is one end of a span: a log size, or a date that stands for one. */
export type End = number | AskedDate;

/** KINDS lists the kinds of change in the order in which they are shown, with what each means. */
export const KINDS: readonly { readonly kind: ChangeKind; readonly meaning: string }[] = [
  { kind: 'added', meaning: 'No entry of this key in the smaller log.' },
  { kind: 'changed', meaning: 'The data is different.' },
  { kind: 'ended', meaning: 'It got an end date.' },
  { kind: 'touched', meaning: 'It has entries in between, and its data is the same.' },
];

/** recordsIn is how many records an answer is about, whatever their kind. */
export function recordsIn({ counts }: Pick<ChangesAnswer, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** readKind reads the kind that an address asks for. */
export function readKind(text: string | null): ChangeKind | undefined {
  return KINDS.find(({ kind }) => kind === text)?.kind;
}

/** readPage reads the page of the list that an address asks for, 1-based. */
export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** readEnd reads a log size, 0 to `largest`, or a date with its month; undefined for anything else. Digits alone are a size, never a year. */
export function readEnd(text: string, largest: number): End | undefined {
  const size = readSize(text.replaceAll(/(?<=\d)[\s,](?=\d{3}(?:\D|$))/g, ''));
  if (!Number.isNaN(size)) return size <= largest ? size : undefined;
  return /^\d+$/.test(text.trim()) ? undefined : readDate(text);
}

/** readSizes reads the two sizes of an address, 0 to `largest`, smaller one first; `turned` where they came the other way round, undefined if either is no such number. */
export function readSizes(
  from: string,
  to: string,
  largest: number,
): { readonly from: number; readonly to: number; readonly turned: boolean } | undefined {
  const [one, other] = [readSize(from), readSize(to)];
  if (!(one <= largest && other <= largest)) return undefined;
  return { from: Math.min(one, other), to: Math.max(one, other), turned: one > other };
}

/** sizesOffered are those to begin with where an address names none: from the moment `at` that it asks for to now, else the last entry alone. */
export function sizesOffered(
  at: number | undefined,
  logSize: number,
): { readonly from: number; readonly to: number } {
  const from = at !== undefined && at < logSize ? at : Math.max(0, logSize - 1);
  return { from, to: logSize };
}

function readSize(text: string): number {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
}
