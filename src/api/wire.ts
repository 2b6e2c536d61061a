import type { HashedItem, Snapshot } from './client.ts';
import { API_PATHS, type ApiPaths } from './request.ts';
import { type Hash, type HashSpelling, formatHash, parseHash } from '../core/hash.ts';
import type {
  AttributeValue,
  Checkpoint,
  ConsistencyProof,
  Entry,
  EntryProof,
  Item,
  Register,
  RegisterRecord,
  Variant,
} from '../core/model.ts';

/** ShapeError says what is wrong with a body and where. The transport turns it into an ApiError with the address. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  /** JSON path, or '' if the fault is not in the body. */
  readonly path: string;
  readonly code: 'BAD_SHAPE' | 'UNSUPPORTED' | 'TOO_LARGE';

  constructor(path: JsonPath, message: string, code: ShapeError['code'] = 'BAD_SHAPE') {
    super(message);
    this.path = written(path);
    this.code = code;
  }
}

/** JsonObject is a JSON object as parsed: any property may be there, `__proto__` as an own one included. */
export type JsonObject = Readonly<Record<string, unknown>>;

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** JsonPath is a place in a body. It is written as text only for an error: a large log has millions. */
export type JsonPath = string | readonly [JsonPath, string | number];

/** at extends a JSON path by a property name or an index. */
export function at(path: JsonPath, step: string | number): JsonPath {
  return [path, step];
}

function written(path: JsonPath): string {
  if (typeof path === 'string') return path;
  const [start, step] = path;
  return typeof step === 'string' && PLAIN_NAME.test(step)
    ? `${written(start)}.${step}`
    : `${written(start)}[${JSON.stringify(step)}]`;
}

/** isObject reports whether a value is a JSON object: not a list, not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** field reads an own property; those of Object.prototype do not count. */
export function field(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** asObject demands a JSON object. @throws ShapeError */
export function asObject(value: unknown, path: JsonPath): JsonObject {
  if (!isObject(value)) throw expected('an object', value, path);
  return value;
}

/** asList demands a JSON array. @throws ShapeError */
export function asList(value: unknown, path: JsonPath): readonly unknown[] {
  if (!Array.isArray(value)) throw expected('a list', value, path);
  return value;
}

/** textField demands a string property. @throws ShapeError */
export function textField(object: JsonObject, name: string, path: JsonPath): string {
  const value = field(object, name);
  if (typeof value !== 'string') throw expected('a text', value, at(path, name));
  return value;
}

/** optionalText reads a string property that may be absent or null. @throws ShapeError for any other type */
export function optionalText(object: JsonObject, name: string, path: JsonPath): string | undefined {
  return (field(object, name) ?? undefined) === undefined ? undefined : textField(object, name, path);
}

const DIGITS = /^[0-9]+$/;

/**
 * integerField demands a whole number from `least` to 2^53-1, written as a JSON number or as a string of digits 0 to 9 (API document,
 * "Shared types": a client must accept both). @throws ShapeError
 */
export function integerField(object: JsonObject, name: string, path: JsonPath, least = 0): number {
  const value = field(object, name);
  const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < least || Object.is(number, -0))
    throw expected(`a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}`, value, at(path, name));
  return number;
}

/** optionalInteger reads an integer property that may be absent or null. @throws ShapeError */
export function optionalInteger(object: JsonObject, name: string, path: JsonPath): number | undefined {
  return (field(object, name) ?? undefined) === undefined ? undefined : integerField(object, name, path);
}

const HASH_FORMS: Readonly<Record<HashSpelling, string>> = {
  item: 'sha-256: and 64 lower-case hexadecimal digits',
  blob: '1220 and 64 lower-case hexadecimal digits',
  bare: '64 lower-case hexadecimal digits',
};

/**
 * asHash demands a hash in exactly the spelling of the variant: mixed spellings are an error, not a guess.
 * @throws ShapeError
 */
export function asHash(value: unknown, spelling: HashSpelling, path: JsonPath): Hash {
  const hash = typeof value === 'string' ? parseHash(value, spelling) : undefined;
  if (hash !== undefined) return hash;
  throw expected(HASH_FORMS[spelling], value, path);
}

