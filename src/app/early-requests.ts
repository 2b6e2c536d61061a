import { requestInit, type FetchLike } from '../api/transport.ts';

/** KEPT_MS is how long the answer to an early request may wait to be asked for. */
const KEPT_MS = 10_000;

interface EarlyRequest {
  readonly answer: Promise<Response>;
  readonly stop: AbortController;
  readonly beganMs: number;
}

const begun = new Map<string, EarlyRequest>();

/** beginRequest asks for an address before a query does: the code of the view is on its way meanwhile. */
export function beginRequest(ask: FetchLike, address: string): void {
  const stop = new AbortController();
  const answer = ask(address, requestInit({ fresh: true, signal: stop.signal }));
  const early = { answer, stop, beganMs: performance.now() };
  begun.set(address, early);
  // Who asks while it is on its way hears of a failure; who asks later asks anew.
  answer.catch(() => {
    if (begun.get(address) === early) begun.delete(address);
  });
}

/** takeEarly makes a fetch that answers with what was asked for early, once, and else asks. */
export function takeEarly(ask: FetchLike): FetchLike {
  return (address, init) => {
    const early = begun.get(address);
    begun.delete(address);
    if (early === undefined || performance.now() - early.beganMs > KEPT_MS) return ask(address, init);
    init.signal?.addEventListener('abort', () => early.stop.abort(init.signal?.reason));
    return early.answer;
  };
}
