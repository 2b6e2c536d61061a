import { del, delMany, get, keys, set } from 'idb-keyval';
import { browserStore } from '../verify/browser-store.ts';
import type { AuditStorage, AuditStore, CoveredRange } from './audit-types.ts';
import { LatestEntries } from './log-index.ts';
import { LogTree } from './log-tree.ts';
import {
  type BaseMark,
  readBaseRecord,
  readCoverage,
  readResultRecord,
  type ResultRecord,
  readRunRecord,
} from './saved-records.ts';

/** PREFIX begins the names of everything that audits keep. */
const PREFIX = 'register-explorer:audit';

/** AuditKeys are the names under which the audits of one register are kept. */
export interface AuditKeys {
  readonly registerId: string;
  readonly run: string;
  readonly result: string;
  readonly base: string;
  readonly coverage: string;
  /** The name is the run's id and a number, as RunRecord lists it. */
  part(name: string): string;
  trail(runId: string, column: TrailColumn): string;
  /** runOf is the run that a part or a trail index of this register belongs to; undefined for every other name. */
  runOf(name: string): string | undefined;
}

/** TrailColumn is a part of a trail index: each is kept by itself, so that writing a long one does not hold up the page. */
export type TrailColumn = 'keys' | 'ends' | 'latest' | 'counts';

/** TRAIL_COLUMNS are all of them. */
export const TRAIL_COLUMNS: readonly TrailColumn[] = ['keys', 'ends', 'latest', 'counts'];

const OF_RUN = /^:(?:part|trail):([0-9a-f]{32}):(?:\d+|keys|ends|latest|counts)$/;

/** auditKeys makes the names for a register. */
export function auditKeys(registerId: string): AuditKeys {
  const own = `${PREFIX}:${registerId}`;
  return {
    registerId,
    run: `${own}:run`,
    result: `${own}:result`,
    base: `${own}:base`,
    coverage: `${own}:coverage`,
    part: (name) => `${own}:part:${name}`,
    trail: (runId, column) => `${own}:trail:${runId}:${column}`,
    // The id of a run and what follows are of a fixed form, so that the name of a register that begins like another one's is not taken for it.
    runOf: (name) => (name.startsWith(own) ? OF_RUN.exec(name.slice(own.length))?.[1] : undefined),
  };
}

/** ANSWER_LIMIT_MS is how long one part may take to be written: some are large, and disks are slow. */
const ANSWER_LIMIT_MS = 60_000;

/** browserAuditStorage keeps audits in IndexedDB, in a database of their own: they are large, and may be deleted as a whole. */
export function browserAuditStorage(): AuditStorage {
  const store = browserStore('register-explorer-audits', 'audits', ANSWER_LIMIT_MS);
  return {
    get: (key) => get(key, store),
    set: (key, value) => set(key, value, store),
    remove: (names) =>
      names.length === 1 && names[0] !== undefined ? del(names[0], store) : delMany([...names], store),
    keys: async () => (await keys(store)).filter((name) => typeof name === 'string'),
  };
}

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
      const trail = await loadTrail(read, keys, base);
      return trail?.indexAt(base.head);
    },
    async savedRun(registerId) {
      const record = readRunRecord(await read(auditKeys(registerId).run), registerId);
      if (!record) return undefined;
      const { head, phase } = record;
      try {
        return { head, phase, entriesDone: LogTree.from(record.tree).size };
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

/** loadTrail reads the trail index of a finished audit; undefined where it is not whole, or not of as many entries. */
export async function loadTrail(
  read: (key: string) => Promise<unknown>,
  keys: AuditKeys,
  { runId, head }: BaseMark,
): Promise<LatestEntries | undefined> {
  const columns = await Promise.all(
    TRAIL_COLUMNS.map(async (column) => [column, await read(keys.trail(runId, column))] as const),
  );
  try {
    const trail = await LatestEntries.from(Object.fromEntries(columns));
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
