import { bulkDecoder } from '../api/bulk-decoder.ts';
import { bulkPages } from '../api/bulk-pages.ts';
import { createLedger } from '../api/ledger.ts';
import { openRegister } from '../api/open-register.ts';
import { createTransport } from '../api/transport.ts';
import type { App } from '../mock/app.ts';
import type { AuditStorage } from '../log/audit-store.ts';
import type { AuditSnapshot } from '../log/audit-types.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { type Audit, type AuditOptions, createAudit } from '../log/audit.ts';
import { answerLog } from '../log/log-worker.ts';
import type { LogPages } from '../log/pages.ts';
import { readLog } from '../log/read-log.ts';
import { startLog } from '../log/remote-log.ts';
import type { TakeLock } from '../log/saved-run.ts';
import { type CopyController, type CopyPhase, createCopyController } from '../query/copy-controller.ts';
import { checkEntry } from '../verify/check-entry.ts';
import { FakeWorker } from './fake-worker.ts';
import type { MockVisit } from './mock-session.ts';

/** auditOptions says how a register of a mock server is audited, by the client's own pages; `base` is its path, as /registers/country/v2. */
export async function auditOptions(app: App, base: string): Promise<AuditOptions> {
  const transport = createTransport({
    fetch: (address, init) => app.fetch(new Request(address, { headers: init.headers ?? {} })),
    ledger: createLedger(),
    waitsMs: [],
  });
  const client = await openRegister(`https://mock.example${base}`, transport);
  const head = await client.registerProof();
  return {
    registerId: base,
    head,
    variant: client.variant,
    pages: bulkPages(client, transport),
    storage: memoryStorage(),
    takeLock: tabLocks(),
    start: () => startLog(logWorker),
    async findLeafRule() {
      const { variant } = client;
      const entry = await client.entry(1);
      const { auditPath } = await client.entryProof(1, head.logSize);
      return checkEntry({ variant, entry, auditPath, checkpoint: head }).leafRule;
    },
  };
}

/** memoryStorage is a storage that clones what it is given, as IndexedDB does. */
export function memoryStorage(): AuditStorage & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>();
  return {
    kept,
    get: async (key) => structuredClone(kept.get(key)),
    set: async (key, value) => void kept.set(key, structuredClone(value)),
    remove: async (keys) => keys.forEach((key) => kept.delete(key)),
    keys: async () => [...kept.keys()],
  };
}

/** tabLocks are the locks of a browser, for tabs that are all in one test. */
export function tabLocks(): TakeLock {
  const held = new Set<string>();
  return async (name) => {
    for (let tries = 0; held.has(name); tries += 1) {
      if (tries === 10) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    held.add(name);
    return () => void held.delete(name);
  };
}

/** reach waits until an audit's snapshot fits. */
export function reach(audit: Audit, fits: (snapshot: AuditSnapshot) => boolean): Promise<AuditSnapshot> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!fits(audit.snapshot())) return;
      end();
      resolve(audit.snapshot());
    };
    const end = audit.subscribe(look);
    look();
  });
}

/** ended waits until an audit is done or failed. */
export function ended(audit: Audit): Promise<AuditSnapshot> {
  return reach(audit, ({ state }) => state === 'done' || state === 'failed');
}

/** runAudit makes a whole audit. Throws if it fails. */
export async function runAudit(options: AuditOptions): Promise<AuditResult> {
  const audit = createAudit(options);
  audit.start();
  const { result, failure } = await ended(audit);
  if (!result) throw new Error(`the audit failed: ${failure?.message} (${failure?.address})`);
  return result;
}

/** withPages replaces some of an audit's requests. */
export function withPages(options: AuditOptions, pages: Partial<LogPages>): AuditOptions {
  return { ...options, pages: { ...options.pages, ...pages } };
}

/** logWorker is the worker of a log, without a thread; it crashes at the first call for which `crashesAt` is true. */
export function logWorker(crashesAt: (call: string) => boolean = () => false): FakeWorker {
  const worker = new FakeWorker((port) => void answerLog(port, bulkDecoder));
  const send = worker.postMessage.bind(worker);
  worker.postMessage = (message, moved) =>
    crashesAt((message as { name: string }).name)
      ? queueMicrotask(() => worker.crash())
      : send(message, moved);
  return worker;
}

/** copyControllerFor makes the controller that reads a visit's register whole; `pages` replace those of the server. */
export function copyControllerFor(
  { session, queries }: MockVisit,
  makeWorker: () => FakeWorker = logWorker,
  pages: Partial<LogPages> = {},
): CopyController {
  return createCopyController(session, queries, async () => ({
    start: (stopped) => startLog(makeWorker, stopped),
    pages: (_session, client) => ({ ...bulkPages(client, session.transport), ...pages }),
    readLog,
  }));
}

/** settled waits until a copy was read, or could not be. */
export function settled(controller: CopyController): Promise<CopyPhase> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!/ready|failed/.test(controller.phase().phase)) return;
      leave();
      resolve(controller.phase());
    };
    const leave = controller.subscribe(look);
    look();
  });
}
