import { parseHash, type Hash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { AttributeValue, Checkpoint, Entry, Item, Variant } from '../../core/model.ts';
import type { EntryCheck, RecordDataCheck } from '../../verify/protocol.ts';

/** Original is what the register sent about one entry. Nothing in the lab changes it. */
export interface Original {
  readonly variant: Variant;
  readonly items: readonly Item[];
  readonly entry: Entry;
  /** The hashes of the entry proof, from the leaf upwards. */
  readonly auditPath: readonly Hash[];
  /** The head that the register publishes. */
  readonly checkpoint: Checkpoint;
  /** The register's leaf rule, where it is known: the copy is hashed by the same. */
  readonly leafRule?: LeafRuleId | undefined;
}

/** Part says what of the copy a row is: it decides which check reads it. `line` is the key or the timestamp of the entry. */
export type Part = 'item' | 'number' | 'line' | 'item-hash' | 'proof' | 'size' | 'root';

/** Row is one thing of the copy that can be changed in any way: all but the values of items are texts. */
export interface Row {
  /** Stays with it wherever it is moved. For a hash of the proof it ends with the place in which that was sent, counted from 1. */
  readonly id: string;
  readonly part: Part;
  /** The name of the attribute, or of the field. */
  readonly name: string;
  readonly value: AttributeValue;
  /** Of an attribute: the item that has it, counted from 0. */
  readonly item: number;
}

/** Copy is the state of the lab: everything that was sent, row by row. The hashes of the proof are in their order. */
export type Copy = readonly Row[];

/** CopyChecks is what the worker found about a copy. */
export interface CopyChecks {
  readonly data: RecordDataCheck;
  readonly entry: EntryCheck;
}

/** itemRow is an attribute of an item, counted from 0. */
export function itemRow(item: number, name: string, value: AttributeValue): Row {
  return { id: `item ${item} ${name}`, part: 'item', item, name, value };
}

/** copyOf makes the copy with which the lab begins. */
export function copyOf({ variant, items, entry, auditPath, checkpoint }: Original): Copy {
  const field = (part: Part, name: string, value: string, id = name): Row => ({
    id,
    part,
    item: 0,
    name,
    value,
  });
  const { itemHashes } = entry;
  return [
    ...items.flatMap((item, index) => [...item].map(([name, value]) => itemRow(index, name, value))),
    field('number', 'entry-number', String(entry.entryNumber)),
    field('line', 'key', entry.key),
    field('line', 'entry-timestamp', entry.timestamp),
    ...itemHashes.map((hash, index) =>
      field(
        'item-hash',
        `${variant} hash${itemHashes.length > 1 ? ` ${index + 1}` : ''}`,
        hash,
        `item-hash ${index + 1}`,
      ),
    ),
    ...auditPath.map((hash, index) => field('proof', '', hash, `proof ${index + 1}`)),
    field('size', 'log size', String(checkpoint.logSize)),
    field('root', 'root hash', checkpoint.rootHash),
  ];
}

/** rowsOf are the rows of a part. */
export function rowsOf(copy: Copy, ...parts: readonly Part[]): readonly Row[] {
  return copy.filter(({ part }) => parts.includes(part));
}

/** textOf is the text of the row of that id. */
export function textOf(copy: Copy, id: string): string {
  return String(copy.find((row) => row.id === id)?.value ?? '');
}

/** isSame reports whether two copies, or two values, are the same, letter for letter; a value that is not there differs from null. */
export function isSame<T extends Copy | AttributeValue | undefined>(one: T, other: T): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** wholeNumber reads digits as a number; NaN for anything else and beyond 2^53-1, which the verifier refuses in words. */
export function wholeNumber(text: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** readHash reads a hash in any spelling: bare, `sha-256:` or `1220`; undefined for anything else. */
export function readHash(text: string): Hash | undefined {
  return parseHash(text, 'bare') ?? parseHash(text, 'item') ?? parseHash(text, 'blob');
}

/**
 * checkRequests puts a copy into the requests of the checks. What is no hash or no number goes to the verifier as it is: its doors look at everything, and
 * it is the verifier that says "cannot check".
 */
export function checkRequests(original: Original, copy: Copy) {
  const { variant, leafRule } = original;
  const asHash = (text: string): Hash => readHash(text) ?? (text as Hash);
  const hashes = (part: Part) => rowsOf(copy, part).map(({ value }) => asHash(String(value)));
  const entryNumber = wholeNumber(textOf(copy, 'entry-number'));
  const { entryNumber: sent, indexEntryNumber } = original.entry;
  const entry: Entry = {
    entryNumber,
    // One field of the copy stands for both numbers: they differ only where the register sent them so.
    indexEntryNumber: entryNumber === sent ? indexEntryNumber : entryNumber,
    timestamp: textOf(copy, 'entry-timestamp'),
    key: textOf(copy, 'key'),
    itemHashes: hashes('item-hash'),
  };
  const attributes = rowsOf(copy, 'item');
  const items = original.items.map(
    (_, index) =>
      new Map(attributes.flatMap(({ item, name, value }) => (item === index ? [[name, value]] : []))),
  );
  const checkpoint = {
    logSize: wholeNumber(textOf(copy, 'log size')),
    rootHash: asHash(textOf(copy, 'root hash')),
  };
  const rule = leafRule === undefined ? {} : { leafRule };
  return {
    data: { variant, items, entry },
    entry: { variant, entry, auditPath: hashes('proof'), checkpoint, ...rule },
  };
}

/** Edit makes the copy that a change leads to. An edit of something that is not there leads to an equal copy. */
export type Edit = (copy: Copy) => Copy;

/** setRow puts a row in the place of that with its id, or adds it. */
export function setRow(row: Row): Edit {
  return (copy) => {
    const at = copy.findIndex(({ id }) => id === row.id);
    return at < 0 ? [...copy, row] : copy.with(at, row);
  };
}

/** removeRow takes a row out. */
export function removeRow(id: string): Edit {
  return (copy) => copy.filter((row) => row.id !== id);
}

/** moveHash moves a hash of the proof by one place; where there is no further place it stays. */
export function moveHash(id: string, by: -1 | 1): Edit {
  return (copy) => {
    const from = copy.findIndex((row) => row.id === id);
    const [hash, other] = [copy[from], copy[from + by]];
    if (hash === undefined || other?.part !== 'proof') return copy;
    return copy.with(from, other).with(from + by, hash);
  };
}

/** doubleHash puts a hash of a proof that was sent with `sent` hashes in once more, after itself. */
export function doubleHash(id: string, sent: number): Edit {
  return (copy) => {
    const at = copy.findIndex((row) => row.id === id);
    const next = Math.max(sent, ...rowsOf(copy, 'proof').map(sentPlace)) + 1;
    return copy.flatMap((row, index) => (index === at ? [row, { ...row, id: `proof ${next}` }] : [row]));
  };
}

/** sentPlace is the place in which a hash of the proof was sent; beyond the length of that proof for one that was added. */
export function sentPlace({ id }: Row): number {
  return Number(id.slice('proof '.length));
}

/** flipDigit turns the first digit of a hash into the next one, whatever stands before it: 8 into 9, f into 0. A text without a digit stays as it is. */
export function flipDigit(text: string): string {
  return text.replace(/^(sha-256:|1220(?=[0-9a-f]{64}$))?([0-9a-fA-F])/, (_, prefix = '', digit: string) => {
    const next = (Number.parseInt(digit, 16) + 1) % 16;
    return `${prefix}${next.toString(16)}`;
  });
}

/** redact replaces a value of a blob by the hash that stands for it, as the verifier computed it; undefined if there is none. */
export function redact(row: Row, { data }: CopyChecks): Edit | undefined {
  const step = data.items[row.item]?.blobSteps?.find(
    (one) => one.kind === 'attribute' && one.name === row.name,
  );
  if (step?.kind !== 'attribute') return undefined;
  return setRow({ ...row, value: `**REDACTED**${step.valueHash}` });
}

/** Change is one difference between the copy and what the register sent. */
export interface Change {
  readonly part: Part | 'order';
  readonly verb: 'Changed' | 'Added' | 'Removed';
  /** What was changed: `the key`. It may hold any text of the copy. */
  readonly what: string;
  readonly was?: string | undefined;
  readonly is?: string | undefined;
}

/** changesOf lists every difference between a copy and its original. */
export function changesOf(original: Original, copy: Copy): readonly Change[] {
  const was = byId(copyOf(original));
  const now = byId(copy);
  const changes = [...new Map([...was, ...now]).values()].flatMap((row): Change[] => {
    const [old, next] = [was.get(row.id)?.value, now.get(row.id)?.value];
    if (isSame(old, next)) return [];
    const verb = old === undefined ? 'Added' : next === undefined ? 'Removed' : 'Changed';
    return [{ part: row.part, verb, what: nameOf(row), was: valueText(old), is: valueText(next) }];
  });
  if (outOfOrder(original, copy).size > 0)
    changes.push({ part: 'order', verb: 'Changed', what: 'the order of the proof’s hashes' });
  return changes;

  function nameOf(row: Row): string {
    const { part, name, item } = row;
    if (part === 'item')
      return original.items.length > 1 ? `${name} of ${original.variant} ${item + 1}` : name;
    if (part === 'proof')
      return was.has(row.id)
        ? `hash ${sentPlace(row)} of the proof`
        : `a hash in place ${rowsOf(copy, 'proof').indexOf(row) + 1} of the proof`;
    return `the ${name.replace('-', ' ')}${part === 'item-hash' ? ' in the entry' : ''}`;
  }
}

/** byId finds rows by their ids. */
export function byId(copy: Copy): ReadonlyMap<string, Row> {
  return new Map(copy.map((row) => [row.id, row]));
}

function valueText(value: AttributeValue | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}

/** outOfOrder is the ids of the hashes that stand in another order than they were sent in; those removed or added put no other out of order. */
export function outOfOrder({ auditPath }: Original, copy: Copy): ReadonlySet<string> {
  const old = rowsOf(copy, 'proof').filter((row) => sentPlace(row) <= auditPath.length);
  const inOrder = old.toSorted((one, other) => sentPlace(one) - sentPlace(other));
  return new Set(old.flatMap(({ id }, index) => (inOrder[index]?.id === id ? [] : [id])));
}
