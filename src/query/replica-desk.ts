import type { QueryClient } from '@tanstack/react-query';
import type { RegisterClient } from '../api/register-client.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { ReplicaHost, Taken } from '../replica/host.ts';
import type { AuditPages } from '../verify/audit/audit-types.ts';
import { clientOf } from './client-query.ts';
import { describeFailure, type Failure } from './failure.ts';
import { memoryQuery } from './growth-query.ts';
import { replicaCheckKey, standing } from './replica-check.ts';
import type { RegisterSession } from './session.ts';

/** Replica is a whole register held in a worker of this page, as it was read for one head. */
export interface Replica {
  /** Another for every head and every reading: part of the keys of what is asked of it. */
  readonly id: string;
  /** How many entries it was read for: the log size of `head`, where the server publishes one. */
  readonly size: number;
  readonly head: Checkpoint | undefined;
  /** holds: the root of all its entries is the published one, which fits what this browser remembers, and all its data hashed to its name. */
  readonly verdict: Verdict;
  /** How many different items or blobs could not be had. */
  readonly missing: number;
}

/** ReplicaPhase is how far the reading of a register is. */
export type ReplicaPhase =
  | { readonly phase: 'absent' }
  | {
      readonly phase: 'reading';
      readonly what: 'entries' | 'data';
      readonly done: number;
      readonly of: number;
    }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly replica: Replica };

/** RemoteHost is the host as it answers from its worker. Every method rejects where the worker stopped. */
export type RemoteHost = {
  readonly [Name in keyof ReplicaHost]: (
    ...args: Parameters<ReplicaHost[Name]>
  ) => Promise<ReturnType<ReplicaHost[Name]>>;
};

/** ReplicaTools are what a register is read with; fetched when the first one is wanted. */
export interface ReplicaTools {
  /** host starts a worker; `end` stops it. */
  host(): { readonly host: RemoteHost; readonly end: () => void };
  pages(session: RegisterSession, client: RegisterClient): AuditPages;
}

/** ReplicaDesk is where a register's replica is read and followed. It lasts as long as the page. */
export interface ReplicaDesk {
  phase(): ReplicaPhase;
  subscribe(listener: () => void): () => void;
  /** read brings the replica to `size` entries, going on from what is there. While it is at it, the last one asked for is read next. */
  read(size: number, head: Checkpoint | undefined): void;
  /** host answers questions about the copy; only where the phase is `ready`. */
  host(): RemoteHost;
}

/** ENTRIES_AT_ONCE is how many entries are asked for at once; servers may send fewer (wire notes: up to 5,000). */
const ENTRIES_AT_ONCE = 5_000;

/** FEW is up to how many items are asked for one by one rather than by the whole list. */
const FEW = 20;

/** ONE_BY_ONE is how many items are asked for one by one at most: a server without a list is not asked many thousand times. */
const ONE_BY_ONE = 2_000;

const REQUESTS_AT_ONCE = 6;

/** createReplicaDesk makes the desk of one register; `load` brings the code when a replica is first wanted. */
export function createReplicaDesk(
  session: RegisterSession,
  queries: QueryClient,
  load: () => Promise<ReplicaTools>,
): ReplicaDesk {
  let shown: ReplicaPhase = { phase: 'absent' };
  let held: ReturnType<ReplicaTools['host']> | undefined;
  let readings = 0;
  let busy = false;
  let wanted: { readonly size: number; readonly head: Checkpoint | undefined } | undefined;
  const listeners = new Set<() => void>();
  const show = (next: ReplicaPhase): void => {
    shown = next;
    for (const listener of listeners) listener();
  };

  const readTo = async (size: number, head: Checkpoint | undefined): Promise<void> => {
    // What is remembered tells the leaf rule, which is never switched.
    const [tools, client] = await Promise.all([
      load(),
      clientOf(queries, session),
      queries.ensureQueryData(memoryQuery(session)),
    ]);
    const pages = tools.pages(session, client);
    const reading = { pages, size, show, signal: new AbortController().signal };
    const before = held;
    const start = async (): Promise<ReturnType<ReplicaTools['host']>> => {
      const opened = tools.host();
      await opened.host.open(client.variant, session.leafRule.found);
      readings += 1;
      return opened;
    };
    // A shorter log than the one at hand is another one.
    const goesOn = before !== undefined && shown.phase === 'ready' && shown.replica.size <= size;
    let used = goesOn ? before : await start();
    let state = await readAll({ ...reading, host: used.host }, head);
    if (goesOn && state.verdict.outcome !== 'holds' && head !== undefined) {
      // What was read before may be of another log: this head is judged by its own entries alone.
      used = await start();
      state = await readAll({ ...reading, host: used.host }, head);
    }
    held = used;
    if (before !== undefined && before !== used) before.end();
    if (state.leafRule !== undefined) session.leafRule.found ??= state.leafRule;
    const { verdict } = await standing(session, queries, head, state.verdict);
    const id = `${readings}/${size}/${head?.rootHash ?? ''}`;
    if (head !== undefined) queries.setQueryData(replicaCheckKey(session, head), { verdict });
    show({ phase: 'ready', replica: { id, size, head, verdict, missing: state.missing } });
  };

  const read = (size: number, head: Checkpoint | undefined): void => {
    wanted = { size, head };
    if (busy || isThere(shown, wanted)) return;
    busy = true;
    if (shown.phase !== 'ready') show({ phase: 'reading', what: 'entries', done: 0, of: size });
    readTo(size, head)
      .catch((error: unknown) => {
        // What is there of an earlier head stays.
        if (shown.phase !== 'ready')
          show({
            phase: 'failed',
            failure: describeFailure(error instanceof Error ? error : new Error(String(error))),
          });
      })
      .finally(() => {
        busy = false;
        // The log may have grown meanwhile.
        const { size: nextSize, head: nextHead } = wanted ?? { size, head };
        if (nextSize !== size || nextHead?.rootHash !== head?.rootHash) read(nextSize, nextHead);
      });
  };

  return {
    phase: () => shown,
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    read,
    host() {
      if (held === undefined) throw new Error('a replica asked before it was read');
      return held.host;
    },
  };
}

