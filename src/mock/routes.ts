import { ENDPOINTS, type EndpointId, type EndpointName, PROOF_IDENTIFIER } from '../conformance/endpoints.ts';
import { type Hash, parseHash } from '../core/hash.ts';
import type { Item, Variant } from '../core/model.ts';
import { countUpTo, type LogRecord, recordAt, type ServedLog } from './engine/register-log.ts';
import { type Format, keyOf, parseDigits, single, splitSuffix } from './http/request.ts';
import { type Json, JsonText, type Row, type Table, badRequest, notFound, quoted } from './http/response.ts';
import {
  cursorSpan,
  entrySpan,
  type Link,
  pageSpan,
  readableSize,
  faultyPage,
  versionHistory,
} from './paging.ts';
import type { Mode } from './mount.ts';
import type { Shape } from './shape.ts';

/** Call is one request to one resource of a register. */
export interface Call extends Pick<Mode, 'has'> {
  readonly log: ServedLog;
  readonly shape: Shape;
  /** For example `https://host:1234`. */
  readonly origin: string;
  /** The path of the mount as it was asked for, percent-encoded: `/registers/country/v2`. */
  readonly base: string;
  /** The path below the base as it was asked for, percent-encoded, suffix included. */
  readonly fullPath: string;
  /** The path below the base, percent-encoded, without a suffix that asks for a form: what is routed. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The form to answer in; undefined if the Accept header admits none. */
  readonly format: Format | undefined;
}

/** Answer is the answer of a resource in both forms; only the requested one is computed. */
export interface Answer {
  readonly json: () => Json;
  readonly table: () => Table;
  readonly links?: readonly Link[];
}

/** Respond gets the values of the path's placeholders, decoded, in their order. @throws Problem */
type Respond = (call: Call, ...values: string[]) => Answer;

