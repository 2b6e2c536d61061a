import { formatHash, type Hash, type HashSpelling } from '../../core/hash.ts';
import { firstDifference, hashParts, type HashDigits } from './abbreviate.ts';
import styles from './hash-text.module.css';

interface HashTextProps {
  readonly hash: Hash;
  /** The spelling of the full text in the tooltip; `bare` when not given. */
  readonly spelling?: HashSpelling;
  /** Marks the first digit in which `hash` differs from this one. */
  readonly compareWith?: Hash;
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
