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

/** HashedItem is an item of the item list with the hash that the server states. It is not verified. */
export interface HashedItem {
  readonly hash: Hash;
  readonly item: Item;
}

/**
 * Snapshot is the register at a log size, in the form that the server keeps (API document,
 * "Snapshot"; servers.md). `isCut`: the list goes on at an address that is not requested. `isOne`: in place of
 * a list the server sent one member, and does not claim that there are no others.
 */
export type Snapshot = { readonly isCut?: true; readonly isOne?: true } & (
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'records'; readonly records: readonly RegisterRecord[] }
);

/**
 * ShapeError says what is wrong with a body and where. The transport turns it into an
 * ApiError with the address.
 */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  readonly code: 'BAD_SHAPE' | 'UNSUPPORTED' | 'TOO_LARGE';
  /** The place in the body, as a JSON path; meaningless for a fault of the request. */
  path = '$';

  constructor(message: string, code: ShapeError['code'] = 'BAD_SHAPE') {
    super(message);
    this.code = code;
  }
}

/** Decoder reads a value of a body. @throws ShapeError */
export type Decoder<T> = (value: unknown) => T;

/** JsonObject is a JSON object as parsed: it may have any property, even an own one named `__proto__`. */
export type JsonObject = Readonly<Record<string, unknown>>;

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * inside reads the part of a value at `step`, a property name or an index, which an
 * error then has in its path.
 */
export function inside<T>(part: unknown, step: string | number, read: Decoder<T>): T {
  try {
    return read(part);
  } catch (error) {
    if (error instanceof ShapeError) {
      const own =
        typeof step === 'string' && PLAIN_NAME.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
      error.path = `$${own}${error.path.slice(1)}`;
    }
    throw error;
  }
}

/** field reads an own property; those of Object.prototype do not count. */
export function field<T>(object: JsonObject, name: string, read: Decoder<T>): T {
  return inside(Object.hasOwn(object, name) ? object[name] : undefined, name, read);
}

/**
 * optionalFields reads properties that may be absent or null by their names in the domain: `names` maps
 * domain name to wire name. Absent properties stay absent, as exactOptionalPropertyTypes requires.
 */
export function optionalFields<K extends string, T>(
  object: JsonObject,
  read: Decoder<T | undefined>,
  names: Readonly<Record<K, string>>,
): { [P in K]?: T } {
  const found: { [P in K]?: T } = {};
  for (const key of Object.keys(names) as K[]) {
    const value = field(object, names[key], orNone(read));
    if (value !== undefined) found[key] = value;
  }
  return found;
}

/** orNone lets a value be absent or null. */
export function orNone<T>(read: Decoder<T>): Decoder<T | undefined> {
  return (value) => (value === undefined || value === null ? undefined : read(value));
}

/** isObject reports whether a value is a JSON object: not a list, not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** object demands a JSON object. */
export function object(value: unknown): JsonObject {
  return isObject(value) ? value : refuse('an object', value);
}

/** text demands a string. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : refuse('a text', value);
}

/** listOf demands a JSON array of at most `most` members. */
export function listOf<T>(read: Decoder<T>, most = Infinity): Decoder<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return refuse('a list', value);
    if (value.length > most) return refuse(`at most ${most} members`, value);
    return value.map((member, index) => inside(member, index, read));
  };
}

/**
 * wholeFrom demands a whole number from `least` to 2^53-1, written as a JSON number or as a string of digits
 * 0 to 9 (API document, "Shared types": a client must accept both).
 */
function wholeFrom(least: number): Decoder<number> {
  return (value) => {
    const number = typeof value === 'string' && /^[0-9]+$/.test(value) ? Number(value) : value;
    return typeof number === 'number' &&
      Number.isSafeInteger(number) &&
      number >= least &&
      !Object.is(number, -0)
      ? number
      : refuse(`a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}`, value);
  };
}

/** count demands a number of things, positive the number of an entry. */
export const count = wholeFrom(0);
export const positive = wholeFrom(1);

/**
 * hashIn demands a hash in exactly the spelling of the variant: mixed spellings are an error, not a guess.
 */
export function hashIn(spelling: HashSpelling): Decoder<Hash> {
  const prefix = { item: 'sha-256: and ', blob: '1220 and ', bare: '' }[spelling];
  return (value) =>
    (typeof value === 'string' ? parseHash(value, spelling) : undefined) ??
    refuse(`${prefix}64 lower-case hexadecimal digits`, value);
}

/** MAX_PATH_LENGTH bounds a proof: no log of up to 2^53-1 entries needs more hashes. */
export const MAX_PATH_LENGTH = 63;

/** itemOf demands an object of strings, lists of strings and nulls, and leaves out the property `without`. */
export function itemOf(value: unknown, without?: string): Item {
  const item = new Map<string, AttributeValue>();
  for (const [name, member] of Object.entries(object(value)))
    if (name !== without)
      item.set(name, member === null || typeof member === 'string' ? member : inside(member, name, texts));
  return item;
}

const texts: Decoder<readonly string[]> = (value) =>
  Array.isArray(value) ? listOf(text)(value) : refuse('a text or a list of texts', value);

/** same refuses an answer to another request. */
export function same<T extends string | number>(expected: T, read: Decoder<T>): Decoder<T> {
  return (value) => {
    const found = read(value);
    if (found === expected) return found;
    throw new ShapeError(`asked for ${JSON.stringify(expected)}, got ${describe(found)}`);
  };
}

