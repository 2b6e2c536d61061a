import { type Hash, parseHash } from '../../core/hash.ts';
import type { Item } from '../../core/model.ts';
import type { Answer, Call, Link } from '../call.ts';
import type { WritePage } from '../engine/register-log.ts';
import { parseDigits } from '../http/request.ts';
import { type Row, badRequest, notFound, quoted } from '../http/response.ts';
import { cursorSpan, entrySpan, readableSize, spoiltPage } from '../paging.ts';
import { PROOF_IDENTIFIER } from '../shape/item-shape.ts';

/** oneEntry answers /entries/{entry-number}: a list of one in v2, the entry itself in the earlier variant. */
export function oneEntry(call: Call, text: string): Answer {
  const { log, shape, behaviour } = call;
  const entryNumber = parseDigits(text);
  if (entryNumber === undefined || entryNumber < 1 || entryNumber > readableSize(call))
    throw notFound(`The log has ${log.size} entries and no entry ${quoted(text)}.`);
  const entry = shape.entry(log.entry(entryNumber), behaviour);
  return { ...answerEntries(call, [entryNumber]), json: () => shape.oneEntry(entry) };
}

/** answerEntries answers with the entries that have these numbers. */
export function answerEntries(
  { log, shape, behaviour }: Call,
  numbers: readonly number[],
  links: readonly Link[] = [],
): Answer {
  const rows = (): Row[] => numbers.map((number) => shape.entry(log.entry(number), behaviour));
  return { json: rows, table: () => ({ columns: shape.entryColumns, rows: rows() }), links };
}

/** listEntries answers /entries, ascending (API document, "Entries", rule 1). */
export function listEntries(call: Call): Answer {
  const { log, behaviour } = call;
  const { offset, count, links } = entrySpan(call);
  const numbers = Array.from({ length: count }, (_, index) => offset + 1 + index);
  const isWritten = behaviour.numbers === 'document' && behaviour.entryPages === 'true';
  return {
    ...answerEntries(call, spoiltPage(numbers, behaviour), links),
    jsonBytes: isWritten ? writtenPage(log.pages?.entries, offset, count) : undefined,
  };
}

/** writtenPage is a page that the log writes at once; undefined if it cannot. */
export function writtenPage(
  write: WritePage | undefined,
  offset: number,
  count: number,
): Answer['jsonBytes'] {
  return write && (() => write(offset, count));
}

/** oneItem answers /items/{item-hash} and /blobs/{id}. */
export function oneItem(call: Call, text: string): Answer {
  const { log, shape } = call;
  const hash = parseHash(text, shape.hashSpelling);
  const item = hash && log.item(hash);
  if (!item) throw notFound(`No entry names ${quoted(text)}.`);
  const columns = [...(shape.hashSpelling === 'blob' ? shape.itemColumns : []), ...log.about.fields];
  return { json: () => shape.item(hash, item), table: () => ({ columns, rows: [shape.item(hash, item)] }) };
}

/** listItems answers /items and /blobs. */
export function listItems(call: Call): Answer {
  const { log, shape, behaviour } = call;
  if (!behaviour.itemList) throw notFound('This server does not list its data.');
  const { offset, count, links } = cursorSpan(call, log.itemCount);
  const items = (): (readonly [Hash, Item])[] =>
    log.itemHashes(offset, count).map((hash) => [hash, log.item(hash) ?? new Map()]);
  const columns = [...shape.itemColumns, ...log.about.fields];
  return {
    json: () => shape.items(items()),
    jsonBytes: writtenPage(log.pages?.items, offset, count),
    table: () => ({ columns, rows: items().map(([hash, item]) => shape.itemRow(hash, item)) }),
    links,
  };
}

/** registerProof answers /proof/register/{id} and /proofs/register. */
export function registerProof(call: Call, identifier = PROOF_IDENTIFIER): Answer {
  requireIdentifier(identifier);
  return answerRow(call.shape.registerProof(call.proofs.head(), call.behaviour));
}

/** consistencyProof answers /proof/consistency/{small}/{large}/{id} and /proofs/consistency/{small}/{large}. Equal sizes: an empty path. */
export function consistencyProof(
  call: Call,
  small: string,
  large: string,
  identifier = PROOF_IDENTIFIER,
): Answer {
  requireIdentifier(identifier);
  const to = sizeOf(large, 'The larger log size', call);
  const from = within(small, 'The smaller log size', to);
  return answerRow(call.shape.consistencyProof(call.proofs.consistency(from, to)));
}

/** entryProof answers /proof/entries/{entry-number}/{log-size}/{id} and /proofs/entries/{entry-number}/{log-size}. */
export function entryProof(call: Call, entry: string, size: string, identifier = PROOF_IDENTIFIER): Answer {
  requireIdentifier(identifier);
  const logSize = sizeOf(size, 'The log size', call);
  const entryNumber = within(entry, 'The entry number', logSize);
  const path = call.proofs.entry(entryNumber, logSize);
  return answerRow(call.shape.entryProof(entryNumber, path, call.behaviour));
}

/** entryProofSpelled makes the two spellings of the path of an entry proof exclude each other. */
export function entryProofSpelled(spelling: 'entries' | 'entry') {
  return (call: Call, entry: string, size: string): Answer => {
    if (call.behaviour.proofSegment !== spelling)
      throw notFound('This server spells the path of an entry proof otherwise.');
    return entryProof(call, entry, size);
  };
}

function requireIdentifier(identifier: string): void {
  if (identifier !== PROOF_IDENTIFIER)
    throw notFound(`The only proof identifier is ${PROOF_IDENTIFIER}, not ${quoted(identifier)}.`);
}

function sizeOf(text: string, what: string, { log }: Call): number {
  return within(text, what, log.size);
}

/** A proof's numbers ask for a calculation, so that one out of range is a bad request rather than a missing thing (wire notes). */
function within(text: string, what: string, most: number): number {
  const number = parseDigits(text);
  if (number === undefined || number < 1 || number > most)
    throw badRequest(`${what} is a whole number from 1 to ${most}, not ${quoted(text)}.`);
  return number;
}

function answerRow(row: Row): Answer {
  return { json: () => row, table: () => ({ columns: [...row.keys()], rows: [row] }) };
}

/** summary answers /register and /context. */
export function summary({ log, proofs, shape, behaviour }: Call): Answer {
  if (!behaviour.summary) throw notFound('This server has no summary of the register.');
  return answerRow(shape.summary(log, () => proofs.head(), behaviour));
}
