import { ApiError, isNotFound } from './api-error.ts';
import { addressable, type Connection, inOrder, keyOf, list, readEntry, request } from './connection.ts';
import {
  createLimit,
  type DecodedList,
  type LimitedRead,
  type Page,
  type PageRef,
  readAllPages,
  readPage,
} from './pager.ts';
import { recordPaths } from './request.ts';
import { readSnapshot, readSnapshotEntry } from './snapshots.ts';
import type { Transport } from './transport.ts';
import {
  type HashedItem,
  inside,
  pathSegment,
  same,
  ShapeError,
  type Snapshot,
  text,
  type Wire,
} from './wire.ts';
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

/** OpenedSummary is a summary, and when it was read, in milliseconds since 1970. */
interface OpenedSummary {
  readonly register: Register;
  readonly at: number;
}

/** SummaryState is the state of the summary on opening: read, broken, or absent. */
export type SummaryState = OpenedSummary | 'broken' | 'absent';

/**
 * RegisterClient reads one register in either variant. Every method rejects with an ApiError if there is no usable
 * answer, and with the signal's reason if the caller aborted. It verifies nothing: results are decoded answers.
 */
export interface RegisterClient extends RecordMethods, EntryMethods, ProofMethods {
  /** The base address, without a trailing slash. */
  readonly base: string;
  readonly variant: Variant;
  readonly limited: LimitedRead;
  /** The summary read while opening, if any: initial data for a cache. */
  readonly opened?: OpenedSummary;
  /**
   * register reads the summary; for a register opened by its records alone it is a
   * Register with only the variant.
   */
  register(signal?: AbortSignal): Promise<Register>;
}

/**
 * createRegisterClient makes the client of the register at `base` (no trailing slash), in the shape of `wire`.
 */
export function createRegisterClient(
  base: string,
  wire: Wire,
  transport: Transport,
  summary: SummaryState,
): RegisterClient {
  const counts: Connection['counts'] = {};
  const connection: Connection = { base, wire, transport, counts, limited: createLimit() };
  const noteCounts = ({ totalEntries, totalRecords, totalItems }: Register): void => {
    // A cached summary may be older than the register proof.
    if (totalEntries !== undefined) counts.entries = Math.max(totalEntries, counts.entries ?? 0);
    counts.records = totalRecords ?? counts.records;
    counts.items = totalItems ?? counts.items;
  };
  const opened = typeof summary === 'object' ? summary : undefined;
  if (opened !== undefined) noteCounts(opened.register);
  return {
    base,
    variant: wire.variant,
    limited: connection.limited,
    ...(opened && { opened }),
    async register(signal) {
      if (summary === 'absent') return { variant: wire.variant, schema: [], extra: new Map() };
      const register = await request(connection, wire.summaryPath, wire.register, signal, true);
      noteCounts(register);
      return register;
    },
    ...recordMethods(connection),
    ...entryMethods(connection),
    ...proofMethods(connection),
  };
}

async function pageOf<T>(pages: DecodedList<T>, ref: PageRef | undefined): Promise<Page<T>> {
  return (await readPage(pages, ref)) ?? { values: [] };
}

/** RecordMethods are those that read records, now and at earlier sizes, and their trails. */
interface RecordMethods {
  /**
   * records reads a page of records. Within a page of the item variant they are in
   * ascending order of entry number.
   */
  records(page?: PageRef, signal?: AbortSignal): Promise<Page<RegisterRecord>>;
  /**
   * recordsWhere reads the records whose attribute has exactly this value, or a list with it. UNSUPPORTED
   * if the server does not filter (optional in the earlier variant), or no address can carry the value.
   */
  recordsWhere(
    attribute: string,
    value: string,
    page?: PageRef,
    signal?: AbortSignal,
  ): Promise<Page<RegisterRecord>>;
  /**
   * record reads the record of a key. UNSUPPORTED for a key that no address can carry: the empty one,
   * `.`, `..`, a lone surrogate.
   */
  record(key: string, signal?: AbortSignal): Promise<RegisterRecord>;
  /** trail reads all entries of a key, in ascending order, as far as the server lists them. */
  trail(key: string, signal?: AbortSignal): Promise<readonly Entry[]>;
  /**
   * isTrailCut reports whether the trail of a key, when last read, went on at an address that is not requested.
   */
  isTrailCut(key: string): boolean;
  /**
   * snapshot reads the register at a log size. UNSUPPORTED in the item variant, 404 on many servers:
   * compute it from the log then.
   */
  snapshot(logSize: number, signal?: AbortSignal): Promise<Snapshot>;
  /**
   * snapshotEntry reads the entry that was the latest of a key at a log size.
   * UNSUPPORTED in the item variant.
   */
  snapshotEntry(logSize: number, key: string, signal?: AbortSignal): Promise<Entry>;
}

