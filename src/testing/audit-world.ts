import { bulkDecoder } from '../api/bulk-decoder.ts';
import { bulkPages } from '../api/bulk-pages.ts';
import { createLedger } from '../api/ledger.ts';
import { openRegister } from '../api/open-register.ts';
import { createTransport } from '../api/transport.ts';
import type { App } from '../mock/app.ts';
import type { AuditStorage } from '../log/audit-store.ts';
import type { AuditOptions } from '../log/audit.ts';
import { LogHost } from '../log/log-host.ts';
import { callsOf, proveHashing } from '../log/serve-log-host.ts';
import type { LogPages } from '../log/log-pages.ts';
import { type LogSource, readWholeLog } from '../log/whole-log.ts';
import { startLog } from '../log/remote-log.ts';
import { logTools } from '../query/log-tools.ts';
import { CopyController, type CopyPhase } from '../query/copy-controller.ts';
import type { AuditHasher } from '../verify/audit-result.ts';
import { checkEntry } from '../verify/check-entry.ts';
import { answerCalls } from '../verify/worker-bridge.ts';
import { FakeWorker } from './fake-worker.ts';
import type { MockVisit } from './mock-session.ts';

/**
 * auditOptions says how a register of a mock server is audited, by the client's own pages; `base` is its
 * path, as /registers/country/v2.
 */
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
    leafRule: undefined,
    signal: new AbortController().signal,
    pages: bulkPages(client, transport),
    storage: memoryStorage(),
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
export function memoryStorage(): AuditStorage & { readonly stored: Map<string, unknown> } {
  const stored = new Map<string, unknown>();
  return {
    stored,
    get: async (key) => structuredClone(stored.get(key)),
    set: async (key, value) => void stored.set(key, structuredClone(value)),
  };
}

/** withPages replaces some of the requests for a log. */
export function withPages<Source extends LogSource>(options: Source, pages: Partial<LogPages>): Source {
  return { ...options, pages: { ...options.pages, ...pages } };
}

let proved: Promise<AuditHasher> | undefined;

/**
 * logWorker is the worker of a log, without a thread; it crashes at the first call for
 * which `crashesAt` is true. Only the first one proves that it hashes rightly.
 */
export function logWorker(crashesAt: (call: string) => boolean = () => false): FakeWorker {
  const prove = () => (proved ??= proveHashing(bulkDecoder));
  const worker = new FakeWorker((port) => void answerCalls(callsOf(new LogHost(bulkDecoder)), port, prove));
  const send = worker.postMessage.bind(worker);
  worker.postMessage = (message, moved) =>
    crashesAt((message as { name: string }).name)
      ? queueMicrotask(() => worker.crash())
      : send(message, moved);
  return worker;
}

/**
 * copyControllerFor makes the controller that reads a visit's register whole; `pages`
 * replace those of the server.
 */
export function copyControllerFor(
  { session, queries }: MockVisit,
  makeWorker: () => FakeWorker = logWorker,
  pages: Partial<LogPages> = {},
): CopyController {
  return new CopyController(session, queries, async () => ({
    start: (stopped) => startLog(makeWorker, stopped),
    source: (...of) => withPages(logTools.source(...of), pages),
    readWholeLog,
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
