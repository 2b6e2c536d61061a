import { cannotCheck, notChecked, type Verdict } from '../core/verdict.ts';

/** ReadAgain says when to repeat a finding, and how. */
interface ReadAgain<Found> {
  /** isDoubtful reports whether answers of different ages would explain the finding. */
  readonly isDoubtful: (found: Found) => boolean;
  /** again makes the finding from fresh answers. */
  readonly again: (found: Found) => Promise<Found>;
  /** The most repetitions; 1 by default. */
  readonly times?: number;
  /** The finding if an answer cannot be reread; by default the failure is the result. */
  readonly unread?: (found: Found) => Found;
}

/**
 * confirmed returns the finding that counts. Caches serve answers of different ages, so a doubtful finding, above all a mismatch, is first repeated with fresh answers.
 * One that is still doubtful counts.
 */
export async function confirmed<Found>(
  first: Found,
  { isDoubtful, again, times = 1, unread }: ReadAgain<Found>,
): Promise<Found> {
  let found = first;
  for (let time = 0; time < times && isDoubtful(found); time += 1) {
    try {
      found = await again(found);
    } catch (error) {
      if (unread === undefined) throw error;
      return unread(found);
    }
  }
  return found;
}

/** NEWER_ANSWER is the verdict on an answer that the server has since replaced. */
export const NEWER_ANSWER: Verdict = notChecked('newer-answer', 'there is a newer answer by now');

/** UNREAD_AGAIN is the verdict on contradicting answers of which one cannot be reread. */
export const UNREAD_AGAIN: Verdict = cannotCheck(
  'answers-disagree',
  'the answers contradict each other and could not be read again: they may be of different ages',
);
