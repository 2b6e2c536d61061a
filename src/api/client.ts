import { ask, type Connection, demandAscending } from './connection.ts';
import { isNotFound } from './api-error.ts';
import { logQuestions } from './entries.ts';
import type { Page, PageRef } from './pages.ts';
import { recordQuestions, snapshotQuestions } from './records.ts';
import type { Transport } from './transport.ts';
import { ShapeError, type Wire } from './wire.ts';
import type { Hash } from '../core/hash.ts';
import type {
  ConsistencyProof,
  Entry,
  EntryProof,
  Item,
  PublishedHead,
  Register,
  RegisterRecord,
  Variant,
} from '../core/model.ts';

/** HashedItem is an item of the item list with the hash that the server states. It is not verified. */
export interface HashedItem {
  readonly hash: Hash;
  readonly item: Item;
}

/** Snapshot is the register at a log size, in the form that the server keeps (API document, "Snapshot"; wire notes). */
export type Snapshot =
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'records'; readonly records: readonly RegisterRecord[] };

/**
 * RegisterClient reads one register in either variant. Every method rejects with an ApiError if there is no usable answer,
 * with the signal's reason if the caller aborted, and with a RangeError for impossible numbers (a bug of the caller).
 * It verifies nothing: results are decoded answers.
 */
export interface RegisterClient {
  /** The base address, without a trailing slash. */
  readonly base: string;
  readonly variant: Variant;
  /** The summary read while opening, if any, and when (milliseconds since 1970): initial data for a cache. */
  readonly opened?: { readonly register: Register; readonly at: number };
  /** The summary; for a register opened by its records alone a Register with only the variant. */
  register(signal?: AbortSignal): Promise<Register>;
  /** A page of records. Within a page of the item variant they are in ascending order of entry number. */
  records(page?: PageRef, signal?: AbortSignal): Promise<Page<RegisterRecord>>;
  /**
   * The records whose attribute has exactly this value, or a list with it. UNSUPPORTED if the server does not filter (optional in the
   * earlier variant), or no address can carry the value.
   */
  recordsWhere(
    attribute: string,
    value: string,
    page?: PageRef,
    signal?: AbortSignal,
  ): Promise<Page<RegisterRecord>>;
  /** The record of a key. UNSUPPORTED for a key that no address can carry: the empty one, `.`, `..`, a lone surrogate. */
  record(key: string, signal?: AbortSignal): Promise<RegisterRecord>;
  /** All entries of a key, in ascending order, as far as the server lists them. */
  trail(key: string, signal?: AbortSignal): Promise<readonly Entry[]>;
  /** One entry, 1 <= entryNumber. */
  entry(entryNumber: number, signal?: AbortSignal): Promise<Entry>;
  /**
   * The entries start..start+count-1 without a gap, fewer only at the end of the log; 1 <= start, 0 <= count. `remarked` is called with a sentence about a list that
   * skips, repeats or swaps entries: missing ones are then read one by one.
   */
  entries(
    start: number,
    count: number,
    signal?: AbortSignal,
    remarked?: (remark: string) => void,
  ): Promise<readonly Entry[]>;
  /** The data with this hash as sent, not verified. */
  item(hash: Hash, signal?: AbortSignal): Promise<Item>;
  /** A page of the item list. It is optional: a server without one answers 404, and single items still work. */
  items(page?: PageRef, signal?: AbortSignal): Promise<Page<HashedItem>>;
  /** The head of the log, never from the browser's cache alone. */
  registerProof(signal?: AbortSignal): Promise<PublishedHead>;
  /** The audit path of an entry, 1 <= entryNumber <= logSize. */
  entryProof(entryNumber: number, logSize: number, signal?: AbortSignal): Promise<EntryProof>;
  /** The proof between two sizes, 1 <= from <= to. */
  consistencyProof(from: number, to: number, signal?: AbortSignal): Promise<ConsistencyProof>;
  /** The register at a log size. UNSUPPORTED in the item variant, 404 on many servers: compute it from the log then. */
  snapshot(logSize: number, signal?: AbortSignal): Promise<Snapshot>;
  /** The entry that was the latest of a key at a log size. UNSUPPORTED in the item variant. */
  snapshotEntry(logSize: number, key: string, signal?: AbortSignal): Promise<Entry>;
}

