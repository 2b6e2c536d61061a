import { type EndpointId, PROOF_IDENTIFIER } from '../conformance/endpoints.ts';
import { type Hash, parseHash } from '../core/hash.ts';
import type { Item } from '../core/model.ts';
import type { Json, Row } from '../core/rows.ts';
import type { Call } from './call.ts';
import { latestEntry, type LogRecord, recordAt } from './engine/register-log.ts';
import { VARIANT_NAMES, keyOf, parseDigits, single, wholeNumber } from './http/request.ts';
import { type Answer, badRequest, type Link, notFound, quoted } from './http/response.ts';
import { cursorSpan, entrySpan, faultyPage, pageSpan, readableSize, versionHistory } from './paging.ts';
import { ROUTES } from './paths.ts';

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

  /**
   * All keys in the order in which the log first names them; in the earlier variant
   * perhaps those with a value.
   */
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

  /** Ascending (API document, "Records", rule 2); with numbers as numbers, as in all endpoints of records. */
  trail(call, segment = '') {
    const numbers = requireRecord(call, keyOf(segment));
    const { offset, count, links } = pageSpan(call, numbers.length);
    return entries(call, faultyPage(numbers.slice(offset, offset + count), call), links, true);
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
    return { ...oneRow(row), columns: shape.oneItemColumns };
  },

  items(call) {
    const { log, shape } = call;
    if (call.has('no-items-list')) throw notFound('This server does not list its data.');
    const { offset, count, links } = cursorSpan(call, log.itemCount);
    const hashes = log.itemHashes(offset, count);
    const itemOf = (hash: Hash): Item => log.item(hash) ?? new Map();
    const { texts } = log;
    const member = (hash: Hash, at: number): Json =>
      texts ? () => texts.item(offset + at + 1) : shape.item(hash, itemOf(hash));
    return {
      json: () => shape.keyed(hashes.map((hash, at) => [shape.spell(hash), member(hash, at)])),
      rows: () => hashes.map((hash) => shape.itemRow(hash, itemOf(hash))),
      columns: shape.itemColumns,
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
    const to = wholeNumber(large, 'The larger log size is', log.size);
    const from = wholeNumber(small, 'The smaller log size is', to);
    return oneRow(shape.consistencyProof(log.consistencyProof(from, to)));
  },

  'entry-proof'({ path, log, shape, has }, entry = '', size = '', identifier?: string) {
    if (path.startsWith('/proofs/entry/') !== has('proofs-entry-spelling'))
      throw notFound('This server spells the path of an entry proof otherwise.');
    requireIdentifier(identifier);
    const logSize = wholeNumber(size, 'The log size is', log.size);
    const entryNumber = wholeNumber(entry, 'The entry number is', logSize);
    return oneRow(shape.entryProof(entryNumber, log.entryProof(entryNumber, logSize)));
  },

  summary({ shape, has }) {
    if (has('no-summary')) throw notFound('This server has no summary of the register.');
    return oneRow(shape.summary());
  },

  /**
   * The records as they were, or by a switch their entries. A version-history link belongs to one record: it
   * is sent where the snapshot holds just one.
   */
  snapshot(call, size = '') {
    const { log } = call;
    const logSize = sizeOfSnapshot(call, size);
    const total = log.keyCount(logSize);
    const { offset, count, links: pages } = pageSpan(call, total);
    const keys = log.keys(offset, count);
    const links = total === 1 ? [...pages, ...keys.map((key) => versionHistory(key, call))] : pages;
    if (!call.has('snapshot-entries')) return records(call, keys, links, logSize);
    return entries(
      call,
      keys.flatMap((key) => latestEntry(log, key, logSize) ?? []),
      links,
    );
  },

  'snapshot-entry'(call, size = '', segment = '') {
    const logSize = sizeOfSnapshot(call, size);
    const key = keyOf(segment);
    const latest = latestEntry(call.log, key, logSize);
    if (latest === undefined)
      throw notFound(`The register had no record ${quoted(key)} at log size ${logSize}.`);
    return alone(call, entries(call, [latest], [versionHistory(key, call)]));
  },
};

/** answerTo answers a call. @throws Problem */
export function answerTo(call: Call): Answer {
  const { variant } = call.log;
  for (const { id, pattern } of ROUTES[variant]) {
    const match = pattern.exec(call.path);
    if (match) return ANSWERS[id](call, ...match.slice(1).map(decodeURIComponent));
  }
  throw notFound(`${VARIANT_NAMES[variant]} has no resource ${quoted(call.path)}.`, {
    paths: [...new Set(ROUTES[variant].map(({ path }) => path))],
  });
}

/** The numbers of the entries of a key. @throws Problem 404 for an unknown key */
function requireRecord({ log }: Call, key: string): readonly number[] {
  const numbers = log.trail(key);
  if (numbers.length === 0) throw notFound(`The register has no record ${quoted(key)}.`);
  return numbers;
}

/**
 * The records with a value. In the earlier variant the parameters of the request are kept in the links.
 * @throws Problem if the register has no such attribute
 */
function recordsWhere(call: Call, name: string, value: string, problem: typeof badRequest): Answer {
  const keys = call.log.keysWhere(name, value);
  if (!keys) throw problem(`The register has no attribute ${quoted(name)}.`);
  const isKept = call.log.variant === 'blob' && !call.has('link-drops-filter');
  const filter = isKept ? { name, value } : {};
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
  const found = (): LogRecord[] => keys.flatMap((key) => recordAt(log, key, logSize) ?? []);
  const texts = logSize === log.size ? shape.texts : undefined;
  const members = (): (readonly [string, Json])[] =>
    texts
      ? keys.map((key) => [key, () => texts.record(key)])
      : found().map((record) => [record.entry.key, shape.record(record)]);
  return {
    json: () => shape.keyed(members()),
    rows: () => found().flatMap(shape.recordRows),
    columns: shape.recordColumns,
    links,
  };
}

/** Answers with the entries that have these numbers, in an endpoint of entries or of records. */
function entries(
  { log, shape }: Call,
  numbers: readonly number[],
  links: readonly Link[] = [],
  isOfRecord = false,
): Answer {
  const texts = isOfRecord ? undefined : shape.texts;
  const rows = (): Row[] => numbers.map((number) => shape.entry(log.entry(number), isOfRecord));
  const json = (): Json => (texts ? numbers.map((number) => () => texts.entry(number)) : rows());
  return { json, rows, columns: shape.entryColumns, links };
}

function oneRow(row: Row): Answer {
  return { json: () => row, rows: () => [row] };
}

function alone({ shape }: Call, answer: Answer): Answer {
  return { ...answer, json: () => shape.alone(answer.json()) };
}

function sizeOfSnapshot({ log }: Call, size: string): number {
  return wholeNumber(size, 'The log size is', log.size, 0);
}

function requireIdentifier(identifier = PROOF_IDENTIFIER): void {
  if (identifier !== PROOF_IDENTIFIER)
    throw notFound(`The only proof identifier is ${PROOF_IDENTIFIER}, not ${quoted(identifier)}.`);
}
