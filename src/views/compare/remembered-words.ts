import type { Checkpoint } from '../../core/model.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import { countOf, formatDay } from '../../ui/format.ts';
import type { RememberedRoot } from '../../verify/remembered-root.ts';

/** rememberedWords says what another person's root is to the one this browser remembers, where that can be seen without a proof; undefined where it cannot. */
export function rememberedWords(
  theirs: Checkpoint,
  remembered: Pick<RememberedRoot, 'logSize' | 'rootHash' | 'lastSeenMs' | 'importedAtMs' | 'givenUp'>,
): { readonly state: CheckState; readonly title: string; readonly detail: string } | undefined {
  const { logSize, rootHash, lastSeenMs, importedAtMs, givenUp } = remembered;
  const before = givenUpWords(theirs, givenUp);
  if (before !== undefined && (theirs.logSize !== logSize || theirs.rootHash !== rootHash)) return before;
  const sameRoot = theirs.rootHash === rootHash;
  const log = countOf(logSize, 'entry', 'entries');
  const isFromFile = importedAtMs !== undefined;
  const from = isFromFile
    ? 'It came out of a file that was taken over: the register has not shown it to this browser.'
    : `The register showed it to this browser on ${formatDay(new Date(lastSeenMs).toISOString())}.`;
  if (theirs.logSize !== logSize) {
    if (!sameRoot) return undefined;
    return {
      state: 'does-not-match',
      title: 'This browser remembers their root for another log size',
      detail: `It remembers this very root for ${log}; the link says ${countOf(theirs.logSize, 'entry', 'entries')}. A root belongs to one size: one of the two numbers is wrong.`,
    };
  }
  if (sameRoot) {
    return {
      state: isFromFile ? 'not-checked' : 'holds',
      title: isFromFile
        ? 'Theirs is the root that this browser took over from a file'
        : 'Theirs is the root this browser remembers',
      detail: `Both are of ${log}. ${from}`,
    };
  }
  return {
    state: 'does-not-match',
    title: 'Theirs is not the root this browser remembers',
    detail: `Both are of ${log}, and a log has one root at each size. The remembered one begins with ${rootHash.slice(0, 8)}. ${from}`,
  };
}

/**
 * givenUpWords is for a root that the person gave up here for another one: it is compared with nothing any more, and yet it is what the register once showed. Where
 * it was shown to another person as well, it was not this browser's mistake.
 */
function givenUpWords(
  theirs: Checkpoint,
  givenUp: RememberedRoot['givenUp'],
): ReturnType<typeof rememberedWords> {
  const same = givenUp.findLast(
    ({ logSize, rootHash }) => logSize === theirs.logSize && rootHash === theirs.rootHash,
  );
  if (same === undefined) return undefined;
  const seen = formatDay(new Date(same.seenAtMs).toISOString());
  return {
    state: 'not-checked',
    title: 'Theirs is a root that you gave up here for another one',
    detail: `This browser held to it until ${seen}. If the register showed it to the other person as well, it had a log that it shows no more: ask when they saw it, and keep the report of the alarm.`,
  };
}
