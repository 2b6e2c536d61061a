import type { Checkpoint } from '../../core/model.ts';
import type { Comparison } from '../../query/compare-query.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { wordsFrom } from '../../ui/check-text.ts';
import { countOf, formatNumber } from '../../ui/format.ts';

const HEARSAY = 'Only the sender of the link says that the other person was shown this root hash.';

type Words = readonly [title: string, detail: string];

const entries = (count: number): string => countOf(count, 'entry');

/** comparisonCheck describes the comparison of two heads, what it proves, and what it does not. */
export function comparisonCheck({ verdict, own }: Comparison, theirs: Checkpoint): NamedCheck {
  const words = wordsFrom(
    { verdict },
    {
      holds: agreement(own, theirs),
      'does-not-match': disagreement(own, theirs, 'reason' in verdict ? verdict.reason : ''),
      // Equal root hashes are equal even if the published one is in doubt.
      otherwise: [
        own.logSize === theirs.logSize && own.rootHash === theirs.rootHash
          ? 'Theirs is the root you are shown now, and that is in doubt'
          : 'These roots cannot be compared',
      ],
    },
  );
  return { id: 'compare', ...words };
}

/** unansweredCheck describes a comparison for which the register sent no proof. */
export function unansweredCheck(theirs: Checkpoint): NamedCheck {
  return {
    id: 'compare',
    state: 'cannot-check',
    title: 'These roots could not be compared',
    detail: `The register did not answer with a proof between the log of ${entries(theirs.logSize)} and the one shown to you. If their log is longer, you may be served an older copy: try again later. This is not a mismatch.`,
  };
}

function agreement(own: Checkpoint, theirs: Checkpoint): Words {
  const limits = `It does not prove that what is registered is true, nor what others are shown. ${HEARSAY}`;
  const { small, large } = sizesOf(own, theirs);
  if (small === large)
    return [
      'You are both shown the same log',
      `Both root hashes are of ${entries(small)} and equal: every entry is the same, in the same order. ${limits}`,
    ];
  const added =
    small + 1 === large
      ? `entry ${formatNumber(large)}`
      : `entries ${formatNumber(small + 1)} to ${formatNumber(large)}`;
  const [shorter, longer] = own.logSize === small ? ['Your', 'theirs'] : ['Their', 'yours'];
  return [
    `${shorter} log is the beginning of ${longer}`,
    `A consistency proof, computed here, gives both root hashes: the first ${entries(small)} are the same, in the same order. Only one of you was shown ${added}. ${limits}`,
  ];
}

function disagreement(own: Checkpoint, theirs: Checkpoint, reason: string): Words {
  const sendAgain = `${HEARSAY} Ask them to send it again before you draw conclusions.`;
  const limits = `It does not prove which of the two is right, nor why. ${sendAgain}`;
  const { small, large } = sizesOf(own, theirs);
  if (small === large)
    return [
      'The two roots are different',
      `Both are of ${entries(small)}, and a log has one root hash at each size. If this register showed both, it shows two different logs. ${limits}`,
    ];
  if (own.rootHash === theirs.rootHash)
    return [
      'One root cannot be of two log sizes',
      `Theirs is said to be of ${entries(theirs.logSize)}; the register publishes the same root hash for ${entries(own.logSize)}. One of the two numbers is wrong, perhaps only in the link. ${sendAgain}`,
    ];
  return [
    'The register does not show that one log begins the other',
    `The consistency proof it sent between ${formatNumber(small)} and ${entries(large)} was computed here and does not give both root hashes${reason === '' ? '' : ` (${reason})`}. If this register showed both, its log did not only grow, or it sent the wrong proof. ${limits}`,
  ];
}

function sizesOf(own: Checkpoint, theirs: Checkpoint): { readonly small: number; readonly large: number } {
  const sizes = [own.logSize, theirs.logSize];
  return { small: Math.min(...sizes), large: Math.max(...sizes) };
}
