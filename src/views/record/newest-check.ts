import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { newerOf } from '../../query/held-back.ts';
import { keepsAudit } from '../../query/audit-flag.ts';
import { recheckAfterRefetch } from '../../query/latest-anew.ts';
import { newestCheck } from '../../query/check-queries.ts';
import { standingOf, type LatestCheck, type Served } from '../../query/latest-standing.ts';
import { findLatest } from '../../query/latest.ts';
import { copyCheck } from '../../query/replica-check.ts';
import { replicaAnswer, replicaDeskOf } from '../../query/replica.ts';
import { reportCheck } from '../../query/report-check.ts';
import type { RegisterSession } from '../../query/session.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Worded } from '../../ui/check-words.ts';
import { latestWords } from '../../ui/latest-words.ts';
import { isolated } from '../../ui/literal.tsx';

/** NewestCheck is the check whether a record is the latest version of its key, with its words; none where only the server's word is left. */
export type NewestCheck = LatestCheck & {
  readonly words: Worded | undefined;
  /** What the link beside it says: to the audit, or to the entry `newer`. */
  readonly link: string | undefined;
  /** The number of the entry that superseded the one that was sent. */
  readonly newer?: string;
};

/**
 * findNewest makes that check from the best that is at hand: a newer version that came while this one was read, else an audit that this browser keeps, else a copy of
 * the whole log read in this page for this very head. What does not match is read anew before it counts. Throws where there is none of them.
 */
export async function findNewest(
  queries: QueryClient,
  session: RegisterSession,
  signal: AbortSignal,
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
): Promise<NewestCheck> {
  if (entry === undefined || head === undefined) throw new Error('findNewest without an entry');
  const { key, entryNumber } = entry;
  const served = { key, entryNumber, trailLength, head };
  return reportCheck(session.trust, newestCheck(entry, head), signal, async () => {
    if (newerOf(session, key) !== undefined) return heldBackCheck(session, served, head);
    if (keepsAudit(session.id))
      return wordedAnew(queries, session, await findLatest(queries, session, served, true), served);
    return newestInCopy(queries, session, served);
  });
}

/** newestInCopy makes that check from a copy of the whole log. */
async function newestInCopy(
  queries: QueryClient,
  session: RegisterSession,
  served: Served,
): Promise<NewestCheck> {
  const { key, head } = served;
  const copy = replicaDeskOf(session, queries).phase();
  const holds = session.trust.verdictOf(copyCheck(head))?.outcome === 'holds';
  if (copy.phase !== 'ready' || !holds) throw new Error('there is no copy to look in');
  const numbers = await queries.fetchQuery(replicaAnswer(session, copy.replica, 'trail', { key }));
  const last = numbers.at(-1);
  const latest = last === undefined ? undefined : { entryNumber: last, count: numbers.length };
  const check = standingOf(served, { index: { checkpoint: head, latestOf: () => latest } }, true);
  const worded = await wordedAnew(queries, session, check, served);
  return worded.newer === undefined ? { ...worded, link: 'Audit the log' } : worded;
}

/** heldBackCheck is that check where a newer version came while this one was read: the one on view is known not to be the latest. Throws where nothing is held back: a bug. */
function heldBackCheck(
  session: RegisterSession,
  { key, entryNumber }: Pick<Entry, 'key' | 'entryNumber'>,
  head: Checkpoint | undefined,
): NewestCheck {
  const newer = newerOf(session, key)?.trail.at(-1)?.entryNumber;
  if (newer === undefined || head === undefined) throw new Error('heldBackCheck without a newer version');
  const number = formatNumber(newer);
  const reason = `entry ${newer} of this key came while this one was read`;
  return {
    key,
    entryNumber,
    head,
    standing: 'superseded',
    verdict: { outcome: 'not-checked', code: 'newer-answer', reason },
    words: {
      state: 'not-checked',
      title: `Entry ${number} is a newer version of ${isolated(key)}`,
      detail: `It came while entry ${formatNumber(entryNumber)} was read here, which stays on view until you ask for the new one. What is newest is the server's word.`,
    },
    link: `See entry ${number}`,
    newer: String(newer),
  };
}

/** wordedAnew words such a check, once what does not match has been read anew. */
async function wordedAnew(
  queries: QueryClient,
  session: RegisterSession,
  found: LatestCheck,
  served: Served,
): Promise<NewestCheck> {
  const newer = newerOf(session, served.key)?.trail.at(-1)?.entryNumber ?? 0;
  // That the server sent an older version is then this page's doing.
  if (newer > served.entryNumber) return heldBackCheck(session, served, served.head);
  const check = await recheckAfterRefetch(queries, session, found, served);
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