/** ANSWERS are the answers of the endpoints of the API document. */
const ANSWERS: Readonly<Record<EndpointId, Respond>> = {
  record(call, segment = '') {
    const key = keyOf(segment);
    requireRecord(call, key);
    if (recordAt(call.log, key, call.log.size) === undefined)
      throw notFound(`The data of the record ${quoted(key)} is missing.`);
    return alone(call, records(call, [key], [versionHistory(key, call)]));
  },

  /** All keys in the order in which the log first names them; in the earlier variant perhaps those with a value. */
  records(call) {
    const { log, query } = call;
    const [name, value] = [single(query, 'name'), single(query, 'value')];
    if (log.variant === 'blob' && (name ?? value) !== undefined) {
      if (name === undefined || value === undefined)
        throw badRequest('The parameters name and value are given together or not at all.');
      return recordsWhere(call, name, value, badRequest);
    }
    const { offset, count, links } = pageSpan(call, log.keyCount(log.size));
    return records(call, log.keys(offset, count), links);
  },

  'records-where': (call, name = '', value = '') => recordsWhere(call, name, value, notFound),

  /** Ascending (API document, "Records", rule 2). */
  trail(call, segment = '') {
    const numbers = requireRecord(call, keyOf(segment));
    const { offset, count, links } = pageSpan(call, numbers.length);
    return entries(call, faultyPage(numbers.slice(offset, offset + count), call), links);
  },

  entry(call, text = '') {
    const entryNumber = parseDigits(text);
    if (entryNumber === undefined || entryNumber < 1 || entryNumber > readableSize(call))
      throw notFound(`The log has ${call.log.size} entries and no entry ${quoted(text)}.`);
    return alone(call, entries(call, [entryNumber]));
  },

  /** Ascending (API document, "Entries", rule 1). */
  entries(call) {
    const { offset, count, links } = entrySpan(call);
    const numbers = Array.from({ length: count }, (_, index) => offset + 1 + index);
    return entries(call, faultyPage(numbers, call), links);
  },

  item({ log, shape }, text = '') {
    const hash = parseHash(text, log.variant);
    const item = hash && log.item(hash);
    if (!item) throw notFound(`There is no data with the hash ${quoted(text)}.`);
    const row = shape.item(hash, item);
    return { json: () => row, table: () => ({ columns: shape.oneItemColumns, rows: [row] }) };
  },

  items(call) {
    const { log, shape } = call;
    if (call.has('no-items-list')) throw notFound('This server does not list its data.');
    const { offset, count, links } = cursorSpan(call, log.itemCount);
    const hashes = log.itemHashes(offset, count);
    const itemOf = (hash: Hash): Item => log.item(hash) ?? new Map();
    const { texts } = log;
    const member = (hash: Hash, at: number): Json =>
      texts ? new JsonText(() => texts.item(offset + at + 1)) : shape.item(hash, itemOf(hash));
    return {
      json: () => shape.keyed(hashes.map((hash, at) => [shape.spell(hash), member(hash, at)])),
      table: () => ({
        columns: shape.itemColumns,
        rows: hashes.map((hash) => shape.itemRow(hash, itemOf(hash))),
      }),
      links,
    };
  },

  'register-proof'({ shape, log }, identifier) {
    requireIdentifier(identifier);
    return oneRow(shape.registerProof(log.head()));
  },

  /** Equal sizes: an empty path. */
  'consistency-proof'({ log, shape }, small = '', large = '', identifier?: string) {
    requireIdentifier(identifier);
    const to = within(large, 'The larger log size', log.size);
    const from = within(small, 'The smaller log size', to);
    return oneRow(shape.consistencyProof(log.consistencyProof(from, to)));
  },

  'entry-proof'({ path, log, shape, has }, entry = '', size = '', identifier?: string) {
    if (path.split('/')[2] !== (has('proofs-entry-spelling') ? 'entry' : 'entries'))
      throw notFound('This server spells the path of an entry proof otherwise.');
    requireIdentifier(identifier);
    const logSize = within(size, 'The log size', log.size);
    const entryNumber = within(entry, 'The entry number', logSize);
    return oneRow(shape.entryProof(entryNumber, log.entryProof(entryNumber, logSize)));
  },

  summary({ shape, has }) {
    if (has('no-summary')) throw notFound('This server has no summary of the register.');
    return oneRow(shape.summary());
  },

  /** The records as they were, or by a switch their entries. A version-history link belongs to one record: it is sent where the snapshot holds just one. */
  snapshot(call, size = '') {
    const { log } = call;
    const logSize = within(size, 'The log size', log.size, 0);
    const total = log.keyCount(logSize);
    const span = pageSpan(call, total);
    const keys = log.keys(span.offset, Math.min(span.count, total - span.offset));
    const links = [...span.links, ...(total === 1 ? keys.map((key) => versionHistory(key, call)) : [])];
    if (!call.has('snapshot-entries')) return records(call, keys, links, logSize);
    const latest = keys.flatMap((key) => latestAt(call, key, logSize) ?? []);
    return entries(call, latest, links);
  },

  'snapshot-entry'(call, size = '', segment = '') {
    const logSize = within(size, 'The log size', call.log.size, 0);
    const key = keyOf(segment);
    const latest = latestAt(call, key, logSize);
    if (latest === undefined)
      throw notFound(`The register had no record ${quoted(key)} at log size ${logSize}.`);
    return alone(call, entries(call, [latest], [versionHistory(key, call)]));
  },
};

/** A route below the base address. */
interface Route {
  readonly name: EndpointName;
  /** `{name}` stands for one segment. */
  readonly path: string;
  readonly answer: Respond;
}

/** The endpoints of the API document, and the other spelling of the path of an entry proof. */
const ROUTES: Readonly<Record<Variant, readonly Route[]>> = {
  item: routesOf('item'),
  blob: [
    ...routesOf('blob'),
    { name: 'entry-proof', path: '/proofs/entry/{entry-number}/{log-size}', answer: ANSWERS['entry-proof'] },
  ],
};

function routesOf(variant: Variant): Route[] {
  return ENDPOINTS[variant].map(({ id, name, path }) => ({ name, path, answer: ANSWERS[id] }));
}

