import type { Hash } from '../core/hash.ts';
import type {
  Checkpoint,
  ConsistencyProof,
  Entry,
  EntryProof,
  Item,
  Register,
  RegisterRecord,
  Variant,
} from '../core/model.ts';
import {
  asList,
  asObject,
  at,
  expected,
  type JsonObject,
  integerField,
  ShapeError,
  textField,
} from './decode.ts';
import type { HashedItem, Snapshot } from './register-client.ts';

/**
 * Wire is one wire shape of the API document: the paths, relative to the base address and already percent-encoded, and the decoders from
 * `unknown` to the domain. Decoders are strict about types and lenient about extra properties; all throw ShapeError.
 */
export interface Wire {
  readonly variant: Variant;
  readonly summaryPath: string;
  /** Says whether a body is meant as this variant's summary, right or wrong in its details. */
  looksLikeSummary(body: unknown): boolean;
  register(body: unknown): Register;
  record(body: unknown, key: string): RegisterRecord;
  records(body: unknown): readonly RegisterRecord[];
  recordsWherePath(attribute: string, value: string): string;
  /** What a record that does not have the value asked for means: the rules broken, or a filter that was ignored. */
  readonly unfiltered: 'BAD_SHAPE' | 'UNSUPPORTED';
  entries(body: unknown): readonly Entry[];
  /** One entry, which some servers wrap in a list. */
  entry(body: unknown, entryNumber?: number): Entry;
  itemPath(hash: Hash): string;
  readonly itemsPath: string;
  item(body: unknown, hash: Hash): Item;
  items(body: unknown): readonly HashedItem[];
  readonly registerProofPath: string;
  registerProof(body: unknown): Checkpoint;
  /** The spellings of the path, the documented one first. */
  entryProofPaths(entryNumber: number, logSize: number): readonly string[];
  entryProof(body: unknown, entryNumber: number, logSize: number): EntryProof;
  consistencyProofPath(from: number, to: number): string;
  consistencyProof(body: unknown, from: number, to: number): ConsistencyProof;
  /** Absent where the variant has no snapshots. */
  snapshot?(body: unknown): Snapshot;
}

/**
 * pathSegment percent-encodes a key or value as one segment of a path. URL parsers take `.` and `..` away even where they are
 * percent-encoded, and a lone surrogate has no UTF-8 form, so these cannot be asked for. @throws ShapeError with UNSUPPORTED
 */
export function pathSegment(text: string): string {
  const encoded = text === '.' || text === '..' ? undefined : encode(text);
  if (encoded) return encoded;
  throw new ShapeError(
    '',
    `${JSON.stringify(text)} cannot be asked for: no web address can carry it. Look for it in the entries or in the list of records`,
    'UNSUPPORTED',
  );
}

function encode(text: string): string | undefined {
  try {
    return encodeURIComponent(text);
  } catch {
    return undefined;
  }
}

type DecodeHashes = (entry: JsonObject, path: string) => readonly Hash[];

/** decodeEntries reads a list of entries. */
export function decodeEntries(body: unknown, hashes: DecodeHashes): readonly Entry[] {
  return listOfObjects(body, '$').map(([line, path]) => decodeEntry(line, path, hashes));
}

/** decodeOneEntry reads the answer to /entries/{n}: an entry, which some servers wrap in a list and some do not. */
export function decodeOneEntry(body: unknown, entryNumber: number | undefined, hashes: DecodeHashes): Entry {
  if (Array.isArray(body) && body.length !== 1) throw expected('one entry', body, '$');
  const [line, path] = Array.isArray(body) ? [body[0] as unknown, '$[0]'] : [body, '$'];
  const entry = decodeEntry(asObject(line, path), path, hashes);
  if (entryNumber !== undefined) demandSame(entry.entryNumber, entryNumber, at(path, 'entry-number'));
  return entry;
}

function decodeEntry(line: JsonObject, path: string, hashes: DecodeHashes): Entry {
  const entryNumber = integerField(line, 'entry-number', path, 1);
  const named = Object.hasOwn(line, 'index-entry-number');
  return {
    entryNumber,
    indexEntryNumber: named ? integerField(line, 'index-entry-number', path, 1) : entryNumber,
    timestamp: textField(line, 'entry-timestamp', path),
    key: textField(line, 'key', path),
    itemHashes: hashes(line, path),
  };
}

/** eachOnce demands that no key comes twice in a list of records. */
export function eachOnce(records: readonly RegisterRecord[]): readonly RegisterRecord[] {
  const keys = new Set<string>();
  for (const [index, { key }] of records.entries()) {
    if (keys.has(key)) throw new ShapeError(at('$', index), `the key ${JSON.stringify(key)} comes twice`);
    keys.add(key);
  }
  return records;
}

/** demandSame refuses an answer to another question than the one asked. */
export function demandSame(found: string | number, asked: string | number, path: string): void {
  if (found !== asked)
    throw new ShapeError(path, `asked for ${JSON.stringify(asked)}, got ${JSON.stringify(found)}`);
}

/** listOfObjects reads a list whose members are all objects, with their paths. */
export function listOfObjects(value: unknown, path: string): readonly (readonly [JsonObject, string])[] {
  return asList(value, path).map((member, index) => {
    const own = at(path, index);
    return [asObject(member, own), own] as const;
  });
}

/**
 * optional reads properties that may be absent by their names in the domain: `names` maps domain name to wire name. What is absent stays
 * absent, as exactOptionalPropertyTypes wants it.
 */
export function optional<K extends string, T>(
  read: (object: JsonObject, name: string, path: string) => T | undefined,
  object: JsonObject,
  path: string,
  names: Readonly<Record<K, string>>,
): { [P in K]?: T } {
  const found: { [P in K]?: T } = {};
  for (const key of Object.keys(names) as K[]) {
    const value = read(object, names[key], path);
    if (value !== undefined) found[key] = value;
  }
  return found;
}
