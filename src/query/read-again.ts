import { cannotCheck, notChecked, type Verdict } from '../core/verdict.ts';

/** ReadAgain says when a finding is not believed yet, and how it is made again. */
interface ReadAgain<Found> {
  /** isDoubtful reports whether answers of different ages would explain the finding. */
  readonly isDoubtful: (found: Found) => boolean;
  /** again makes the finding from answers that are read anew. */
  readonly again: (found: Found) => Promise<Found>;
  /** How often that is done at most; once by default. */
  readonly times?: number;
  /** What the finding comes to where an answer cannot be read again; by default that failure is the result. */
  readonly unread?: (found: Found) => Found;
}

/**
 * confirmed is the finding that counts. Caches serve answers of different ages, so a doubtful finding, above all a mismatch, is made again from new answers first. What is
 * still doubtful after that stands.
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

/** NEWER_ANSWER is the verdict on an answer in whose place the server now sends another. */
export const NEWER_ANSWER: Verdict = notChecked('newer-answer', 'there is a newer answer by now');

/** UNREAD_AGAIN is the verdict on answers that contradict each other where one of them cannot be read again. */
export const UNREAD_AGAIN: Verdict = cannotCheck(
  'answers-disagree',
  'the answers contradict each other and could not be read again: they may be of different ages',
);
