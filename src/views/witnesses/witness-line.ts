import type { Checkpoint } from '../../core/model.ts';
import type { Outcome } from '../../core/verdict.ts';
import type { SignedHead, WitnessFinding } from '../../query/contradictions.ts';
import { isContradiction } from '../../query/foreign-head.ts';
import { countKeys } from './named-witness-queries.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import { type CheckText, sentenceOf, wordsFrom } from '../../ui/check-list.tsx';
import { capital, countOf, formatDay, formatNumber } from '../../ui/format.ts';

/** signedWords says how many entries a witness signed, and when. */
function signedWords({ checkpoint, atMs }: SignedHead): string {
  const day = atMs === undefined ? '' : ` on ${formatDay(atMs)}`;
  return `${countOf(checkpoint.logSize, 'entry')}${day}`;
}

/** WitnessState is a key in the reader's list, and the finding once its checkpoint is read. */
export interface WitnessState {
  readonly vkey: string;
  readonly finding: WitnessFinding | undefined;
  /** Whether it is about a head that was published before, and the present one was not compared. */
  readonly isEarlier?: boolean;
}

/**
 * witnessLine describes what witnesses signed, who are counted by their keys: one key under several names is
 * one witness. One that contradicts the log outweighs all others; nothing agrees until every signed head is
 * compared.
 */
export function witnessLine(all: readonly WitnessState[], isPending: boolean) {
  const witnesses = keysOf(all);
  const some = (list: readonly WitnessState[]) =>
    witnesses === 1
      ? 'your witness'
      : `${formatNumber(keysOf(list))} of your ${countOf(witnesses, 'witness', 'witnesses')}`;
  const line = (state: CheckState, title: string, detail = '') => ({ state, title: capital(title), detail });
  const those = (outcome: Outcome) =>
    all
      .flatMap((one) =>
        one.finding?.signed && one.finding.verdict.outcome === outcome
          ? { ...one, finding: one.finding, signed: one.finding.signed }
          : [],
      )
      .toSorted((a, b) => b.signed.checkpoint.logSize - a.signed.checkpoint.logSize);
  const bad = those('does-not-match');
  const contradicting = bad.filter(({ finding }) => isContradiction(finding));
  if (contradicting.length > 0)
    return line(
      'does-not-match',
      `${some(contradicting)} signed another log than the one you ${contradicting.every(({ isEarlier }) => isEarlier) ? 'saw here' : 'see'}`,
    );
  if (bad.length > 0)
    return line(
      'does-not-match',
      `The proof sent to you does not show that this log continues what ${some(bad)} signed`,
      'That says nothing against the witness.',
    );
  const open = 'Do others see the same log?';
  if (isPending) return line('checking', open, 'Reading what your witnesses signed.');
  const uncompared = those('cannot-check');
  if (uncompared[0])
    return line(
      'cannot-check',
      `What ${some(uncompared)} signed could not be compared with this log`,
      `Signed: ${signedWords(uncompared[0].signed)}. Nothing shows that one log is the beginning of the other.`,
    );
  const failed = all.filter(({ finding }) => !finding?.signed && finding?.verdict.outcome !== 'not-checked');
  const unchecked = failed.length > 0 && `What ${some(failed)} signed could not be checked`;
  const agreeing = those('holds');
  if (agreeing[0])
    return line(
      'holds',
      `${some(agreeing)} signed this log`,
      `${signedWords(agreeing[0].signed)}. ${unchecked ? 'No signature that was checked' : 'No signature'} contradicts what you see.${unchecked ? ` ${unchecked}.` : ''}`,
    );
  return unchecked
    ? line('cannot-check', unchecked)
    : line('not-checked', open, 'Not checked. None of your witnesses has signed this log yet.');
}

/** keysOf counts different keys. */
function keysOf(list: readonly WitnessState[]): number {
  return countKeys(list.map(({ vkey }) => vkey));
}

/** comparisonText describes how the log that a witness was shown stands to the published one. */
export function comparisonText(
  { verdict, comparison }: Pick<WitnessFinding, 'verdict' | 'comparison'>,
  theirs: Checkpoint,
): CheckText {
  const size = comparison?.own.logSize ?? theirs.logSize;
  const isSameSize = size === theirs.logSize;
  const isShorter = size < theirs.logSize;
  const how =
    comparison?.byEntries === true
      ? 'This page computed that from the entries; the proof that this register sent does not show it.'
      : 'A consistency proof, computed here, gives both root hashes.';
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
            isContradiction({ verdict })
              ? 'Neither log is the beginning of the other'
              : 'The register does not show that one log is the beginning of the other',
          ],
      'cannot-check': [
        'These roots could not be compared',
        comparison
          ? sentenceOf({ verdict })
          : 'The register did not answer with a proof between the two logs. This is not a mismatch.',
      ],
      otherwise: ['These roots were not compared'],
    },
  );
}