/** findRoute returns the route of a percent-encoded path below a base address: `%2F` stays within its segment, and the first route that fits counts. */
export function findRoute(
  variant: Variant,
  path: string,
): { readonly name: EndpointName; readonly answer: (call: Call) => Answer } | undefined {
  const parts = path.split('/');
  for (const route of ROUTES[variant]) {
    const values: string[] = [];
    const fits = (segment: string, at: number): boolean => {
      const part = parts[at] ?? '';
      if (!segment.startsWith('{')) return segment === part;
      return part !== '' && values.push(decodeURIComponent(part)) > 0;
    };
    const segments = route.path.split('/');
    if (segments.length === parts.length && segments.every(fits))
      return { name: route.name, answer: (call) => route.answer(call, ...values) };
  }
  return undefined;
}

/** endpointAt returns the endpoint of a path, with any suffix; undefined if there is none. */
export function endpointAt(variant: Variant, path: string): EndpointName | undefined {
  return findRoute(variant, splitSuffix(path).path)?.name;
}

/** pathsOf are the paths of a variant. */
export function pathsOf(variant: Variant): readonly string[] {
  return [...new Set(ROUTES[variant].map(({ path }) => path))];
}

/** The numbers of the entries of a key. @throws Problem 404 for an unknown key */
function requireRecord({ log }: Call, key: string): readonly number[] {
  const numbers = log.trail(key);
  if (numbers.length === 0) throw notFound(`The register has no record ${quoted(key)}.`);
  return numbers;
}

/** The records with a value. In the earlier variant the parameters of the request are kept in the links. @throws Problem if the register has no such attribute */
function recordsWhere(call: Call, name: string, value: string, problem: typeof notFound): Answer {
  const keys = call.log.keysWhere(name, value);
  if (!keys) throw problem(`The register has no attribute ${quoted(name)}.`);
  const filter = call.log.variant === 'blob' ? { name, value } : {};
  const { offset, count, links } = pageSpan(call, keys.length, filter);
  return records(call, keys.slice(offset, offset + count), links);
}

/** Answers with the records of these keys as of the log size, the whole log by default. */
function records(
  { log, shape }: Call,
  keys: readonly string[],
  links: readonly Link[],
  logSize = log.size,
): Answer {
  const each = <T>(write: (record: LogRecord, key: string) => T): T[] =>
    keys.flatMap((key) => {
      const record = recordAt(log, key, logSize);
      return record ? [write(record, key)] : [];
    });
  const texts = logSize === log.size ? shape.texts : undefined;
  const members = (): (readonly [string, Json])[] =>
    texts
      ? keys.map((key) => [key, new JsonText(() => texts.record(key))])
      : each((record, key) => [key, shape.record(record)]);
  return {
    json: () => shape.keyed(members()),
    table: () => ({ columns: shape.recordColumns, rows: each(shape.recordRows).flat() }),
    links,
  };
}

/** Answers with the entries that have these numbers. */
function entries({ log, shape }: Call, numbers: readonly number[], links: readonly Link[] = []): Answer {
  const { texts } = shape;
  const rows = (): Row[] => numbers.map((number) => shape.entry(log.entry(number)));
  const json = (): Json =>
    texts ? numbers.map((number) => new JsonText(() => texts.entry(number))) : rows();
  return { json, table: () => ({ columns: shape.entryColumns, rows: rows() }), links };
}

function oneRow(row: Row): Answer {
  return { json: () => row, table: () => ({ columns: [...row.keys()], rows: [row] }) };
}

function alone({ shape }: Call, answer: Answer): Answer {
  return { ...answer, json: () => shape.alone(answer.json()) };
}

/** The number of the latest entry of a key at a log size. */
function latestAt({ log }: Call, key: string, logSize: number): number | undefined {
  const trail = log.trail(key);
  return trail[countUpTo(trail, logSize) - 1];
}

function requireIdentifier(identifier = PROOF_IDENTIFIER): void {
  if (identifier !== PROOF_IDENTIFIER)
    throw notFound(`The only proof identifier is ${PROOF_IDENTIFIER}, not ${quoted(identifier)}.`);
}

/** Sizes and numbers of a calculation: one out of range is a bad request rather than a missing thing (wire notes). */
function within(text: string, what: string, most: number, least = 1): number {
  const number = parseDigits(text);
  if (number === undefined || number < least || number > most)
    throw badRequest(`${what} is a whole number from ${least} to ${most}, not ${quoted(text)}.`);
  return number;
}
