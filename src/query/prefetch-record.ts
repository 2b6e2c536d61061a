import type { QueryClient } from '@tanstack/react-query';
import { keyCheckQuery, recordDataCheckQuery } from './data-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { memoryCheckQuery, memoryQuery } from './memory-queries.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/**
 * prefetchRecord reads a current record and makes its checks before the page is drawn, so that it is drawn
 * once and not after each answer. What fails here fails in the page's own queries, which say so; an entry
 * that the record does not name is left to them. Never rejects.
 */
export async function prefetchRecord(
  queries: QueryClient,
  session: RegisterSession,
  key: string,
): Promise<void> {
  void queries.prefetchQuery(memoryQuery(session));
  void queries.prefetchQuery(registerQuery(session));
  try {
    const [record, trail, head] = await Promise.all([
      queries.fetchQuery(recordQuery(session, key)),
      queries.fetchQuery(trailQuery(session, key)),
      queries.fetchQuery(headQuery(session)),
    ]);
    const entry = trail.at(-1);
    if (entry === undefined || (record.entryNumber ?? entry.entryNumber) !== entry.entryNumber) return;
    await Promise.all([
      queries.prefetchQuery(keyCheckQuery(session, key, entry)),
      queries.prefetchQuery(recordDataCheckQuery(session, record.items, entry, trail)),
      queries.prefetchQuery(entryCheckQuery(session, entry, head)),
      queries.prefetchQuery(memoryCheckQuery(session, head)),
    ]);
  } catch {
    // The page's own queries have the failure.
  }
}
