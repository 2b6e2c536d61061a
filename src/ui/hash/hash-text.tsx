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
}

/** HashText shows a hash, abbreviated unless `digits` is `full`, with its full text as the tooltip. */
export function HashText({
  hash,
  spelling = 'bare',
  compareWith,
  digits = compareWith === undefined ? 'short' : 'long',
}: HashTextProps) {
  const markAt = compareWith && firstDifference(hash, compareWith);
  const full = formatHash(hash, spelling);
  const isRead = digits === 'full' && markAt === undefined;
  return (
    <span className={styles.hash} data-digits={digits} title={full}>
      <span aria-hidden={isRead ? undefined : true}>
        {hashParts(hash, digits, markAt).map(({ text, marked }, index) =>
          marked ? (
            <mark key={index} className={styles.differs}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
      {!isRead && <span className="visually-hidden">{spokenHash(hash, markAt)}</span>}
    </span>
  );
}

/** spokenHash names a hash for a screen reader by its ends, and the place of the first difference counted from 1. */
function spokenHash(hash: Hash, markAt?: number): string {
  const ends = `hash beginning ${hash.slice(0, 6)}, ending ${hash.slice(-4)}`;
  return markAt === undefined ? ends : `${ends}, first differing at digit ${markAt + 1} of 64`;
}

/** HashDigits is how much of a hash to show: `short` 6…4 for lists, `long` 8…8 where two are compared, `full` all 64. */
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
  const index = Array.from(one).findIndex((digit, at) => digit !== other[at]);
  return index < 0 ? undefined : index;
}

/**
 * hashParts cuts a hash into the runs to show, with the digit at `markAt` in a run of its own.
 * A marked digit is never hidden: when it lies in the part left out, a window of four digits beginning with it is shown there.
 */
export function hashParts(hash: Hash, digits: HashDigits, markAt = -1): readonly HashPart[] {
  const run = (start: number, end: number): readonly HashPart[] => {
    const at = Math.min(Math.max(markAt, start), end);
    return [
      { text: hash.slice(start, at), marked: false },
      { text: at === markAt ? hash.slice(at, Math.min(at + 1, end)) : '', marked: true },
      { text: hash.slice(at === markAt ? at + 1 : at, end), marked: false },
    ].filter(({ text }) => text !== '');
  };
  const rest: HashPart = { text: '…', marked: false };
  if (digits === 'full') return run(0, hash.length);
  const [head, tail] = ENDS[digits];
  const tailStart = hash.length - tail;
  const ending = [rest, ...run(tailStart, hash.length)];
  if (markAt < head || markAt >= tailStart) return [...run(0, head), ...ending];
  const from = Math.min(markAt, tailStart - WINDOW);
  return [...run(0, WINDOW), rest, ...run(from, from + WINDOW), ...ending];
}