/** SummaryState is the state of the summary on opening: read, broken, or absent. */
export type SummaryState = { readonly register: Register; readonly at: number } | 'broken' | 'absent';

/** createRegisterClient makes the client of the register at `base` (no trailing slash), in the shape of `wire`. */
export function createRegisterClient(
  base: string,
  wire: Wire,
  transport: Transport,
  summary: SummaryState,
): RegisterClient {
  const opened = typeof summary === 'object' ? summary : undefined;
  const counts: Connection['counts'] = {};
  const noteCounts = ({ totalEntries, totalRecords, totalItems }: Register): void => {
    counts.entries = totalEntries ?? counts.entries;
    counts.records = totalRecords ?? counts.records;
    counts.items = totalItems ?? counts.items;
  };
  if (opened !== undefined) noteCounts(opened.register);
  const connection: Connection = { base, wire, transport, counts };
  return {
    base,
    variant: wire.variant,
    ...(opened && { opened }),
    async register(signal) {
      if (summary === 'absent') return { variant: wire.variant, schema: [], extra: new Map() };
      const register = await ask(connection, wire.summaryPath, (body) => wire.register(body), signal, true);
      noteCounts(register);
      return register;
    },
    ...recordQuestions(connection),
    ...logQuestions(connection),
    ...proofQuestions(connection),
    ...snapshotQuestions(connection),
  };
}

/** proofQuestions makes the client's methods for proofs. */
function proofQuestions(
  connection: Connection,
): Pick<RegisterClient, 'registerProof' | 'entryProof' | 'consistencyProof'> {
  const { base, wire, counts } = connection;
  /** Whether this server knows the second of wire.entryProofPaths and not the first. */
  let isOther = false;
  return {
    async registerProof(signal) {
      const path = wire.registerProofPath;
      const head = await ask(connection, path, (body) => wire.registerProof(body), signal, true);
      counts.entries = head.logSize;
      return { ...head, address: `${base}/${path}` };
    },
    async entryProof(entryNumber, logSize, signal) {
      demandAscending(1, entryNumber, logSize);
      const paths = wire.entryProofPaths(entryNumber, logSize);
      const read = (path: string): Promise<EntryProof> =>
        ask(connection, path, (body) => wire.entryProof(body, entryNumber, logSize), signal);
      const [first = '', second] = isOther ? paths.toReversed() : paths;
      try {
        return await read(first);
      } catch (error) {
        if (!isNotFound(error) || second === undefined) throw error;
        const proof = await read(second).catch((further: unknown) => {
          throw isNotFound(further) ? error : further;
        });
        isOther = !isOther;
        return proof;
      }
    },
    async consistencyProof(from, to, signal) {
      demandAscending(1, from, to);
      const path = wire.consistencyProofPath(from, to);
      const proof = await ask(connection, path, (body) => wire.consistencyProof(body, from, to), signal);
      return { ...proof, address: `${base}/${path}` };
    },
  };
}

/** readSummary reads a register's summary in the shape of `wire`; one that is wrong in its details is `broken`, no error. Rejects with ApiError. */
export function readSummary(
  root: string,
  wire: Wire,
  transport: Transport,
  signal: AbortSignal | undefined,
): Promise<SummaryState> {
  const decode = (body: unknown): SummaryState => {
    if (!wire.looksLikeSummary(body)) throw new ShapeError('$', 'this is not the summary of a register');
    try {
      return { register: wire.register(body), at: Date.now() };
    } catch (error) {
      if (error instanceof ShapeError) return 'broken';
      throw error;
    }
  };
  return transport.get(`${root}/${wire.summaryPath}`, decode, { signal, fresh: true });
}
