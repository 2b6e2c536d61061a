import { auditKeys, type AuditKeys, TRAIL_COLUMNS } from './audit-keys.ts';
import { readBaseRecord, readCoverage, readResult, readRunRecord } from './audit-records.ts';
import type { AuditStorage, AuditStore, CoveredRange } from './audit-types.ts';
import { KeyTable } from './key-table.ts';
import { LogRebuild } from './log-rebuild.ts';

/** createAuditStore reads what audits have kept in a storage. */
export function createAuditStore(storage: AuditStorage): AuditStore {
  const read = (key: string): Promise<unknown> => storage.get(key).catch(() => undefined);
  return {
    result: async (registerId) => readResult(await read(auditKeys(registerId).result)),
    async trailIndex(registerId) {
      const keys = auditKeys(registerId);
      const base = readBaseRecord(await read(keys.base));
      if (!base) return undefined;
      const trail = await loadTrail(read, keys, base.runId, 0);
      return trail?.indexAt(base.head);
    },
    async savedRun(registerId) {
      const record = readRunRecord(await read(auditKeys(registerId).run));
      if (!record) return undefined;
      const { head, phase } = record;
      try {
        return { head, phase, entriesDone: LogRebuild.from(record.tree).size };
      } catch {
        return undefined;
      }
    },
    coverage: async (registerId) => readCoverage(await read(auditKeys(registerId).coverage)),
    async forget(registerId) {
      const keys = auditKeys(registerId);
      const run = readRunRecord(await read(keys.run));
      const base = readBaseRecord(await read(keys.base));
      await storage.remove([
        keys.run,
        keys.result,
        keys.base,
        keys.coverage,
        ...Array.from({ length: run?.parts ?? 0 }, (_, index) => keys.part(run?.runId ?? '', index)),
        ...TRAIL_COLUMNS.map((column) => keys.trail(base?.runId ?? '', column)),
      ]);
    },
  };
}

/** loadTrail reads a trail index, with room for `more` keys; undefined where it is not whole. */
export async function loadTrail(
  read: (key: string) => Promise<unknown>,
  keys: AuditKeys,
  runId: string,
  more: number,
): Promise<KeyTable | undefined> {
  const columns = await Promise.all(
    TRAIL_COLUMNS.map(async (column) => [column, await read(keys.trail(runId, column))] as const),
  );
  try {
    return await KeyTable.from(Object.fromEntries(columns), more);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** MOST_RANGES is how many covered ranges are kept of one register; the oldest give way. */
const MOST_RANGES = 200;

/** addCoverage adds a range. One that lies within it, and was verified before, is no longer kept. */
export async function addCoverage(
  storage: AuditStorage,
  registerId: string,
  range: CoveredRange,
): Promise<void> {
  const { coverage } = auditKeys(registerId);
  const known = readCoverage(await storage.get(coverage));
  const others = known.filter(({ first, last }) => first < range.first || last > range.last);
  await storage.set(coverage, [...others, range].slice(-MOST_RANGES));
}