/** MAX_PATH_LENGTH bounds a proof: no log of up to 2^53-1 entries needs more hashes. */
export const MAX_PATH_LENGTH = 63;

/** asHashPath demands a list of at most MAX_PATH_LENGTH hashes. @throws ShapeError */
export function asHashPath(object: JsonObject, name: string, spelling: HashSpelling): readonly Hash[] {
  const path = at('$', name);
  const list = asList(field(object, name), path);
  if (list.length > MAX_PATH_LENGTH)
    throw new ShapeError(path, `a proof has at most ${MAX_PATH_LENGTH} hashes, not ${list.length}`);
  return list.map((value, index) => asHash(value, spelling, at(path, index)));
}

/** asItem demands an object of strings, lists of strings and nulls, and leaves out the property `without`. @throws ShapeError */
export function asItem(value: unknown, path: JsonPath, without?: string): Item {
  const item = new Map<string, AttributeValue>();
  const object = asObject(value, path);
  for (const name of Object.keys(object)) {
    if (name === without) continue;
    const member = object[name];
    item.set(name, typeof member === 'string' || member === null ? member : asTexts(member, at(path, name)));
  }
  return item;
}

function asTexts(value: unknown, path: JsonPath): readonly string[] {
  if (!Array.isArray(value)) throw expected('a text or a list of texts', value, path);
  return value.map((member: unknown, index) => {
    if (typeof member !== 'string') throw expected('a text', member, at(path, index));
    return member;
  });
}

