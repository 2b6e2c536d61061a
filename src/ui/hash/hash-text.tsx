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
  return (
    <span className={styles.hash} data-digits={digits} title={formatHash(hash, spelling)} translate="no">
      {hashParts(hash, digits, markAt).map(({ text, marked }, index) =>
        marked ? (
          <mark key={index} className={styles.differs}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
      {markAt !== undefined && (
        <span className="visually-hidden">, first differing at digit {markAt + 1} of 64</span>
      )}
    </span>
  );
}

/**
 * HashDigits is how much of a hash to show: `short` 6…4 for lists, `long` 8…8 where two are
 * compared, `full` all 64.
 */
type HashDigits = keyof typeof ENDS;

/** HashPart is a run of text; `marked` is the first digit that differs from the hash compared with. */
interface HashPart {
  readonly text: string;
  readonly marked: boolean;
}

const ENDS = { short: [6, 4], long: [8, 8], full: [64, 0] } as const;
const WINDOW = 4;

/** abbreviate writes the first and last digits of a hash with an ellipsis between: `8d92e1…5729`. */
export function abbreviate(hash: Hash, digits: HashDigits = 'short'): string {
  return hashParts(hash, digits)
    .map((part) => part.text)
    .join('');
}

/**
 * firstDifference is the index of the first digit in which two hashes differ, 0 <= index < 64, or
 * undefined when they are equal.
 */
export function firstDifference(one: Hash, other: Hash): number | undefined {
  const index = Array.from(one).findIndex((digit, at) => digit !== other[at]);
  return index < 0 ? undefined : index;
}

/**
 * hashParts cuts a hash into the runs to show. The digit at `markAt` is a run of its own; if it is in the
 * part left out, a window of four digits is shown there.
 */
export function hashParts(hash: Hash, digits: HashDigits, markAt = -1): readonly HashPart[] {
  const [head, tail] = ENDS[digits];
  const tailStart = hash.length - tail;
  const isLeftOut = markAt >= head && markAt < tailStart;
  const from = isLeftOut ? Math.min(markAt, tailStart - WINDOW) : tailStart;
  const isShown = (at: number): boolean =>
    at < (isLeftOut ? WINDOW : head) || (at >= from && at < from + WINDOW) || at >= tailStart;
  return Array.from(hash, (digit, at) => (isShown(at) ? (at === markAt ? `=${digit}` : digit) : '…'))
    .join('')
    .replace(/…+/g, '…')
    .split(/(=.)/)
    .filter((text) => text !== '')
    .map((text) => ({ text: text.replace('=', ''), marked: text.startsWith('=') }));
}
