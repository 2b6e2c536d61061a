import { canonicalItemJson } from '../../core/canonical-json.ts';
import { CompactRange } from '../../core/compact-range.ts';
import { formatHash, type Hash } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { EMPTY_ROOT, hashLeaf } from '../../core/merkle.ts';
import type { Entry } from '../../core/model.ts';
import type { LogCopy } from '../log-copy.ts';
import type { ExportAsk } from './export-ask.ts';
import { inPieces } from './pieces.ts';

const ITEM_JSON = leafRule('item-json');
const KEY = /^[A-Za-z0-9][A-Za-z0-9\-_./]*$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?$/;

/**
 * writeRsf writes the log up to `at` in the Register Serialisation Format (wire notes, "RSF"): items before the first entry that names them, user entries, and
 * the root computed from the very entries written. System entries are none of the log, and no API tells them: there are none. Throws RangeError for what
 * rsfProblem names.
 */
export function writeRsf(log: LogCopy, { at }: ExportAsk): Generator<string> {
  const range = new CompactRange();
  return inPieces(rootLine(EMPTY_ROOT), linesOf(log, at, range));
}

function* linesOf(log: LogCopy, at: number, range: CompactRange): Generator<string> {
  const written = new Set<Hash>();
  for (let number = 1; number <= at; number += 1) {
    const entry = log.entry(number);
    const problem = lineProblem(log, entry);
    const leaf = problem === undefined ? ITEM_JSON.leafBytes(entry) : undefined;
    if (leaf === undefined) throw new RangeError(problem ?? `entry ${number} cannot be written as a leaf`);
    range.append(hashLeaf(leaf));
    yield itemLines(log, entry, written) + entryLine(entry);
  }
  yield rootLine(range.root());
}

function itemLines(log: LogCopy, { itemHashes }: Entry, written: Set<Hash>): string {
  let lines = '';
  for (const hash of itemHashes) {
    const item = log.item(hash);
    if (item === undefined || written.has(hash)) continue;
    written.add(hash);
    lines += `add-item\t${canonicalItemJson(item)}\n`;
  }
  return lines;
}

function entryLine({ key, timestamp, itemHashes }: Entry): string {
  const hashes = itemHashes.map((hash) => formatHash(hash, 'item')).join(';');
  return `append-entry\tuser\t${key}\t${timestamp}\t${hashes}\n`;
}

function rootLine(root: Hash): string {
  return `assert-root-hash\t${formatHash(root, 'item')}\n`;
}

/** rsfProblem says why the log up to `at` has no honest form as RSF; undefined where it has one. */
export function rsfProblem(log: LogCopy, at: number): string | undefined {
  if (log.variant !== 'item')
    return 'RSF names data by item hashes, and its root is that of items. A log of blobs has other hashes and another root, so that nothing in the file could be held against this register.';
  for (let number = 1; number <= at; number += 1) {
    const problem = lineProblem(log, log.entry(number));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function lineProblem(log: LogCopy, entry: Entry): string | undefined {
  const { entryNumber, indexEntryNumber, key, timestamp, itemHashes } = entry;
  if (!KEY.test(key)) return `The key of entry ${entryNumber} is not of the form that readers of RSF take.`;
  if (!isTimestamp(timestamp))
    return `The timestamp of entry ${entryNumber} is not of the form that readers of RSF take.`;
  if (itemHashes.length === 0) return `Entry ${entryNumber} names no item, which RSF cannot say.`;
  if (indexEntryNumber !== entryNumber)
    return `Entry ${entryNumber} has the index entry number ${indexEntryNumber}, for which RSF has no place.`;
  if (itemHashes.some((hash) => log.item(hash) === undefined))
    return `The data of entry ${entryNumber} could not be had.`;
  return undefined;
}

/** Real logs have timestamps without the Z; the day must exist. */
function isTimestamp(text: string): boolean {
  if (!TIMESTAMP.test(text)) return false;
  const seconds = text.slice(0, 19);
  const time = new Date(`${seconds}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(seconds);
}
