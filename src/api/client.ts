import { ApiError, isNotFound } from './api-error.ts';
import { type Connection, inOrder, readEntry } from './connection.ts';
import { createLimit, type DecodedList, type Page, type PageRef, readAllPages, readPage } from './pager.ts';
import { recordPaths } from './request.ts';
import type { Transport } from './transport.ts';
import {
  type Decoder,
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
import { isolated } from '../core/invisible.ts';
import type {
  ConsistencyProof,
  Entry,
  EntryProof,
  Item,
  PublishedHead,
  Register,
  RegisterRecord,
} from '../core/model.ts';

/** SummaryState is the state of the summary on opening: read, broken, or absent. */
export type SummaryState = { readonly register: Register; readonly at: number } | 'broken' | 'absent';

/** RegisterClient reads one register in either variant. */
export type RegisterClient = ReturnType<typeof createRegisterClient>;

/**
 * createRegisterClient makes the client of the register at `base` (no trailing slash), in the shape of
 * `wire`. Every method rejects with an ApiError if there is no usable answer, and with the signal's reason if
 * the caller aborted. It verifies nothing: results are decoded answers.
 */
export function createRegisterClient(base: string, wire: Wire, transport: Transport, summary: SummaryState) {
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
  const request = <T>(path: string, decode: Decoder<T>, signal?: AbortSignal, fresh = false) =>
    transport.get(`${base}/${path}`, decode, { signal, fresh });
  const list = <T>(
    path: string,
    decode: Decoder<readonly T[]>,
    keyOf: (value: T) => string,
    signal: AbortSignal | undefined,
    { byIndex = true, total }: Partial<DecodedList<T>> = {},
  ): DecodedList<T> => ({
    base,
    address: `${base}/${path}`,
    read: (address, finish) =>
      transport.get(address, (body, received) => finish({ values: decode(body) }, received), { signal }),
    keysOf: ({ values }) => values.map(keyOf),
    byIndex,
    total,
  });
  const pageOf = async <T>(pages: DecodedList<T>, ref: PageRef | undefined): Promise<Page<T>> =>
    (await readPage(pages, ref)) ?? { values: [] };
  /** A path made from a key or value: UNSUPPORTED for one that no address can carry. */
  const addressable = (make: () => string): string => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      throw new ApiError(error.code, `${isolated(error.message)}.`, { address: base });
    }
  };
  const snapshotDecoder = (path: string): Decoder<Snapshot> => {
    if (wire.snapshot !== undefined) return wire.snapshot;
    const summary = 'Registers of items (v2) have no snapshots.';
    const message = `${summary} The entries give the state at a log size.`;
    throw new ApiError('UNSUPPORTED', message, { address: `${base}/${path}`, summary });
  };
  const cutTrails = new Set<string>();
  /** Whether this server knows the second of wire.entryProofPaths and not the first. */
  let isOtherPath = false;
  return {
    /** The base address, without a trailing slash. */
    base,
    variant: wire.variant,
    /** limited reads an address with `limit` unless this server refused it; see createLimit. */
    limited: connection.limited,
    /**
     * The summary read while opening, if any, and when (milliseconds since 1970): initial data for a cache.
     */
    ...(opened && { opened }),
    /**
     * register reads the summary; for a register opened by its records alone it is a
     * Register with only the variant.
     */
    async register(signal?: AbortSignal): Promise<Register> {
      if (summary === 'absent') return { variant: wire.variant, schema: [], extra: new Map() };
      const register = await request(wire.summaryPath, wire.register, signal, true);
      noteCounts(register);
      return register;
    },
    /**
     * records reads a page of records. Within a page of the item variant they are in
     * ascending order of entry number.
     */
    records: (page?: PageRef, signal?: AbortSignal): Promise<Page<RegisterRecord>> =>
      pageOf(list('records', wire.records, keyOf, signal, { total: counts.records }), page),
    /**
     * recordsWhere reads the records whose attribute has exactly this value, or a list with it. UNSUPPORTED
     * if the server does not filter (optional in the earlier variant), or no address can carry the value.
     */
    async recordsWhere(
      attribute: string,
      value: string,
      page?: PageRef,
      signal?: AbortSignal,
    ): Promise<Page<RegisterRecord>> {
      const path = addressable(() => wire.recordsWherePath(attribute, value));
      const decode = (body: unknown) => demandFiltered(wire, wire.records(body), attribute, value);
      return pageOf(list(path, decode, keyOf, signal), page);
    },
    /**
     * record reads the record of a key. UNSUPPORTED for a key that no address can carry: the empty one,
     * `.`, `..`, a lone surrogate.
     */
    async record(key: string, signal?: AbortSignal): Promise<RegisterRecord> {
      const path = addressable(() => recordPaths(pathSegment(key)).record);
      return request(path, (body) => wire.record(body, key), signal);
    },
    /** trail reads all entries of a key, in ascending order, as far as the server lists them. */
    async trail(key: string, signal?: AbortSignal): Promise<readonly Entry[]> {
      const path = addressable(() => recordPaths(pathSegment(key)).trail);
      const decode = (body: unknown): readonly Entry[] => {
        const entries = wire.entries(body);
        for (const [index, entry] of entries.entries()) inside(entry.key, index, same(key, text));
        return entries;
      };
      const pages = list(path, decode, ({ entryNumber }) => String(entryNumber), signal, { byIndex: false });
      const { values, isCut } = await readAllPages(pages);
      if (isCut) cutTrails.add(key);
      else cutTrails.delete(key);
      const { entries, contradicted } = inOrder(values);
      if (contradicted.length === 0) return entries;
      const message = `The version history has two different entries ${contradicted[0]}.`;
      throw new ApiError('BAD_SHAPE', message, { address: pages.address });
    },
    /**
     * isTrailCut reports whether the trail of a key, when last read, went on at an address that is not requested.
     */
    isTrailCut: (key: string): boolean => cutTrails.has(key),
    /** entry reads one entry, 1 <= entryNumber. */
    entry: (entryNumber: number, signal?: AbortSignal): Promise<Entry> =>
      readEntry(connection, entryNumber, signal),
    /** entries reads the entries start..start+count-1; see readEntries. */
    async entries(
      start: number,
      count: number,
      signal?: AbortSignal,
      remarked: (remark: string) => void = () => undefined,
    ): Promise<readonly Entry[]> {
      // Loaded on demand: a link to a record needs no list of entries.
      const { readEntries } = await import('./entry-list.ts');
      return readEntries({ connection, signal, remarked }, start, count);
    },
    /** item reads the data with this hash as sent, not verified. */
    item: (hash: Hash, signal?: AbortSignal): Promise<Item> =>
      request(wire.itemPath(hash), (body) => wire.item(body, hash), signal),
    /**
     * items reads a page of the item list. It is optional: a server without one answers 404, and
     * single items still work.
     */
    items(page?: PageRef, signal?: AbortSignal): Promise<Page<HashedItem>> {
      const more = { byIndex: false, total: counts.items };
      return pageOf(
        list(wire.itemsPath, wire.items, ({ hash }) => hash, signal, more),
        page,
      );
    },
    /** registerProof reads the head of the log, never from the browser's cache alone. */
    async registerProof(signal?: AbortSignal): Promise<PublishedHead> {
      const path = wire.registerProofPath;
      const head = await request(path, wire.registerProof, signal, true);
      counts.entries = head.logSize;
      return { ...head, address: `${base}/${path}` };
    },
    /** entryProof reads the audit path of an entry, 1 <= entryNumber <= logSize. */
    async entryProof(entryNumber: number, logSize: number, signal?: AbortSignal): Promise<EntryProof> {
      const paths = wire.entryProofPaths(entryNumber, logSize);
      const read = (path: string): Promise<EntryProof> =>
        request(path, (body) => wire.entryProof(body, entryNumber, logSize), signal);
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
    /** consistencyProof reads the proof between two sizes, 1 <= from <= to. */
    async consistencyProof(from: number, to: number, signal?: AbortSignal): Promise<ConsistencyProof> {
      const path = wire.consistencyProofPath(from, to);
      const proof = await request(path, (body) => wire.consistencyProof(body, from, to), signal);
      return { ...proof, address: `${base}/${path}` };
    },
    /**
     * snapshot reads the register at a log size. UNSUPPORTED in the item variant, 404 on many servers:
     * compute it from the log then.
     */
    async snapshot(logSize: number, signal?: AbortSignal): Promise<Snapshot> {
      const path = `snapshots/${logSize}`;
      const decode = snapshotDecoder(path);
      let kind: Snapshot['kind'] | undefined;
      let isOne = false;
      const decodePage = (body: unknown): readonly (Entry | RegisterRecord)[] => {
        const part = decode(body);
        const values = part.kind === 'entries' ? part.entries : part.records;
        if (values.length > 0 && kind !== undefined && part.kind !== kind)
          throw new ShapeError('one page lists entries and another one records');
        kind ??= part.kind;
        isOne = part.isOne === true;
        return values;
      };
      const { values, isCut } = await readAllPages({
        ...list(path, decodePage, keyOf, signal),
        // What is not a list has no further pages to guess.
        get byIndex() {
          return !isOne;
        },
      });
      const extent = { ...(isCut ? { isCut } : {}), ...(isOne && values.length === 1 ? { isOne } : {}) };
      return kind === 'records'
        ? { kind, records: values as readonly RegisterRecord[], ...extent }
        : { kind: 'entries', entries: values as readonly Entry[], ...extent };
    },
    /**
     * snapshotEntry reads the entry that was the latest of a key at a log size.
     * UNSUPPORTED in the item variant.
     */
    async snapshotEntry(logSize: number, key: string, signal?: AbortSignal): Promise<Entry> {
      const path = addressable(() => `snapshots/${logSize}/${pathSegment(key)}`);
      snapshotDecoder(path);
      const decode = (body: unknown): Entry => {
        const entry = wire.entry(body);
        inside(entry.key, 'key', same(key, text));
        if (entry.entryNumber <= logSize) return entry;
        throw new ShapeError(`entry ${entry.entryNumber} is beyond the log size ${logSize}`);
      };
      return request(path, decode, signal);
    },
  };
}

function keyOf({ key }: { readonly key: string }): string {
  return key;
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
