import type { Checkpoint } from '../../core/model.ts';
import type { Comparison } from '../../query/compare-query.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatDay, formatNumber } from '../../ui/format.ts';
import type { RememberedRoot } from '../../verify/remembered-root.ts';

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

/** rememberedChecks says what another person's root is to the one this browser remembers, where no proof is needed for that; empty where one is. */
export function rememberedChecks(
  theirs: Checkpoint,
  remembered: Pick<RememberedRoot, 'logSize' | 'rootHash' | 'lastSeenMs' | 'importedAtMs' | 'givenUp'>,
): readonly NamedCheck[] {
  const { rootHash, lastSeenMs, importedAtMs, givenUp } = remembered;
  const check = (state: NamedCheck['state'], title: string, detail: string): readonly NamedCheck[] => [
    { id: 'remembered', state, title, detail },
  ];
  const log = countOf(remembered.logSize, 'entry', 'entries');
  const isFromFile = importedAtMs !== undefined;
  const from = isFromFile
    ? 'It was imported from a file: the register has not shown it to this browser.'
    : `The register showed it to this browser on ${dayOf(lastSeenMs)}.`;
  if (isSameHead(theirs, remembered))
    return isFromFile
      ? check('not-checked', 'Theirs is the root imported from a file', `Both are of ${log}. ${from}`)
      : check('holds', 'Theirs is the root this browser remembers', `Both are of ${log}. ${from}`);
  // What was given up is compared with nothing any more, and yet it is what the register once showed.
  const old = givenUp.findLast((head) => isSameHead(head, theirs));
  if (old !== undefined)
    return check(
      'not-checked',
      'Theirs is a root that you gave up here for another one',
      `This browser remembered it until ${dayOf(old.seenAtMs)}. If the register showed it to the other person too, it had a log that it no longer shows: ask when they saw it, and keep the report of the alarm.`,
    );
  if (theirs.logSize === remembered.logSize)
    return check(
      'does-not-match',
      'Theirs is not the root this browser remembers',
      `Both are of ${log}, and a log has one root hash at each size. The remembered one begins with ${rootHash.slice(0, 8)}. ${from}`,
    );
  if (theirs.rootHash === rootHash)
    return check(
      'does-not-match',
      'This browser remembers their root for another log size',
      `It remembers this root hash for ${log}; the link says ${countOf(theirs.logSize, 'entry', 'entries')}. A root hash belongs to one size: one of the two numbers is wrong.`,
    );
  return [];
}

function isSameHead(one: Checkpoint, other: Checkpoint): boolean {
  return one.logSize === other.logSize && one.rootHash === other.rootHash;
}

function dayOf(ms: number): string {
  return formatDay(new Date(ms).toISOString());
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
