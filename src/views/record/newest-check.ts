import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { heldAnew } from '../../query/latest-anew.ts';
import type { LatestCheck, Served } from '../../query/latest-standing.ts';
import { findLatest } from '../../query/latest.ts';
import type { RegisterSession } from '../../query/session.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Worded } from '../../ui/check-words.ts';
import { latestWords } from '../../ui/latest-words.ts';

/** NewestCheck is the check whether a record is the latest version of its key, with its words; none where only the server's word is left. */
export type NewestCheck = LatestCheck & {
  readonly words: Worded | undefined;
  /** What the link beside it says: to the audit, or to the entry `newer`. */
  readonly link: string | undefined;
  /** The number of the entry that superseded the one that was sent. */
  readonly newer?: string;
};

/** newestCheck makes that check after an audit. Throws without an entry and a head: a bug, not a state. */
export async function newestCheck(
  queries: QueryClient,
  session: RegisterSession,
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
): Promise<NewestCheck> {
  if (entry === undefined || head === undefined) throw new Error('newestCheck without an entry');
  const { key, entryNumber } = entry;
  const served = { key, entryNumber, trailLength, head };
  return wordedAnew(queries, session, await findLatest(queries, session, served, true), served);
}

/** wordedAnew words such a check, once what does not match has been read anew. */
export async function wordedAnew(
  queries: QueryClient,
  session: RegisterSession,
  found: LatestCheck,
  served: Served,
): Promise<NewestCheck> {
  const check = await heldAnew(queries, session, found, served);
  // Of an answer that is out of date nothing is said; the newer one has a check of its own.
  const gone = check !== found && check.verdict.outcome === 'not-checked';
  const words = gone ? undefined : latestWords(check);
  const { latest } = check;
  if (check.standing !== 'superseded' || latest === undefined)
    return { ...check, words, link: linkOf(check) };
  return {
    ...check,
    words,
    link: `See entry ${formatNumber(latest.entryNumber)}`,
    newer: String(latest.entryNumber),
  };
}

function linkOf({ standing, verdict }: LatestCheck): string | undefined {
  if (standing === 'grown') return 'Continue the audit';
  return verdict.outcome === 'not-checked' ? undefined : 'See the audit';
}
