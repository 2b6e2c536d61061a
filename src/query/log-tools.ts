import { bulkPages } from '../api/bulk-pages.ts';
import type { RegisterClient } from '../api/client.ts';
import type { Checkpoint } from '../core/model.ts';
import { browserAuditStorage, createAuditStore } from '../log/audit-store.ts';
import type { Audit } from '../log/audit-types.ts';
import { createAudit } from '../log/audit.ts';
import type { LogPages } from '../log/pages.ts';
import { readLog } from '../log/read-log.ts';
import { type StartedLog, startLog, type WorkerStopped } from '../log/remote-log.ts';
import { discardRun } from '../log/saved-run.ts';
import { findLeafRule, type Proving } from './inclusion-queries.ts';
import { orInThisPage } from './in-this-page.ts';
import type { RegisterSession } from './session.ts';

/** LogTools is the code that reads whole logs, which is fetched when it is first needed. */
export type LogTools = typeof logTools;

const storage = orInThisPage(browserAuditStorage());

/** A worker that stands ready: to start one takes longer than the audit of a small log. */
let ready: StartedLog | undefined;

function start(stopped?: (why: WorkerStopped) => void): StartedLog {
  const makeWorker = (): Worker =>
    new Worker(new URL('./log-worker.ts', import.meta.url), { type: 'module', name: 'log' });
  return startLog(makeWorker, stopped);
}

/** logTools are the tools, on the storage of this browser. */
export const logTools = {
  store: createAuditStore(storage),
  start,
  readLog,
  /** pages are how the log of a register is read. */
  pages: (session: RegisterSession, client: RegisterClient): LogPages => bulkPages(client, session.transport),
  /** audit makes the audit of a head; it has to be started. */
  audit: (proving: Proving, head: Checkpoint): Audit => {
    const { session, api } = proving;
    return createAudit({
      registerId: session.id,
      head,
      variant: api.variant,
      leafRule: session.trust.leafRule(),
      pages: bulkPages(api, session.transport),
      storage,
      start() {
        const started = ready ?? start();
        ready = undefined;
        return started;
      },
      findLeafRule: (signal) => findLeafRule({ ...proving, signal }, 0, head),
    });
  },
  /** prepare starts the worker of an audit that may be begun soon, and returns the function that ends it if none was. */
  prepare(): () => void {
    const mine = (ready ??= start(() => (ready = undefined)));
    return () => {
      if (ready !== mine) return;
      ready = undefined;
      mine.end();
    };
  },
  /** discard forgets what is saved of a run that was not finished. */
  discard: (registerId: string): Promise<void> => discardRun(storage, registerId),
};
