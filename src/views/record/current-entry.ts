import type { Entry, RegisterRecord } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';

/** CurrentEntry is the entry of the log that a record's data belongs to, or why it cannot be told. */
export type CurrentEntry = { readonly entry: Entry } | { readonly verdict: Verdict };

/**
 * currentEntry finds the entry behind a record in its trail: the one the record names (item variant), else the last (the earlier variant's
 * record names none). A record and a trail that disagree are told apart from a mismatch: two answers may be of different ages.
 */
export function currentEntry(record: RegisterRecord, trail: readonly Entry[]): CurrentEntry {
  const last = trail.at(-1);
  if (last === undefined) return disagree('The server sent a record, but its trail is empty.');
  if (record.entryNumber === undefined) return { entry: last };
  const named = trail.find((entry) => entry.entryNumber === record.entryNumber);
  if (named === undefined)
    return disagree(`The record names entry ${record.entryNumber}, and its trail has no such entry.`);
  if (named !== last)
    return disagree(
      `The record names entry ${record.entryNumber}, but its trail goes on to entry ${last.entryNumber}. The two answers may be of different ages: try again.`,
    );
  if (record.timestamp !== undefined && record.timestamp !== named.timestamp) {
    return disagree(
      `The record dates entry ${named.entryNumber} ${record.timestamp}, its trail ${named.timestamp}.`,
    );
  }
  return { entry: named };
}

function disagree(reason: string): CurrentEntry {
  return { verdict: { outcome: 'cannot-check', code: 'answers-disagree', reason } };
}
