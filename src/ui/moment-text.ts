import { countOf, formatNumber } from './format.ts';
import { type Source, SOURCE_WORDS } from './source.ts';
import { type CheckText, type CheckFinding, sentenceOf, wordsFrom } from './check-text.ts';

/** momentCheckText describes the check that an earlier log is the beginning of the current one: everything shown at that size depends on it. */
export function momentCheckText(
  found: CheckFinding,
  at: number,
  now: number,
  source: Source = 'server',
): CheckText {
  const { rootHash } = SOURCE_WORDS[source];
  const size = formatNumber(at);
  const log = `The log of ${countOf(at, 'entry')}`;
  const present = at === now ? 'the present log' : `the present log of ${formatNumber(now)}`;
  const unpublished = source === 'file' ? 'not in the file' : 'not published';
  return wordsFrom(found, {
    holds:
      at === now
        ? [`${log} is ${present}`, `The entry proof of entry ${size} gives the ${rootHash}.`]
        : [
            `${log} is the beginning of ${present}`,
            `The entry proof of entry ${size} gives a root hash that is ${unpublished}. A consistency proof connects it to the ${rootHash}.`,
          ],
    'does-not-match': [
      `${log} is not proved to be the beginning of ${present}`,
      `The proofs for size ${size} do not connect to the ${rootHash}. ${sentenceOf(found)}`.trim(),
    ],
    checking: [`${log}: being compared with ${present}`, 'Two proofs are being fetched and computed.'],
    'cannot-check': [`${log} could not be compared with ${present}`],
    'not-checked': [`${log} was not compared with ${present}`],
  });
}

/** placeOfDateWords says which timestamps a size found by its date was compared with, and whether they are in order: they do not order entries. */
export function placeOfDateWords({
  outOfOrder,
  around,
}: {
  readonly outOfOrder: number;
  /** undefined for all. */
  readonly around?: number;
}): string {
  const compared = around === undefined ? 'every timestamp' : `${countOf(around, 'timestamp')} around it`;
  const are = outOfOrder === 0 ? 'none is' : countOf(outOfOrder, 'is', 'are');
  return `Compared with ${compared}; ${are} out of order.`;
}
