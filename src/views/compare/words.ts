import type { Checkpoint } from '../../core/model.ts';
import type { Comparison } from '../../query/compare-query.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';

interface Worded {
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
}

const WORD = 'That the other person was shown this root is the word of whoever sent the link.';

/** comparisonWords says in one plain verdict what two heads are to each other, what that proves, and what it does not. */
export function comparisonWords({ verdict, own }: Comparison, theirs: Checkpoint): Worded {
  const state = verdict.outcome;
  switch (verdict.outcome) {
    case 'holds':
      return { state, ...agreement(own, theirs) };
    case 'does-not-match':
      return { state, ...disagreement(own, theirs, 'reason' in verdict ? verdict.reason : undefined) };
    case 'cannot-check':
    case 'not-checked':
      return { state, title: undecidedTitle(own, theirs), detail: sentence(verdict.reason) };
  }
}

/** failureWords says what a comparison is for which the register sent no proof. */
export function failureWords(theirs: Checkpoint): Worded {
  return {
    state: 'cannot-check',
    title: 'These roots could not be compared',
    detail: `The register did not answer with a proof between the log of ${countOf(theirs.logSize, 'entry', 'entries')} and the one shown to you. If the other log is the longer one, an older copy may be served to you: try again later. That is no mismatch.`,
  };
}

/** undecidedTitle: two equal roots are equal also where the published one is in doubt. */
function undecidedTitle(own: Checkpoint, theirs: Checkpoint): string {
  return own.rootHash === theirs.rootHash && own.logSize === theirs.logSize
    ? 'Theirs is the root that is published to you now, and that is in doubt'
    : 'These roots cannot be compared';
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.');
}

function agreement(own: Checkpoint, theirs: Checkpoint): Pick<Worded, 'title' | 'detail'> {
  const limits = `It does not prove that what is registered is true, nor what third persons are shown. ${WORD}`;
  if (own.logSize === theirs.logSize) {
    return {
      title: 'You are both shown the same log',
      detail: `Both roots are of ${countOf(own.logSize, 'entry', 'entries')}, and they are equal: every entry is the same, in the same order. ${limits}`,
    };
  }
  const [small, large] = [Math.min(own.logSize, theirs.logSize), Math.max(own.logSize, theirs.logSize)];
  const [smaller, larger] = own.logSize < theirs.logSize ? ['Your log', 'theirs'] : ['Their log', 'yours'];
  return {
    title: `${smaller} is the beginning of ${larger}`,
    detail: `A consistency proof, computed here, leads to both roots: the first ${countOf(small, 'entry', 'entries')} are the same, in the same order. Only one of you was shown ${small + 1 === large ? `entry ${formatNumber(large)}` : `entries ${formatNumber(small + 1)} to ${formatNumber(large)}`}. ${limits}`,
  };
}

function disagreement(
  own: Checkpoint,
  theirs: Checkpoint,
  reason: string | undefined,
): Pick<Worded, 'title' | 'detail'> {
  const limits = `It does not prove which of the two is right, nor why. ${WORD} Ask them to send it again before you draw conclusions.`;
  if (own.logSize === theirs.logSize) {
    return {
      title: 'The two roots are different',
      detail: `Both are of ${countOf(own.logSize, 'entry', 'entries')}, and a log has one root at each size. If both were shown by this register, it shows two different logs. ${limits}`,
    };
  }
  if (own.rootHash === theirs.rootHash) {
    return {
      title: 'One root cannot be of two log sizes',
      detail: `Theirs is said to be of ${countOf(theirs.logSize, 'entry', 'entries')}; the register publishes the very same root for ${countOf(own.logSize, 'entry', 'entries')}. One of the two numbers is wrong, perhaps only in the link. ${WORD} Ask them to send it again.`,
    };
  }
  const because = reason === undefined ? '' : ` (${reason})`;
  return {
    title: 'The register does not show that one log begins the other',
    detail: `It was asked for the consistency proof between ${formatNumber(Math.min(own.logSize, theirs.logSize))} and ${countOf(Math.max(own.logSize, theirs.logSize), 'entry', 'entries')}; what it sent was computed here and does not lead to both roots${because}. If both roots were shown by this register, its log did not only grow, or it did not send the right proof. ${limits}`,
  };
}
