import type { QueryClient } from '@tanstack/react-query';
import { recordChecks, recordReads } from './record-needs.ts';
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
  const reads = recordReads(session, key);
  void queries.prefetchQuery(reads.memory);
  void queries.prefetchQuery(reads.register);
  try {
    const [record, trail, head] = await Promise.all([
      queries.fetchQuery(reads.record),
      queries.fetchQuery(reads.trail),
      queries.fetchQuery(reads.head),
    ]);
    const entry = trail.at(-1);
    if (entry === undefined || (record.entryNumber ?? entry.entryNumber) !== entry.entryNumber) return;
    const checks = recordChecks(session, key, { items: record.items, entry, trail, head });
    await Promise.all([
      queries.prefetchQuery(checks.key),
      queries.prefetchQuery(checks.data),
      queries.prefetchQuery(checks.inclusion),
      queries.prefetchQuery(checks.memory),
    ]);
  } catch {
    // The page's own queries have the failure.
  }
}
