import { get, set } from 'idb-keyval';
import { bulkPages } from '../api/bulk-pages.ts';
import type { Checkpoint } from '../core/model.ts';
import { type AuditStorage, readResult, readTrailIndex, type TrailIndex } from '../log/audit-store.ts';
import { audit } from '../log/audit.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { type StartedLog, startLog, type WorkerFailure } from '../log/remote-log.ts';
import { type LogSource, readWholeLog } from '../log/whole-log.ts';
import { findLeafRule, type ProofContext } from './inclusion-queries.ts';
import { browserStore } from '../trust/browser-store.ts';
import { noteRefusedStorage, refusalOf } from '../trust/storage-refusals.ts';

/** LogTools is the code that reads whole logs, which is loaded when it is first needed. */
export type LogTools = typeof logTools;

/** ANSWER_LIMIT_MS is how long storage may take to write one value: some are large, and disks are slow. */
const ANSWER_LIMIT_MS = 30_000;

/**
 * browserAuditStorage stores audits in an IndexedDB database of their own: they are large, and
 * may be deleted as a whole.
 */
export function browserAuditStorage(): AuditStorage {
  const store = browserStore('register-explorer-audits', 'audits', ANSWER_LIMIT_MS);
  return {
    get: (key) => get(key, store),
    set: (key, value) => set(key, value, store),
  };
}

const storage = orInThisPage(browserAuditStorage());

/** logTools are the tools, on the storage of this browser. */
export const logTools = {
  storedAudit: (registerId: string): Promise<AuditResult | undefined> => readResult(storage, registerId),
  trailIndex: (registerId: string): Promise<TrailIndex | undefined> => readTrailIndex(storage, registerId),
  /** start starts a worker. */
  start(this: void, stopped?: (why: WorkerFailure) => void): StartedLog {
    const makeWorker = (): Worker =>
      new Worker(new URL('./log-worker.ts', import.meta.url), { type: 'module', name: 'log' });
    return startLog(makeWorker, stopped);
  },
  /** source is the log of a register as its server sends it, for this head. */
  source(
    this: void,
    proving: ProofContext & { readonly signal: AbortSignal },
    head: Checkpoint | undefined,
  ): LogSource {
    const { session, api, signal } = proving;
    return {
      variant: api.variant,
      leafRule: session.trust.leafRule(),
      findLeafRule: async () => head && findLeafRule(proving, 0, head),
      pages: bulkPages(api, session.transport),
      signal,
    };
  },
  readWholeLog,
  audit,
  storage,
};

/**
 * orInThisPage keeps values that storage refuses as long as the page is open, so that an audit is not lost
 * with the next click. Reading rejects if there may be an unreadable stored value.
 */
export function orInThisPage(storage: AuditStorage): AuditStorage {
  const refused = new Map<string, unknown>();
  return {
    async get(key) {
      if (refused.has(key)) return refused.get(key);
      try {
        return await storage.get(key);
      } catch (error) {
        noteRefusedStorage('audits', error);
        // A browser that stores nothing has no value. Otherwise there may be one, which
        // must not be overwritten.
        if (refusalOf(error) === 'denied') return undefined;
        throw error;
      }
    },
    async set(key, value) {
      try {
        await storage.set(key, value);
        refused.delete(key);
        if (refused.size === 0) noteRefusedStorage('audits', undefined);
      } catch (error) {
        // The caller may change the value after it is written.
        refused.set(key, structuredClone(value));
        noteRefusedStorage('audits', error);
      }
    },
  };
}
