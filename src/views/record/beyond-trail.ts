import type { Entry } from '../../core/model.ts';
import { readQuery } from '../../query/client-query.ts';
import { laterEntryQuery, trailQuery } from '../../query/record-queries.ts';
import type { RegisterSession } from '../../query/session.ts';

/** PAGED is how many entries a list has at least that a server sends in pages. */
const PAGED = 10;

/**
 * beyondTrailQuery looks for an entry of a key after the end of a long trail, which may be cut where a server does
 * not let pages read where it goes on: a record of the blobs API names no entry, and its last entry may have the
 * data of the last one listed. What is found is the result of laterEntryQuery. Resolves with its number, or 0.
 */
export function beyondTrailQuery(session: RegisterSession, { key, entryNumber }: Entry, logSize: number) {
  return readQuery(session, ['beyond-trail', key, entryNumber, logSize], async (api, _signal, queries) => {
    const trail = queries.getQueryData(trailQuery(session, key).queryKey) ?? [];
    if (api.variant === 'item' || trail.length < PAGED) return 0;
    const { namedEntry } = await import('../../query/later-entry.ts');
    const named = (await namedEntry(api, key, logSize)) ?? 0;
    if (named <= entryNumber) return 0;
    queries.setQueryData(laterEntryQuery(session, key).queryKey, named);
    return named;
  });
}
