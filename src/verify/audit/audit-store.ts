import { auditKeys, type AuditKeys, TRAIL_COLUMNS } from './audit-keys.ts';
import {
  type BaseMark,
  readBaseRecord,
  readCoverage,
  readResultRecord,
  type ResultRecord,
  readRunRecord,
} from './audit-records.ts';
import type { AuditStorage, AuditStore, CoveredRange } from './audit-types.ts';
import { MOST_ROOM } from './grow.ts';
import { KeyTable } from './key-table.ts';
import { LogRebuild } from './log-rebuild.ts';

/** createAuditStore reads what audits have kept in a storage. */
export function createAuditStore(storage: AuditStorage): AuditStore {
  const read = (key: string): Promise<unknown> => storage.get(key).catch(() => undefined);
  return {
    result: async (registerId) => readResultRecord(await read(auditKeys(registerId).result))?.result,
    async trailIndex(registerId) {
      const keys = auditKeys(registerId);
      const base = readBaseRecord(await read(keys.base), registerId);
      if (!base) return undefined;
      const latest = readResultRecord(await read(keys.result));
      if (latest && hasIndex(latest) && latest.runId !== base.runId) return undefined;
      const trail = await loadTrail(read, keys, base, 0);
      return trail?.indexAt(base.head);
    },
    async savedRun(registerId) {
      const record = readRunRecord(await read(auditKeys(registerId).run), registerId);
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
      const ofRuns = (await storage.keys()).filter((name) => keys.runOf(name) !== undefined);
      await storage.remove([keys.run, keys.result, keys.base, keys.coverage, ...ofRuns]);
    },
  };
}

/** An audit that rebuilt the root has a trail index of its own. */
function hasIndex({ result: { head, computedRoot } }: ResultRecord): boolean {
  return head.logSize > 0 && computedRoot === head.rootHash;
}

/** loadTrail reads the trail index of a finished audit, with room for `more` keys; undefined where it is not whole, or not of as many entries. */
export async function loadTrail(
  read: (key: string) => Promise<unknown>,
  keys: AuditKeys,
  { runId, head }: BaseMark,
  more: number,
): Promise<KeyTable | undefined> {
  const columns = await Promise.all(
    TRAIL_COLUMNS.map(async (column) => [column, await read(keys.trail(runId, column))] as const),
  );
  try {
    const trail = await KeyTable.from(Object.fromEntries(columns), Math.min(more, MOST_ROOM));
    return trail.spans(head.logSize) ? trail : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** MOST_RANGES is how many covered ranges are kept of one register; the oldest give way. */
const MOST_RANGES = 200;

/** addCoverage adds a range. One that lies within it, and was verified before, is no longer kept. Where the others cannot be read it is left out, so that they are not lost. */
export async function addCoverage(
  storage: AuditStorage,
  registerId: string,
  range: CoveredRange,
): Promise<void> {
  const { coverage } = auditKeys(registerId);
  let kept: unknown;
  try {
    kept = await storage.get(coverage);
  } catch {
    return;
  }
  const known = readCoverage(kept);
  const others = known.filter(({ first, last }) => first < range.first || last > range.last);
  await storage.set(coverage, [...others, range].slice(-MOST_RANGES));
}