function isThere(
  phase: ReplicaPhase,
  { size, head }: { readonly size: number; readonly head: Checkpoint | undefined },
): boolean {
  if (phase.phase !== 'ready') return false;
  const { replica } = phase;
  return replica.size === size && replica.head?.rootHash === head?.rootHash;
}

interface Reading {
  readonly host: RemoteHost;
  readonly pages: AuditPages;
  readonly size: number;
  readonly signal: AbortSignal;
  readonly show: (phase: ReplicaPhase) => void;
}

async function readAll(
  reading: Reading,
  head: Checkpoint | undefined,
): Promise<Awaited<ReturnType<RemoteHost['check']>>> {
  await readEntries(reading);
  await readItems(reading);
  return reading.host.check(head);
}

async function readEntries({ host, pages, size, signal, show }: Reading): Promise<void> {
  // An answer of no entries tells how far the copy is.
  let held = sizeOf(await host.addEntries(EMPTY_LIST.slice(), size), '');
  while (held < size) {
    const { bytes, address } = await pages.entriesPage(held + 1, ENTRIES_AT_ONCE, signal);
    const after = sizeOf(await host.addEntries(bytes, size), address);
    if (after === held)
      throw new Error(`The list of entries ends at entry ${held}, and the log has ${size}. (${address})`);
    held = after;
    show({ phase: 'reading', what: 'entries', done: held, of: size });
  }
}

const EMPTY_LIST = new TextEncoder().encode('[]');

async function readItems(reading: Reading): Promise<void> {
  const { host, pages, signal, show } = reading;
  const begun = await host.addEntries(EMPTY_LIST.slice(), reading.size);
  const of = begun.ok ? begun.missing : 0;
  const follow = (missing: number): void => show({ phase: 'reading', what: 'data', done: of - missing, of });
  let missing = of;
  let ref: unknown;
  while (missing > FEW || (missing > 0 && ref !== undefined)) {
    const page = await pages.itemsPage(ref, signal);
    if (page === 'none') break;
    const taken = await host.addItems(page.bytes);
    // A list that cannot be read is as good as none.
    if (!taken.ok) break;
    ({ missing } = taken);
    follow(missing);
    if (page.next === undefined) break;
    ref = page.next;
  }
  await readOneByOne(reading, follow);
}

/** What the list did not show is asked for by its hash. An item that cannot be had is left out; the copy says how many. */
async function readOneByOne(
  { host, pages, signal }: Reading,
  follow: (missing: number) => void,
): Promise<void> {
  const hashes = [...(await host.missing(ONE_BY_ONE))];
  const one = async (hash: Hash): Promise<void> => {
    const page = await pages.item(hash, signal);
    if (page === 'none') return;
    const taken = await host.addItem(hash, page.bytes);
    if (taken.ok) follow(taken.missing);
  };
  const next = async (): Promise<void> => {
    for (let hash = hashes.shift(); hash !== undefined; hash = hashes.shift()) await one(hash);
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, next));
}

function sizeOf(taken: Taken, address: string): number {
  if (!taken.ok) throw new Error(`${taken.problem} (${address})`);
  return taken.size;
}
