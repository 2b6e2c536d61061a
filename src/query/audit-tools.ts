import { bulkPages } from '../api/bulk-pages.ts';
import type { RegisterClient } from '../api/client.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import { browserAuditStorage, createAuditStore } from '../log/audit-store.ts';
import type { Audit, AuditStore } from '../log/audit-types.ts';
import { createAudit } from '../log/audit.ts';
import { discardRun } from '../log/saved-run.ts';
import { createStandby, createWorkerPool, defaultWorkers } from '../log/worker-pool.ts';
import { orInThisPage } from './in-this-page.ts';
import type { RegisterSession } from './session.ts';

/** AuditTools is the code of audits, which is fetched when it is first needed. */
export interface AuditTools {
  readonly store: AuditStore;
  /** open makes the audit of a head; it has to be started. */
  open(
    session: RegisterSession,
    client: RegisterClient,
    head: Checkpoint,
    leafRule: LeafRuleId | undefined,
  ): Audit;
  /** prepare starts the workers of an audit that may be begun soon, and returns the function that ends them if none was. */
  prepare(): () => void;
  /** discard forgets what is saved of a run that was not finished. */
  discard(registerId: string): Promise<void>;
}

const storage = orInThisPage(browserAuditStorage());
const makeWorker = (): Worker =>
  new Worker(new URL('./audit-worker.ts', import.meta.url), { type: 'module', name: 'audit' });
const standby = createStandby(() => createWorkerPool(makeWorker, defaultWorkers()));

/** auditTools are the tools, on the storage of this browser. */
export const auditTools: AuditTools = {
  store: createAuditStore(storage),
  open: (session, client, head, leafRule) =>
    createAudit({
      registerId: session.id,
      head,
      variant: client.variant,
      ...(leafRule === undefined ? {} : { leafRule }),
      pages: bulkPages(client, session.transport),
      storage,
      makeWorker,
      takePool: standby.take,
    }),
  prepare: standby.prepare,
  discard: (registerId) => discardRun(storage, registerId),
};
