import { del, delMany, get, keys, set } from 'idb-keyval';
import { isSameHead } from '../core/check-result.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { browserStore } from '../verify/browser-store.ts';
import type { AuditStorage, AuditStore, CoveredRange } from './audit-types.ts';
import { LogTree } from './log-tree.ts';
import type { Run } from './run.ts';
import {
  type BaseRecord,
  ifWhole,
  loadTrail,
  readBaseRecord,
  readCoverage,
  readResult,
  readRunRecord,
  type ResultRecord,
  RUN_VERSION,
} from './saved-records.ts';

/** auditKey is the name under which something of the audits of a register is kept. */
export function auditKey(
  registerId: string,
  what: 'run' | 'result' | 'base' | 'coverage' | `part:${string}`,
): string {
  return `register-explorer:audit:${registerId}:${what}`;
}

/** runParts are the names of the parts of runs of a register. Their end is of a fixed form, so that the name of a register that begins like another one's is not taken for it. */
export function runParts(names: readonly string[], registerId: string): readonly string[] {
  const start = auditKey(registerId, 'part:');
  return names.filter(
    (name) => name.startsWith(start) && /^[0-9a-f]{32}:\d+$/.test(name.slice(start.length)),
  );
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
  const read = (registerId: string, what: 'run' | 'result' | 'base' | 'coverage'): Promise<unknown> =>
    storage.get(auditKey(registerId, what)).catch(() => undefined);
  const result = async (registerId: string) => readResult(await read(registerId, 'result'));
  return {
    result,
    async trailIndex(registerId) {
      const base = readBaseRecord(await read(registerId, 'base'), registerId);
      const latest = await result(registerId);
      // Two tabs may have kept audits of two heads at once.
      if (!base || (latest && rebuiltItsRoot(latest) && !isSameHead(latest.head, base.head)))
        return undefined;
      return (await ifWhole(loadTrail(base)))?.indexAt(base.head);
    },
    async savedRun(registerId) {
      const record = readRunRecord(await read(registerId, 'run'), registerId);
      if (!record) return undefined;
      const { head, phase } = record;
      return ifWhole((async () => ({ head, phase, entriesDone: LogTree.from(record.tree).size }))());
    },
    coverage: async (registerId) => readCoverage(await read(registerId, 'coverage')),
  };
}

/** rebuiltItsRoot says whether an audit has a trail index: its entries are those under the published root. */
function rebuiltItsRoot({ head, computedRoot }: AuditResult): boolean {
  return head.logSize > 0 && computedRoot === head.rootHash;
}

/** keepAudit keeps what a finished run came to, and what a later one continues. Rejects if storage is full or refused. */
export async function keepAudit(
  storage: AuditStorage,
  registerId: string,
  run: Run,
  result: AuditResult,
): Promise<void> {
  const { head, finishedAt: at } = result;
  const record: ResultRecord = { version: RUN_VERSION, result };
  await storage.set(auditKey(registerId, 'result'), record);
  if (rebuiltItsRoot(result) && run.leafRule !== undefined) {
    const base: BaseRecord = {
      version: RUN_VERSION,
      registerId,
      head,
      variant: run.variant,
      leafRule: run.leafRule,
      held: result.verdict.outcome === 'holds',
      tree: run.tree.toState(),
      trail: run.index.trail.toState(),
    };
    await storage.set(auditKey(registerId, 'base'), base);
    const first = result.continuedFrom < head.logSize ? result.continuedFrom + 1 : 1;
    await addCoverage(storage, registerId, { first, last: head.logSize, how: 'audit', head, at });
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
  const coverage = auditKey(registerId, 'coverage');
  let kept: unknown;
  try {
    kept = await storage.get(coverage);
  } catch {
    return;
  }
  const others = readCoverage(kept).filter(({ first, last }) => first < range.first || last > range.last);
  await storage.set(coverage, [...others, range].slice(-MOST_RANGES));
}
