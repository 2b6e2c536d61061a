import type { Verdict } from '../../core/verdict.ts';
import { allVerified, type CheckText, sentenceOf, wordsFrom } from '../../ui/check-text.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { type Source, SOURCE_WORDS } from '../../ui/source.ts';

/** WHOLE_RANK is the order in which the outcomes of several readings of one log count. */
export const WHOLE_RANK = ['does-not-match', 'cannot-check', 'holds', 'not-checked'] as const;

/**
 * WholeReading is a reading of the whole log, by an audit or for a copy: `size` entries were read `when`,
 * `bad` of them do not match, and the log has `now` entries.
 */
export interface WholeReading {
  readonly size: number;
  readonly when: string;
  readonly bad?: readonly number[];
  readonly now?: number | undefined;
}

/** wholeLine returns the line for a reading of the whole log. */
export function wholeLine(
  verdict: Verdict,
  { size, when, bad = [], now = size }: WholeReading,
  noun: 'item' | 'blob',
  source: Source,
): CheckText {
  const { rootHash } = SOURCE_WORDS[source];
  const read = `The log of ${countOf(size, 'entry')} was read ${when}.`;
  const reason = sentenceOf({ verdict }) || `Their root hash is not the ${rootHash}.`;
  const rest = now > size ? `It has ${countOf(now, 'entry')} now.` : reason;
  return wordsFrom(
    { verdict },
    {
      holds: [
        allVerified(size),
        `Every entry and ${noun} was read, hashed and combined to the ${rootHash} ${when}.`,
      ],
      'does-not-match': ['Not all of the log matches', `${read}${badWords(bad) || ` ${reason}`}`],
      'not-checked': [`Every entry and every ${noun}`, `${read} ${rest}`],
      otherwise: ['Not everything in the register could be checked', `${read} ${reason}`],
    },
  );
}

const MOST_BAD = 5;

/** badWords lists the first entries that do not match; empty if there are none. */
function badWords(bad: readonly number[]): string {
  if (bad.length === 0) return '';
  const shown = bad.slice(0, MOST_BAD).map(formatNumber).join(', ');
  return ` Entries that do not match: ${shown}${bad.length > MOST_BAD ? ', …' : '.'}`;
}
