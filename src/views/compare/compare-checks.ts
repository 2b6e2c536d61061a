import type { Checkpoint } from '../../core/model.ts';
import type { Comparison } from '../../query/compare-query.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';

const HEARSAY = 'Only the sender of the link says that the other person was shown this root hash.';

/** comparisonCheck says what two heads are to each other, what that proves, and what it does not. */
export function comparisonCheck({ verdict, own }: Comparison, theirs: Checkpoint): NamedCheck {
  const reason = 'reason' in verdict ? verdict.reason : '';
  const words =
    verdict.outcome === 'holds'
      ? agreement(own, theirs)
      : verdict.outcome === 'does-not-match'
        ? disagreement(own, theirs, reason)
        : {
            // Two equal root hashes are equal also where the published one is in doubt.
            title: isSameHead(own, theirs)
              ? 'Theirs is the root published to you now, and that is in doubt'
              : 'These roots cannot be compared',
            detail: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`.replace(/\.\.$/, '.'),
          };
  return { id: 'compare', state: verdict.outcome, ...words };
}

/** unansweredCheck is a comparison for which the register sent no proof. */
export function unansweredCheck(theirs: Checkpoint): NamedCheck {
  return {
    id: 'compare',
    state: 'cannot-check',
    title: 'These roots could not be compared',
    detail: `The register did not answer with a proof between the log of ${countOf(theirs.logSize, 'entry', 'entries')} and the one shown to you. If their log is longer, you may be served an older copy: try again later. This is not a mismatch.`,
  };
}

function isSameHead(one: Checkpoint, other: Checkpoint): boolean {
  return one.logSize === other.logSize && one.rootHash === other.rootHash;
}

function agreement(own: Checkpoint, theirs: Checkpoint): Pick<NamedCheck, 'title' | 'detail'> {
  const limits = `It does not prove that what is registered is true, nor what others are shown. ${HEARSAY}`;
  if (own.logSize === theirs.logSize)
    return {
      title: 'You are both shown the same log',
      detail: `Both root hashes are of ${countOf(own.logSize, 'entry', 'entries')} and equal: every entry is the same, in the same order. ${limits}`,
    };
  const [small, large] = [Math.min(own.logSize, theirs.logSize), Math.max(own.logSize, theirs.logSize)];
  const added =
    small + 1 === large
      ? `entry ${formatNumber(large)}`
      : `entries ${formatNumber(small + 1)} to ${formatNumber(large)}`;
  return {
    title:
      own.logSize < theirs.logSize
        ? 'Your log is the beginning of theirs'
        : 'Their log is the beginning of yours',
    detail: `A consistency proof, computed here, gives both root hashes: the first ${countOf(small, 'entry', 'entries')} are the same, in the same order. Only one of you was shown ${added}. ${limits}`,
  };
}

function disagreement(
  own: Checkpoint,
  theirs: Checkpoint,
  reason: string,
): Pick<NamedCheck, 'title' | 'detail'> {
  const sendAgain = `${HEARSAY} Ask them to send it again before you draw conclusions.`;
  const limits = `It does not prove which of the two is right, nor why. ${sendAgain}`;
  if (own.logSize === theirs.logSize)
    return {
      title: 'The two roots are different',
      detail: `Both are of ${countOf(own.logSize, 'entry', 'entries')}, and a log has one root hash at each size. If this register showed both, it shows two different logs. ${limits}`,
    };
  if (own.rootHash === theirs.rootHash)
    return {
      title: 'One root cannot be of two log sizes',
      detail: `Theirs is said to be of ${countOf(theirs.logSize, 'entry', 'entries')}; the register publishes the same root hash for ${countOf(own.logSize, 'entry', 'entries')}. One of the two numbers is wrong, perhaps only in the link. ${sendAgain}`,
    };
  const [small, large] = [Math.min(own.logSize, theirs.logSize), Math.max(own.logSize, theirs.logSize)];
  return {
    title: 'The register does not show that one log begins the other',
    detail: `The consistency proof it sent between ${formatNumber(small)} and ${countOf(large, 'entry', 'entries')} was computed here and does not give both root hashes${reason === '' ? '' : ` (${reason})`}. If this register showed both, its log did not only grow, or it sent the wrong proof. ${limits}`,
  };
}
