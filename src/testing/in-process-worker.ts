import { bulkDecoder } from '../api/bulk-decoder.ts';
import { answerLog } from '../log/log-worker.ts';
import type { BridgeWorker } from '../verify/worker-bridge.ts';

type Listener = (event: MessageEvent) => void;

/** inProcessWorker does what the worker of a log does, in this thread: messages are cloned and buffers moved as between threads. */
export function inProcessWorker(): BridgeWorker {
  const outside = new Set<Listener>();
  const inside = new Set<Listener>();
  let ended = false;
  const deliver = (to: Set<Listener>, message: unknown, transfer: Transferable[]): void => {
    const data: unknown = structuredClone(message, { transfer });
    setTimeout(() => {
      if (!ended) for (const listener of to) listener({ data } as MessageEvent);
    });
  };
  void answerLog(
    {
      postMessage: (message) => deliver(outside, message, []),
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