/** expected returns a ShapeError that says what should be there and what is. */
export function expected(what: string, value: unknown, path: JsonPath): ShapeError {
  return new ShapeError(path, `expected ${what}, found ${describe(value)}`);
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return JSON.stringify(value.length > 90 ? `${value.slice(0, 90)}…` : value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** extraFields returns the fields of an object that the domain does not name, of any type, for display only; values nested deeper than a list are left out. */
export function extraFields(
  object: JsonObject,
  placed: ReadonlySet<string>,
): ReadonlyMap<string, AttributeValue> {
  const others = Object.entries(object).filter(([name]) => !placed.has(name));
  return new Map(others.map(([name, value]) => [name, display(value)]));
}

function display(value: unknown): AttributeValue {
  if (value === null || typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(plainly) : plainly(value);
}

function plainly(value: unknown): string {
  return typeof value === 'object' && value !== null ? '…' : String(value);
}

/**
 * Wire is one wire shape of the API document: the paths, relative to the base address and already percent-encoded, and the decoders from
 * `unknown` to the domain. Decoders are strict about types and lenient about extra properties; all throw ShapeError.
 */
export interface Wire extends ApiPaths {
  readonly variant: Variant;
  /** Whether a body is meant as this variant's summary, even if its details are wrong. */
  looksLikeSummary(body: unknown): boolean;
  register(body: unknown): Register;
  record(body: unknown, key: string): RegisterRecord;
  records(body: unknown): readonly RegisterRecord[];
  recordsWherePath(attribute: string, value: string): string;
  /** What a record without the requested value means: broken rules, or an ignored filter. */
  readonly unfiltered: 'BAD_SHAPE' | 'UNSUPPORTED';
  entries(body: unknown): readonly Entry[];
  /** One entry, which some servers wrap in a list. */
  entry(body: unknown, entryNumber?: number): Entry;
  itemPath(hash: Hash): string;
  readonly itemsPath: string;
  item(body: unknown, hash: Hash): Item;
  items(body: unknown): readonly HashedItem[];
  registerProof(body: unknown): Checkpoint;
  entryProof(body: unknown, entryNumber: number, logSize: number): EntryProof;
  consistencyProofPath(from: number, to: number): string;
  consistencyProof(body: unknown, from: number, to: number): ConsistencyProof;
  /** Absent where the variant has no snapshots. */
  snapshot?(body: unknown): Snapshot;
}

/** WireLists are the decoders that read a whole log: all that its worker needs. */
export type WireLists = Pick<Wire, 'entries' | 'records' | 'item' | 'items'>;

/**
 * pathSegment percent-encodes a key or value as one segment of a path. URL parsers remove `.` and `..` even if
 * percent-encoded, and a lone surrogate has no UTF-8 form, so these cannot be requested. @throws ShapeError with UNSUPPORTED
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

/** SharedNames are the variants' names for things that they share. */
interface SharedNames {
  /** A summary of this variant, even with wrong details, has one of these properties. */
  readonly ofSummary: readonly string[];
  readonly itemsPath: string;
  readonly auditPath: string;
  readonly consistencyPath: string;
  /** hashes reads the data hashes of an entry. */
  hashes(entry: JsonObject, path: JsonPath): readonly Hash[];
  /** proof demands an object that is a proof of the known kind. */
  proof(body: unknown): JsonObject;
}

type SharedWire =
  | (keyof ApiPaths | 'variant' | 'looksLikeSummary' | 'entry' | 'itemPath' | 'itemsPath')
  | ('registerProof' | 'entryProof' | 'consistencyProof');

/** sharedWire makes the part of a wire shape in which the variants differ only in names. */
export function sharedWire(variant: Variant, names: SharedNames): Pick<Wire, SharedWire> {
  const { ofSummary, itemsPath, hashes, proof } = names;
  return {
    ...API_PATHS[variant],
    variant,
    looksLikeSummary: (body) => isObject(body) && ofSummary.some((name) => Object.hasOwn(body, name)),
    entry(body, entryNumber) {
      if (Array.isArray(body) && body.length !== 1) throw expected('one entry', body, '$');
      const [line, path] = Array.isArray(body) ? [body[0] as unknown, '$[0]'] : [body, '$'];
      const entry = decodeEntry(asObject(line, path), path, hashes);
      if (entryNumber !== undefined) demandSame(entry.entryNumber, entryNumber, at(path, 'entry-number'));
      return entry;
    },
    itemPath: (hash) => `${itemsPath}/${formatHash(hash, variant)}`,
    itemsPath,
    registerProof(body) {
      const head = proof(body);
      const logSize = integerField(head, 'total-entries', '$');
      return { logSize, rootHash: asHash(field(head, 'root-hash'), variant, at('$', 'root-hash')) };
    },
    entryProof(body, entryNumber, logSize) {
      const object = proof(body);
      // The blobs API does not say which entry a proof is for.
      if (variant === 'item')
        demandSame(integerField(object, 'entry-number', '$'), entryNumber, at('$', 'entry-number'));
      return { entryNumber, logSize, auditPath: asHashPath(object, names.auditPath, variant) };
    },
    consistencyProof: (body, from, to) => ({
      from,
      to,
      path: asHashPath(proof(body), names.consistencyPath, variant),
    }),
  };
}

/** decodeEntries reads a list of entries. */
export function decodeEntries(body: unknown, hashes: SharedNames['hashes']): readonly Entry[] {
  return listOfObjects(body, '$').map(([line, path]) => decodeEntry(line, path, hashes));
}

function decodeEntry(line: JsonObject, path: JsonPath, hashes: SharedNames['hashes']): Entry {
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

/** demandSame refuses an answer to another request. */
export function demandSame(found: string | number, asked: string | number, path: JsonPath): void {
  if (found !== asked)
    throw new ShapeError(path, `asked for ${JSON.stringify(asked)}, got ${JSON.stringify(found)}`);
}

/** listOfObjects reads a list whose members are all objects, with their paths. */
export function listOfObjects(value: unknown, path: JsonPath): readonly (readonly [JsonObject, JsonPath])[] {
  return asList(value, path).map((member, index) => {
    const own = at(path, index);
    return [asObject(member, own), own] as const;
  });
}

/**
 * optional reads properties that may be absent by their names in the domain: `names` maps domain name to wire name. Absent properties stay
 * absent, as exactOptionalPropertyTypes requires.
 */
export function optional<K extends string, T>(
  read: (object: JsonObject, name: string, path: JsonPath) => T | undefined,
  object: JsonObject,
  path: JsonPath,
  names: Readonly<Record<K, string>>,
): { [P in K]?: T } {
  const found: { [P in K]?: T } = {};
  for (const key of Object.keys(names) as K[]) {
    const value = read(object, names[key], path);
    if (value !== undefined) found[key] = value;
  }
  return found;
}
