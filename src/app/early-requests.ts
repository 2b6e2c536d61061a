import { API_PATHS, type FetchLike, requestInit } from '../api/request.ts';
import type { Variant } from '../core/model.ts';
import { canBeAddressed, type RegisterPlace } from '../ui/paths.ts';

/** KEPT_MS is how long the answer to an early request may wait to be asked for. */
const KEPT_MS = 10_000;

interface EarlyRequest {
  readonly answer: Promise<Response>;
  readonly stop: AbortController;
  readonly beganMs: number;
}

const begun = new Map<string, EarlyRequest>();

/** Reach is how a register is asked. */
interface Reach {
  readonly ask: FetchLike;
  /** The base address, without a trailing slash. */
  readonly base: string;
  readonly variant: Variant;
}

/**
 * beginPlace asks for what the view of a register will ask for first, while the code of that view is on its way: the summary, the head, and for a record as it is now
 * its data, its trail and, once head and trail have come, the proof of its latest entry.
 */
export function beginPlace({ ask, base, variant }: Reach, place: RegisterPlace, search: string): void {
  const paths = API_PATHS[variant];
  const begin = (path: string): Promise<Response> => beginRequest(ask, `${base}/${path}`);
  void begin(paths.summaryPath);
  const head = begin(paths.registerProofPath);
  // What no path can carry has no address (see pathSegment in api/wire.ts).
  if (place.view !== 'record' || !canBeAddressed(place.key) || /^\.{0,2}$/.test(place.key)) return;
  const query = new URLSearchParams(search);
  if (query.has('at')) return;
  const record = `records/${encodeURIComponent(place.key)}`;
  void begin(record);
  const trail = begin(`${record}/entries`);
  if (query.has('version')) return;
  void latestProofPath(paths.entryProofPaths, head, trail).then((path) => void (path && begin(path)));
}

/** latestProofPath is the path of the proof of the last entry of a trail at the size of a head; undefined if the two do not tell it. Both answers stay unread for the queries that ask for them. */
async function latestProofPath(
  pathsOf: (entryNumber: number, logSize: number) => readonly [string, ...string[]],
  head: Promise<Response>,
  trail: Promise<Response>,
): Promise<string | undefined> {
  const read = async (answer: Promise<Response>): Promise<unknown> => (await answer).clone().json();
  try {
    const [published, entries] = await Promise.all([read(head), read(trail)]);
    const entryNumber = numberIn(Array.isArray(entries) ? entries.at(-1) : undefined, 'entry-number');
    const logSize = numberIn(published, 'total-entries');
    return entryNumber >= 1 && entryNumber <= logSize ? pathsOf(entryNumber, logSize)[0] : undefined;
  } catch {
    return undefined;
  }
}

function numberIn(body: unknown, name: string): number {
  const value = new Map(Object.entries(body ?? {})).get(name);
  return Number.isSafeInteger(Number(value)) ? Number(value) : Number.NaN;
}

/** beginRequest asks for an address before a query does. */
export function beginRequest(ask: FetchLike, address: string): Promise<Response> {
  const stop = new AbortController();
  const answer = ask(address, requestInit({ fresh: true, signal: stop.signal }));
  const early = { answer, stop, beganMs: performance.now() };
  begun.set(address, early);
  // A query that takes the request before it fails gets the failure; a later one asks again.
  answer.catch(() => {
    if (begun.get(address) === early) begun.delete(address);
  });
  return answer;
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

const startVerifier = (): Worker =>
  new Worker(new URL('../verify/worker.ts', import.meta.url), { type: 'module', name: 'verifier' });

let prepared: Worker | undefined;

/** prepareWorker starts the worker that verifies before there is anything to verify; where it cannot be read, the first check tries again. */
export function prepareWorker(): void {
  prepared = startVerifier();
  prepared.addEventListener('error', () => (prepared = undefined));
}

/** takeWorker is the worker that was prepared, once, and else a new one. */
export function takeWorker(): Worker {
  const worker = prepared ?? startVerifier();
  prepared = undefined;
  return worker;
}
