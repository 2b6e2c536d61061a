import { get, set } from 'idb-keyval';
import { bulkPages } from '../api/bulk-pages.ts';
import type { RegisterClient } from '../api/client.ts';
import type { Checkpoint } from '../core/model.ts';
import { type AuditStorage, readResult, readTrailIndex, type TrailIndex } from '../log/audit-store.ts';
import { audit, type AuditProgress } from '../log/audit.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import type { LogPages } from '../log/log-pages.ts';
import { readLog } from '../log/read-log.ts';
import { type StartedLog, startLog, type WorkerFailure } from '../log/remote-log.ts';
import { findLeafRule, type ProofContext } from './inclusion-queries.ts';
import type { RegisterSession } from './session.ts';
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
  readLog,
  /** pages reads the pages of a register's log. */
  pages: (session: RegisterSession, client: RegisterClient): LogPages => bulkPages(client, session.transport),
  /** audit reads the whole log of a head, in a worker that `start` starts; see log/audit.ts. */
  audit(
    { session, api, ...proving }: ProofContext & { readonly signal: AbortSignal },
    head: Checkpoint,
    start: () => StartedLog,
    report: (progress: AuditProgress) => void,
    storing: (result: AuditResult) => void,
  ): Promise<AuditResult> {
    const options = {
      registerId: session.id,
      head,
      variant: api.variant,
      leafRule: session.trust.leafRule(),
      pages: bulkPages(api, session.transport),
      storage,
      start,
      findLeafRule: (signal: AbortSignal) => findLeafRule({ ...proving, session, api, signal }, 0, head),
    };
    return audit(options, proving.signal, report, storing);
  },
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
