import { API_PATHS, type FetchLike, recordPaths, requestInit } from '../api/request.ts';
import type { Variant } from '../core/model.ts';
import { canBeAddressed, type RegisterPlace } from '../ui/paths.ts';

/** KEPT_MS is how long an early request may wait for its query before it is aborted. */
const KEPT_MS = 10_000;

interface EarlyRequest {
  readonly answer: Promise<Response>;
  readonly stop: AbortController;
}

const begun = new Map<string, EarlyRequest>();

/** RegisterAccess is the way to a register. */
interface RegisterAccess {
  readonly fetch: FetchLike;
  /** The base address, without a trailing slash. */
  readonly base: string;
  readonly variant: Variant;
}

/**
 * beginPlace makes the first requests of a view while its code is loading: the summary, the head, and for a
 * current record its data, its trail and, once head and trail are read, the proof of its latest entry.
 */
export function beginPlace(
  { fetch, base, variant }: RegisterAccess,
  place: RegisterPlace,
  search: string,
): void {
  const paths = API_PATHS[variant];
  const begin = (path: string): Promise<Response> => beginRequest(fetch, `${base}/${path}`);
  void begin(paths.summaryPath);
  const head = begin(paths.registerProofPath);
  // Some keys have no address (see pathSegment in api/wire.ts).
  if (place.view !== 'record' || !canBeAddressed(place.key) || /^\.{0,2}$/.test(place.key)) return;
  const query = new URLSearchParams(search);
  if (query.has('at')) return;
  const record = recordPaths(encodeURIComponent(place.key));
  void begin(record.record);
  const trail = begin(record.trail);
  if (query.has('version')) return;
  void latestProofPath(paths.entryProofPaths, head, trail).then((path) => void (path && begin(path)));
}

/**
 * latestProofPath returns the path of the proof of a trail's last entry at the size of a head; undefined if
 * the answers lack them. Both answers stay unread for their queries.
 */
async function latestProofPath(
  pathsOf: (entryNumber: number, logSize: number) => readonly [string, ...string[]],
  head: Promise<Response>,
  trail: Promise<Response>,
): Promise<string | undefined> {
  const read = async <T>(answer: Promise<Response>): Promise<T> => (await answer).clone().json() as T;
  try {
    const [published, entries] = await Promise.all([
      read<Record<string, unknown>>(head),
      read<Record<string, unknown>[]>(trail),
    ]);
    const entryNumber = Number(entries.at(-1)?.['entry-number']);
    const logSize = Number(published['total-entries']);
    const isWithin = [entryNumber, logSize].every(Number.isSafeInteger) && 1 <= entryNumber;
    return isWithin && entryNumber <= logSize ? pathsOf(entryNumber, logSize)[0] : undefined;
  } catch {
    // An answer failed or is not JSON.
    return undefined;
  }
}

/** beginRequest requests an address before a query does. */
export function beginRequest(fetch: FetchLike, address: string): Promise<Response> {
  const stop = new AbortController();
  const answer = fetch(address, requestInit({ fresh: true, signal: stop.signal }));
  const early = { answer, stop };
  begun.set(address, early);
  const drop = (): boolean => begun.get(address) === early && begun.delete(address);
  // A query that takes the request before it fails gets the failure; a later one repeats it.
  answer.catch(drop);
  setTimeout(() => drop() && stop.abort(), KEPT_MS);
  return answer;
}

/** takeEarly returns a fetch that uses each early answer once. */
export function takeEarly(fetch: FetchLike): FetchLike {
  return (address, init) => {
    const early = begun.get(address);
    begun.delete(address);
    if (early === undefined) return fetch(address, init);
    init.signal?.addEventListener('abort', () => early.stop.abort(init.signal?.reason));
    return early.answer;
  };
}

const startVerifier = (): Worker =>
  new Worker(new URL('../verify/worker.ts', import.meta.url), { type: 'module', name: 'verifier' });

let prepared: Worker | undefined;

/**
 * prepareWorker starts the verifying worker in advance; if it cannot be made or loaded, the first check tries
 * again, and says why.
 */
export function prepareWorker(): void {
  try {
    prepared = startVerifier();
    prepared.addEventListener('error', () => (prepared = undefined));
  } catch {
    // Not made.
  }
}

/** takeWorker returns the prepared worker, once, else a new one. */
export function takeWorker(): Worker {
  const worker = prepared ?? startVerifier();
  prepared = undefined;
  return worker;
}
