import { formatHash, type Hash, type HashSpelling } from '../../core/hash.ts';
import styles from './hash.module.css';

interface HashTextProps {
  readonly hash: Hash;
  /** The spelling of the full text in the tooltip; `bare` when not given. */
  readonly spelling?: HashSpelling;
  /** Marks the first digit in which `hash` differs from this one. */
  readonly compareWith?: Hash | undefined;
  /** `long` when two are compared, else `short`. */
  readonly digits?: HashDigits;
  /** Whether the prefix of the spelling is shown too. */
  readonly withPrefix?: boolean;
}

/** HashText shows a hash, abbreviated unless `digits` is `full`, with its full text as the tooltip. */
export function HashText({
  hash,
  spelling = 'bare',
  compareWith,
  digits,
  withPrefix = false,
}: HashTextProps) {
  const markAt = compareWith === undefined ? undefined : firstDifference(hash, compareWith);
  const shown = digits ?? (compareWith === undefined ? 'short' : 'long');
  const full = formatHash(hash, spelling);
  const prefix = full.slice(0, full.length - hash.length);
  return (
    <span className={styles.hash} data-digits={shown} title={full}>
      <span aria-hidden={shown === 'full' && markAt === undefined ? undefined : true}>
        {withPrefix && prefix !== '' ? <span className={styles.prefix}>{prefix}</span> : null}
        {hashParts(hash, shown, markAt).map((part, index) =>
          part.marked ? (
            <mark key={index} className={styles.differs}>
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
      </span>
      {shown === 'full' && markAt === undefined ? null : (
        <span className="visually-hidden">{spokenHash(hash, markAt)}</span>
      )}
    </span>
  );
}

/** spokenHash names a hash for a screen reader by its ends, and the place of the first difference counted from 1. */
function spokenHash(hash: Hash, markAt?: number): string {
  const ends = `hash beginning ${hash.slice(0, 6)}, ending ${hash.slice(-4)}`;
  return markAt === undefined ? ends : `${ends}, first differing at digit ${markAt + 1} of 64`;
}

/** HashDigits says how much of a hash is written: `short` 6…4 for lists, `long` 8…8 where two are compared, `full` all 64. */
export type HashDigits = 'short' | 'long' | 'full';

/** HashPart is a run of text; `marked` is the first digit that differs from the hash compared with. */
interface HashPart {
  readonly text: string;
  readonly marked: boolean;
}

const ENDS = { short: [6, 4], long: [8, 8] } as const;
const WINDOW = 4;

/** abbreviate writes the first and last digits of a hash with an ellipsis between: `8d92e1…5729`. */
export function abbreviate(hash: Hash, digits: HashDigits = 'short'): string {
  return hashParts(hash, digits)
    .map((part) => part.text)
    .join('');
}

/** firstDifference is the index of the first digit in which two hashes differ, 0 <= index < 64, or undefined when they are equal. */
export function firstDifference(one: Hash, other: Hash): number | undefined {
  for (let index = 0; index < one.length; index += 1) {
    if (one[index] !== other[index]) return index;
  }
  return undefined;
}

/**
 * hashParts cuts a hash into the runs to show, with the digit at `markAt` in a run of its own.
 * A marked digit is never hidden: when it lies in the part left out, a window of four digits beginning with it is shown there.
 */
export function hashParts(hash: Hash, digits: HashDigits, markAt?: number): readonly HashPart[] {
  if (digits === 'full') return runs(hash, 0, hash.length, markAt);
  const [head, tail] = ENDS[digits];
  const tailStart = hash.length - tail;
  if (markAt === undefined || markAt < head || markAt >= tailStart) {
    return [...runs(hash, 0, head, markAt), ELLIPSIS, ...runs(hash, tailStart, hash.length, markAt)];
  }
  const windowStart = Math.min(markAt, tailStart - WINDOW);
  return [
    ...runs(hash, 0, WINDOW, markAt),
    ELLIPSIS,
    ...runs(hash, windowStart, windowStart + WINDOW, markAt),
    ELLIPSIS,
    ...runs(hash, tailStart, hash.length, markAt),
  ];
}

const ELLIPSIS: HashPart = { text: '…', marked: false };

function runs(hash: string, start: number, end: number, markAt: number | undefined): HashPart[] {
  if (markAt === undefined || markAt < start || markAt >= end) {
    return [{ text: hash.slice(start, end), marked: false }];
  }
  return [
    { text: hash.slice(start, markAt), marked: false },
    { text: hash.slice(markAt, markAt + 1), marked: true },
    { text: hash.slice(markAt + 1, end), marked: false },
  ].filter((part) => part.text !== '');
}