function recordMethods(connection: Connection): RecordMethods {
  const { wire, counts } = connection;
  const cutTrails = new Set<string>();
  return {
    records: (page, signal) =>
      pageOf(list(connection, 'records', wire.records, keyOf, signal, { total: counts.records }), page),
    async recordsWhere(attribute, value, page, signal) {
      const path = addressable(connection, () => wire.recordsWherePath(attribute, value));
      const decode = (body: unknown) => demandFiltered(wire, wire.records(body), attribute, value);
      return pageOf(list(connection, path, decode, keyOf, signal), page);
    },
    async record(key, signal) {
      const path = addressable(connection, () => recordPaths(pathSegment(key)).record);
      return request(connection, path, (body) => wire.record(body, key), signal);
    },
    async trail(key, signal) {
      const path = addressable(connection, () => recordPaths(pathSegment(key)).trail);
      const decode = (body: unknown): readonly Entry[] => {
        const entries = wire.entries(body);
        for (const [index, entry] of entries.entries()) inside(entry.key, index, same(key, text));
        return entries;
      };
      const pages = list(connection, path, decode, ({ entryNumber }) => String(entryNumber), signal, {
        byIndex: false,
      });
      const { values, isCut } = await readAllPages(pages);
      if (isCut) cutTrails.add(key);
      else cutTrails.delete(key);
      const { entries, contradicted } = inOrder(values);
      if (contradicted.length === 0) return entries;
      const message = `The version history has two different entries ${contradicted[0]}.`;
      throw new ApiError('BAD_SHAPE', message, { address: pages.address });
    },
    isTrailCut: (key) => cutTrails.has(key),
    snapshot: (logSize, signal) => readSnapshot(connection, logSize, signal),
    snapshotEntry: (logSize, key, signal) => readSnapshotEntry(connection, logSize, key, signal),
  };
}

/** EntryMethods are those that read the log and its data. */
interface EntryMethods {
  /** entry reads one entry, 1 <= entryNumber. */
  entry(entryNumber: number, signal?: AbortSignal): Promise<Entry>;
  /** entries reads the entries start..start+count-1; see readEntries. */
  entries(
    start: number,
    count: number,
    signal?: AbortSignal,
    remarked?: (remark: string) => void,
  ): Promise<readonly Entry[]>;
  /** item reads the data with this hash as sent, not verified. */
  item(hash: Hash, signal?: AbortSignal): Promise<Item>;
  /**
   * items reads a page of the item list. It is optional: a server without one answers 404, and
   * single items still work.
   */
  items(page?: PageRef, signal?: AbortSignal): Promise<Page<HashedItem>>;
}

function entryMethods(connection: Connection): EntryMethods {
  const { wire, counts } = connection;
  return {
    entry: (entryNumber, signal) => readEntry(connection, entryNumber, signal),
    async entries(start, count, signal, remarked = () => undefined) {
      // Loaded on demand: a link to a record needs no list of entries.
      const { readEntries } = await import('./entry-list.ts');
      return readEntries({ connection, signal, remarked }, start, count);
    },
    item: (hash, signal) => request(connection, wire.itemPath(hash), (body) => wire.item(body, hash), signal),
    items(page, signal) {
      const more = { byIndex: false, total: counts.items };
      return pageOf(
        list(connection, wire.itemsPath, wire.items, ({ hash }) => hash, signal, more),
        page,
      );
    },
  };
}

/** ProofMethods are those that read the head of the log and proofs. */
interface ProofMethods {
  /** registerProof reads the head of the log, never from the browser's cache alone. */
  registerProof(signal?: AbortSignal): Promise<PublishedHead>;
  /** entryProof reads the audit path of an entry, 1 <= entryNumber <= logSize. */
  entryProof(entryNumber: number, logSize: number, signal?: AbortSignal): Promise<EntryProof>;
  /** consistencyProof reads the proof between two sizes, 1 <= from <= to. */
  consistencyProof(from: number, to: number, signal?: AbortSignal): Promise<ConsistencyProof>;
}

function proofMethods(connection: Connection): ProofMethods {
  const { base, wire, counts } = connection;
  /** Whether this server knows the second of wire.entryProofPaths and not the first. */
  let isOtherPath = false;
  return {
    async registerProof(signal) {
      const path = wire.registerProofPath;
      const head = await request(connection, path, wire.registerProof, signal, true);
      counts.entries = head.logSize;
      return { ...head, address: `${base}/${path}` };
    },
    async entryProof(entryNumber, logSize, signal) {
      const paths = wire.entryProofPaths(entryNumber, logSize);
      const read = (path: string): Promise<EntryProof> =>
        request(connection, path, (body) => wire.entryProof(body, entryNumber, logSize), signal);
      const [first = '', second] = isOtherPath ? paths.toReversed() : paths;
      return read(first).catch(async (error: unknown) => {
        if (!isNotFound(error) || second === undefined) throw error;
        const proof = await read(second).catch((further: unknown) => {
          throw isNotFound(further) ? error : further;
        });
        isOtherPath = !isOtherPath;
        return proof;
      });
    },
    async consistencyProof(from, to, signal) {
      const path = wire.consistencyProofPath(from, to);
      const proof = await request(connection, path, (body) => wire.consistencyProof(body, from, to), signal);
      return { ...proof, address: `${base}/${path}` };
    },
  };
}

/**
 * A server need not filter (earlier variant) and may send all records, which must not
 * pass for a filtered list.
 */
function demandFiltered(
  wire: Wire,
  records: readonly RegisterRecord[],
  attribute: string,
  value: string,
): readonly RegisterRecord[] {
  const wanted = value.normalize();
  const other = records.find(({ items }) =>
    items.flatMap((item) => item.get(attribute) ?? []).every((one) => one.normalize() !== wanted),
  );
  if (other === undefined) return records;
  const problem = `The server does not filter by ${attribute}: it sent the record ${JSON.stringify(other.key)} too`;
  throw new ShapeError(problem, wire.unfiltered);
}
