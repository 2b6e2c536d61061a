import { type AuditKeys, TRAIL_COLUMNS } from './audit-keys.ts';
import { readBaseRecord, readRunRecord } from './audit-records.ts';
import type { AuditStorage } from './audit-types.ts';
import type { RunLife } from './run-life.ts';

/**
 * sweepOrphans removes what no record names and nobody writes any more: parts of a run whose record another tab has overwritten before it was closed, and trail
 * indexes of an audit that another one replaced at the same time. It never rejects; where it cannot be told who writes, all is left as it is.
 */
export async function sweepOrphans(storage: AuditStorage, keys: AuditKeys, life: RunLife): Promise<void> {
  try {
    // Who writes is asked first: a tab that begins later writes what is not in this list of names.
    const names = await storage.keys();
    const held = await life.held();
    if (held === undefined) return;
    const run = readRunRecord(await storage.get(keys.run), keys.registerId);
    const base = readBaseRecord(await storage.get(keys.base), keys.registerId);
    const named = new Set([
      ...(run?.parts ?? []).map(keys.part),
      ...(base === undefined ? [] : TRAIL_COLUMNS.map((column) => keys.trail(base.runId, column))),
    ]);
    const orphans = names.filter((name) => {
      const runId = keys.runOf(name);
      return runId !== undefined && !named.has(name) && !held.has(runId);
    });
    if (orphans.length > 0) await storage.remove(orphans);
  } catch {
    // What storage refuses to tell or to remove stays.
  }
}
