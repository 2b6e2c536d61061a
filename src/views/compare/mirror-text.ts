import type { Checkpoint } from '../../core/model.ts';
import { isOutdated } from '../../query/mirror-queries.ts';
import type { OthersLine } from '../../query/others-summary.ts';
import type { Mirror, MirrorResult } from '../../trust/reader-lists.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import { countOf, formatDay, formatNumber } from '../../ui/format.ts';

/**
 * mirrorState returns what a result says while this head is published: an agreement counts for the head that
 * was compared, a difference until the mirror is compared again.
 */
export function mirrorState(result: MirrorResult | undefined, head: Checkpoint | undefined): CheckState {
  return result === undefined || isOutdated(result, head) ? 'not-checked' : result.outcome;
}

/** mirrorSentence returns the result of comparing a mirror as a sentence. */
export function mirrorSentence(result: MirrorResult, head: Checkpoint | undefined): string {
  const { outcome, reason = '', own, mirror, first = 1, by } = result;
  const how =
    by === 'entries' ? ' Keys, times and data were compared: the two hash entries by different rules.' : '';
  const [here, there] = [own, mirror].map((side) => countOf(side?.logSize ?? 0, 'entry'));
  if (isOutdated(result, head)) return `Compared with an earlier log of ${here}: not checked since.`;
  switch (outcome) {
    case 'not-checked':
      return `Not checked: ${reason}.`;
    case 'cannot-check':
      return `Could not check: ${reason}.`;
    case 'does-not-match':
      return `Does not match: the two first differ in entry ${formatNumber(first)}.${how}`;
    case 'holds':
      if (own?.logSize === mirror?.logSize) return `The same log: ${here}, in the same order.${how}`;
      return `The shorter of the two is the beginning of the longer: ${there} there, ${here} here. The shorter may be an older copy.${how}`;
  }
}

/**
 * mirrorLine sums up the mirrors that the reader named; undefined if none was compared. One that differs
 * outweighs all others; one that is behind agrees, and one that was not reached differs from nothing.
 */
export function mirrorLine(mirrors: readonly Mirror[], head: Checkpoint | undefined): OthersLine | undefined {
  const compared = mirrors.flatMap(({ result }) => result ?? []);
  if (compared.length === 0) return undefined;
  const last = (list: readonly MirrorResult[]) => {
    const [result] = list.toSorted((one, other) => other.comparedAtMs - one.comparedAtMs);
    return result ? `${mirrorSentence(result, head)} Compared on ${formatDay(result.comparedAtMs)}.` : '';
  };
  const those = (state: CheckState) => compared.filter((result) => mirrorState(result, head) === state);
  const some = (list: readonly MirrorResult[], one: string, many: string) =>
    mirrors.length === 1
      ? `Your mirror ${one}`
      : `${formatNumber(list.length)} of your ${countOf(mirrors.length, 'mirror')} ${list.length === 1 ? one : many}`;
  const [differing, agreeing, failed] = [those('does-not-match'), those('holds'), those('cannot-check')];
  if (differing.length > 0)
    return {
      state: 'does-not-match',
      title: some(differing, 'has another log', 'have another log'),
      detail: 'Which of the two is right, this page cannot tell.',
    };
  const unread =
    failed.length > 0 ? ` ${some(failed, 'could not be compared', 'could not be compared')}.` : '';
  if (agreeing[0])
    return {
      state: 'holds',
      title: some(agreeing, 'agrees with this log', 'agree with this log'),
      detail: `${last(agreeing)}${unread}`,
    };
  const title = 'Do others see the same log?';
  return unread === ''
    ? { state: 'not-checked', title, detail: `Not checked. ${last(compared)}` }
    : { state: 'cannot-check', title: unread.trim().replace(/\.$/, ''), detail: last(failed) };
}