/** refuse throws a ShapeError that says what should be there and what is. */
export function refuse(what: string, value: unknown): never {
  throw new ShapeError(`expected ${what}, found ${describe(value)}`);
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return JSON.stringify(value.length > 90 ? `${value.slice(0, 90)}…` : value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/**
 * otherFields returns the fields of an object that the domain does not name, of any type, for display only;
 * values nested deeper than a list are left out.
 */
export function otherFields(
  object: JsonObject,
  named: readonly string[],
): ReadonlyMap<string, AttributeValue> {
  const plainly = (value: unknown): string =>
    typeof value === 'object' && value !== null ? '…' : String(value);
  const others = Object.entries(object).filter(([name]) => !named.includes(name));
  return new Map(
    others.map(([name, value]) => [
      name,
      value === null ? null : Array.isArray(value) ? value.map(plainly) : plainly(value),
    ]),
  );
}

/**
 * pathSegment percent-encodes a key or value as one segment of a path. URL parsers remove `.` and `..` even
 * if percent-encoded, and a lone surrogate has no UTF-8 form, so these cannot be requested. @throws
 * ShapeError with UNSUPPORTED
 */
export function pathSegment(key: string): string {
  if (/^\.{0,2}$/.test(key) || /\p{Surrogate}/u.test(key))
    throw new ShapeError(
      `${JSON.stringify(key)} cannot be asked for: no web address can carry it. Look for it in the entries or in the list of records`,
      'UNSUPPORTED',
    );
  return encodeURIComponent(key);
}

/**
 * Wire is one wire shape of the API document: the paths, relative to the base address and already
 * percent-encoded, and the decoders from `unknown` to the domain. Decoders are strict about types and lenient
 * about extra properties; all throw ShapeError.
 */
export interface Wire extends SharedWire {
  register(body: unknown): Register;
  record(body: unknown, key: string): RegisterRecord;
  records(body: unknown): readonly RegisterRecord[];
  recordsWherePath(attribute: string, value: string): string;
  /** What a record without the requested value means: broken rules, or an ignored filter. */
  readonly unfiltered: 'BAD_SHAPE' | 'UNSUPPORTED';
  item(body: unknown, hash: Hash): Item;
  items(body: unknown): readonly HashedItem[];
  consistencyProofPath(from: number, to: number): string;
  /** Absent where the variant has no snapshots. */
  snapshot?(body: unknown): Snapshot;
}

/** SharedWire is the part of a wire shape in which the variants differ only in names. */
interface SharedWire extends ApiPaths {
  readonly variant: Variant;
  readonly itemsPath: string;
  itemPath(of: Hash): string;
  /** Whether a body is meant as this variant's summary, even if its details are wrong. */
  looksLikeSummary(body: unknown): boolean;
  entries(body: unknown): readonly Entry[];
  /** One entry, which some servers wrap in a list. */
  entry(body: unknown, entryNumber?: number): Entry;
  registerProof(body: unknown): Checkpoint;
  entryProof(body: unknown, entryNumber: number, logSize: number): EntryProof;
  consistencyProof(body: unknown, from: number, to: number): ConsistencyProof;
}

/** sharedWire makes this part from the names of a variant. */
export function sharedWire(
  variant: Variant,
  names: {
    /** A summary of this variant, even with wrong details, has one of these properties. */
    readonly ofSummary: readonly string[];
    readonly itemsPath: string;
    readonly auditPath: string;
    readonly consistencyPath: string;
    /** hashes reads the data hashes of an entry. */
    readonly hashes: (entry: JsonObject) => readonly Hash[];
    /** proof demands an object that is a proof of the known kind. */
    readonly proof: Decoder<JsonObject>;
  },
): SharedWire {
  const { ofSummary, itemsPath, hashes, proof } = names;
  const hash = hashIn(variant);
  const path = listOf(hash, MAX_PATH_LENGTH);
  const entryOf = (value: unknown, number: Decoder<number> = positive): Entry => {
    const line = object(value);
    const entryNumber = field(line, 'entry-number', number);
    const isIndexed = Object.hasOwn(line, 'index-entry-number');
    return {
      entryNumber,
      indexEntryNumber: isIndexed ? field(line, 'index-entry-number', positive) : entryNumber,
      timestamp: field(line, 'entry-timestamp', text),
      key: field(line, 'key', text),
      itemHashes: hashes(line),
    };
  };
  return {
    ...API_PATHS[variant],
    variant,
    itemsPath,
    itemPath: (of) => `${itemsPath}/${formatHash(of, variant)}`,
    looksLikeSummary: (body) => isObject(body) && ofSummary.some((name) => Object.hasOwn(body, name)),
    entries: listOf((value) => entryOf(value)),
    entry(body, entryNumber) {
      const read = (value: unknown): Entry =>
        entryOf(value, entryNumber === undefined ? positive : same(entryNumber, positive));
      if (!Array.isArray(body)) return read(body);
      return body.length === 1 ? inside(body[0], 0, read) : refuse('one entry', body);
    },
    registerProof(body) {
      const head = proof(body);
      return { logSize: field(head, 'total-entries', count), rootHash: field(head, 'root-hash', hash) };
    },
    entryProof(body, entryNumber, logSize) {
      const sent = proof(body);
      // The blobs API does not say which entry a proof is for.
      if (variant === 'item') field(sent, 'entry-number', same(entryNumber, count));
      return { entryNumber, logSize, auditPath: field(sent, names.auditPath, path) };
    },
    consistencyProof: (body, from, to) => ({
      from,
      to,
      path: field(proof(body), names.consistencyPath, path),
    }),
  };
}
