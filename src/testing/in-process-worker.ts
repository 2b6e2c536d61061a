import { bulkDecoder } from '../api/bulk-decoder.ts';
import type { AuditWorker } from '../log/audit-types.ts';
import { answerJobs } from '../log/log-worker.ts';

type Listener = (event: MessageEvent) => void;

/** inProcessWorker does what the audit's worker does, in this thread: messages are cloned and buffers moved as between threads. */
export function inProcessWorker(): AuditWorker {
  const outside = new Set<Listener>();
  const inside = new Set<Listener>();
  let ended = false;
  const deliver = (to: Set<Listener>, message: unknown, transfer: Transferable[]): void => {
    const data: unknown = structuredClone(message, { transfer });
    setTimeout(() => {
      if (!ended) for (const listener of to) listener({ data } as MessageEvent);
    });
  };
  void answerJobs(
    {
      postMessage: (message, { transfer = [] } = {}) => deliver(outside, message, transfer),
      addEventListener: (_type, listener) => void inside.add(listener),
    },
    bulkDecoder,
  );
  return {
    postMessage: (message, transfer = []) => deliver(inside, message, transfer),
    addEventListener(type, listener) {
      if (type === 'message') outside.add(listener);
    },
    terminate: () => void (ended = true),
  };
}
