import type { Found, Worded } from './check-words.ts';
import { countOf, formatNumber } from './format.ts';

/**
 * momentCheckWords words the check that an earlier log is the beginning of the present one: everything shown at that size rests on it. With `copyShows` a copy of the
 * whole log rebuilds both roots, whatever the proof sent leads to.
 */
export function momentCheckWords(found: Found, at: number, now: number, copyShows = false): Worded {
  const state = found.verdict?.outcome ?? (found.failure === undefined ? 'checking' : 'cannot-check');
  const log = `the log of ${countOf(at, 'entry', 'entries')}`;
  const present = `the present log of ${formatNumber(now)}`;
  const reason = found.failure ?? (found.verdict && 'reason' in found.verdict ? found.verdict.reason : '');
  switch (state) {
    case 'holds':
      return at === now
        ? {
            state,
            title: `${capital(log)} is the whole log that is published now`,
            detail: `The entry proof of entry ${formatNumber(at)}, computed here, leads to the published root.`,
          }
        : {
            state,
            title: `${capital(log)} is the beginning of ${present}`,
            detail: `The entry proof of entry ${formatNumber(at)} at that size leads to a root that is published nowhere. A consistency proof, computed here, leads from it to the root that is published now.`,
          };
    case 'does-not-match':
      if (copyShows)
        return {
          state,
          title: `The proof sent does not lead from ${log} to ${present}`,
          detail: `All ${countOf(now, 'entry', 'entries')}, read and hashed here, rebuild the root at that size as well as the published one. So this is the beginning of the present log; what does not match is the consistency proof that the server sent for size ${formatNumber(at)}.`,
        };
      return {
        state,
        title: `${capital(log)} is not shown to be the beginning of ${present}`,
        detail:
          `The proofs that the server sent for size ${formatNumber(at)}, computed here, do not lead to the root that it publishes now. Whether the log or a proof is another one they cannot tell. ${sentence(reason)}`.trim(),
      };
    case 'checking':
      return {
        state,
        title: `Checking whether ${log} is the beginning of ${present}`,
        detail: 'The entry proof of its last entry and a consistency proof are being fetched and computed.',
      };
    case 'cannot-check':
    case 'not-checked':
      return {
        state,
        title: `Whether ${log} is the beginning of the present one could not be checked`,
        detail: sentence(reason),
      };
  }
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function sentence(reason: string): string {
  return reason === '' ? '' : `${capital(reason).replace(/\.$/, '')}.`;
}

/** PlaceOfDate is where a date falls in a log: the size at that moment, how it was found, and how far timestamps contradict it there. */
export interface PlaceOfDate {
  readonly size: number;
  readonly laterBefore: number;
  readonly earlierAfter: number;
  readonly compared: { readonly first: number; readonly last: number };
  /** How many single entries a search looked at; 0 where every timestamp was read. */
  readonly steps: number;
}

/** placeOfDateWords says how the place was found, and whether the timestamps there are in order: they do not order entries. */
export function placeOfDateWords({ laterBefore, earlierAfter, compared, steps }: PlaceOfDate): string {
  const count = compared.last - compared.first + 1;
  const how =
    steps === 0
      ? 'Every timestamp of the log was compared.'
      : `Found by search: ${countOf(steps, 'entry was', 'entries were')} looked at, and the ${countOf(count, 'entry', 'entries')} around the place compared.`;
  const wrong = [
    laterBefore > 0 &&
      `${countOf(laterBefore, 'entry', 'entries')} up to there ${be(laterBefore)} dated later`,
    earlierAfter > 0 &&
      `${countOf(earlierAfter, 'entry', 'entries')} after it ${be(earlierAfter)} dated earlier`,
  ].filter((part) => part !== false);
  if (wrong.length > 0)
    return `${how} Timestamps do not order the entries here: ${wrong.join(', and ')}. The size is the one that fits best.`;
  return steps === 0
    ? `${how} None contradicts the order of the entries there.`
    : `${how} Those are in order; elsewhere in the log timestamps need not be.`;
}

function be(count: number): string {
  return count === 1 ? 'is' : 'are';
}
