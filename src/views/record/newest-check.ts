import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import type { LatestCheck } from '../../query/latest-standing.ts';
import { findLatest } from '../../query/latest.ts';
import type { RegisterSession } from '../../query/session.ts';
import type { Worded } from '../../ui/check-words.ts';
import { latestWords } from '../../ui/latest-words.ts';

/** NewestCheck is the check whether a record is the latest version of its key, with its words; none where only the server's word is left. */
export type NewestCheck = LatestCheck & {
  readonly words: Worded | undefined;
  /** What the link to the audit says. */
  readonly link: string | undefined;
};

/** newestCheck makes that check. Throws without an entry and a head: a bug, not a state. */
export async function newestCheck(
  queries: QueryClient,
  session: RegisterSession,
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
): Promise<NewestCheck> {
  if (entry === undefined || head === undefined) throw new Error('newestCheck without an entry');
  const { key, entryNumber } = entry;
  const check = await findLatest(queries, session, { key, entryNumber, trailLength, head }, true);
  return { ...check, words: latestWords(check), link: linkOf(check) };
}

function linkOf({ standing, verdict }: LatestCheck): string | undefined {
  if (standing === 'grown') return 'Continue the audit';
  return verdict.outcome === 'not-checked' ? undefined : 'See the audit';
}
