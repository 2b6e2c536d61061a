import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { Comparison } from '../../query/compare-query.ts';
import { type CheckText, sentenceOf, wordsFrom } from '../../ui/check-text.ts';
import { countOf } from '../../ui/format.ts';

/**
 * comparisonText describes how the log that somebody else was shown stands to the published one, by a verdict
 * that is undefined while they are compared. Without a comparison the register sent no proof.
 */
export function comparisonText(
  {
    verdict,
    comparison,
    rootAtShorterSize,
  }: {
    readonly verdict: Verdict | undefined;
    readonly comparison?: Comparison | undefined;
    /** The root of the longer log at the size of the shorter, if this page computed it from the entries. */
    readonly rootAtShorterSize?: Hash;
  },
  theirs: Checkpoint,
): CheckText {
  const size = comparison?.own.logSize ?? theirs.logSize;
  const isSameSize = size === theirs.logSize;
  const isShorter = size < theirs.logSize;
  const how =
    rootAtShorterSize === undefined
      ? 'A consistency proof, computed here, gives both root hashes.'
      : 'This page computed that from the entries; the proof that this register sent does not show it.';
  return wordsFrom(
    { verdict },
    {
      holds: isSameSize
        ? ['You are both shown the same log', `Both root hashes are of ${countOf(size, 'entry')} and equal.`]
        : [
            isShorter ? 'Your log is the beginning of theirs' : 'Their log is the beginning of yours',
            `${how}${isShorter ? ' You may be shown an older copy.' : ''}`,
          ],
      'does-not-match': isSameSize
        ? ['The two roots are different', 'A log has one root hash at each size.']
        : [
            'The register does not show that one log is the beginning of the other',
            sentenceOf({ verdict }) ||
              'The consistency proof it sent, computed here, does not give both root hashes.',
          ],
      checking: ['Comparing both roots', 'A consistency proof is being fetched and computed.'],
      'cannot-check': [
        'These roots could not be compared',
        comparison
          ? sentenceOf({ verdict })
          : 'The register did not answer with a proof between the two logs. This is not a mismatch.',
      ],
      'not-checked': ['These roots were not compared'],
    },
  );
}
