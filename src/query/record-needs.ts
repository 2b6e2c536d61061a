import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint, Entry, Item } from '../core/model.ts';
import { keyCheckQuery, recordDataCheckQuery } from './data-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { memoryCheckQuery, memoryQuery } from './memory-queries.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** recordReads are what the page of a current record reads, all at once; app/early-requests.ts begins with the same. */
export function recordReads(session: RegisterSession, key: string) {
  return {
    memory: memoryQuery(session),
    register: registerQuery(session),
    head: headQuery(session),
    record: recordQuery(session, key),
    trail: trailQuery(session, key),
  };
}

/** recordChecks are the checks of a current record, once it is read. */
export function recordChecks(
  session: RegisterSession,
  key: string,
  {
    items,
    entry,
    trail,
    head,
  }: {
    readonly items: readonly Item[];
    readonly entry: Entry;
    readonly trail: readonly Entry[] | undefined;
    readonly head: Checkpoint;
  },
) {
  return {
    key: keyCheckQuery(session, key, entry),
    data: recordDataCheckQuery(session, items, entry, trail),
    inclusion: entryCheckQuery(session, entry, head),
    memory: memoryCheckQuery(session, head),
  };
}

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
