import { type Hash, parseHash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { AttributeValue, Checkpoint, Entry, Item, Variant } from '../../core/model.ts';
import type {
  EntryCheck,
  EntryCheckRequest,
  RecordDataCheck,
  RecordDataCheckRequest,
} from '../../verify/protocol.ts';

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

/** CopyHash is a hash of the copy as it stands in its field, which may be no hash at all. */
export interface CopyHash {
  /** Stays with the hash wherever it is moved; for a hash of the original its place there, counted from 1. */
  readonly id: number;
  readonly text: string;
}

/** CopyField names the plain fields of a copy. */
export type CopyField = 'entryNumber' | 'timestamp' | 'key' | 'logSize' | 'rootHash';

/** Copy is the state of the lab: everything that was sent, as texts that may be changed in any way. */
export interface Copy extends Readonly<Record<CopyField, string>> {
  readonly items: readonly Item[];
  readonly itemHashes: readonly CopyHash[];
  readonly auditPath: readonly CopyHash[];
  /** The id of the next hash that is added. */
  readonly nextId: number;
}

/** CopyChecks is what the worker found about a copy. */
export interface CopyChecks {
  readonly data: RecordDataCheck;
  readonly entry: EntryCheck;
}

/** copyOf makes the copy with which the lab begins. */
export function copyOf({ items, entry, auditPath, checkpoint }: Original): Copy {
  const numbered = (text: Hash, index: number): CopyHash => ({ id: index + 1, text });
  return {
    items,
    entryNumber: String(entry.entryNumber),
    timestamp: entry.timestamp,
    key: entry.key,
    itemHashes: entry.itemHashes.map(numbered),
    auditPath: auditPath.map(numbered),
    logSize: String(checkpoint.logSize),
    rootHash: checkpoint.rootHash,
    nextId: auditPath.length + 1,
  };
}

/** copyText writes a copy as text: equal texts, equal copies. */
export function copyText(copy: Copy): string {
  const items = copy.items.map((item) => [...item]);
  // Which number the next hash will have is no part of what the copy says.
  return JSON.stringify({ ...copy, items, nextId: 0 });
}

/** sameCopy tells whether two copies hold the same, letter for letter. */
export function sameCopy(one: Copy, other: Copy): boolean {
  return one === other || copyText(one) === copyText(other);
}

/** sameValue tells whether two values are the same, letter for letter; a value that is not there differs from null. */
export function sameValue(one: AttributeValue | undefined, other: AttributeValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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
export function checkRequests(
  { variant, entry, leafRule }: Original,
  copy: Copy,
): { readonly data: RecordDataCheckRequest; readonly entry: EntryCheckRequest } {
  const number = wholeNumber(copy.entryNumber);
  const asHash = (text: string): Hash => readHash(text) ?? (text as Hash);
  const changed: Entry = {
    entryNumber: number,
    // One field of the copy stands for both numbers: they differ only where the register sent them so.
    indexEntryNumber: number === entry.entryNumber ? entry.indexEntryNumber : number,
    timestamp: copy.timestamp,
    key: copy.key,
    itemHashes: copy.itemHashes.map(({ text }) => asHash(text)),
  };
  const checkpoint = { logSize: wholeNumber(copy.logSize), rootHash: asHash(copy.rootHash) };
  const auditPath = copy.auditPath.map(({ text }) => asHash(text));
  const rule = leafRule === undefined ? {} : { leafRule };
  return {
    data: { variant, items: copy.items, entry: changed },
    entry: { variant, entry: changed, auditPath, checkpoint, ...rule },
  };
}

/** Edit makes the copy that a change leads to. An edit of something that is not there leads to an equal copy. */
export type Edit = (copy: Copy) => Copy;

/** HashList names the two lists of hashes of a copy. */
export type HashList = 'itemHashes' | 'auditPath';

/** setField types over a plain field. */
export function setField(field: CopyField, text: string): Edit {
  return (copy) => ({ ...copy, [field]: text });
}

/** setValue gives an attribute of an item, counted from 0, a value; undefined removes the attribute. */
export function setValue(index: number, name: string, value: AttributeValue | undefined): Edit {
  const change = (item: Item): Item =>
    value === undefined
      ? new Map([...item].filter(([other]) => other !== name))
      : new Map(item).set(name, value);
  return (copy) => ({ ...copy, items: copy.items.map((item, at) => (at === index ? change(item) : item)) });
}

/** setHash types over a hash. */
export function setHash(list: HashList, id: number, text: string): Edit {
  return (copy) => ({
    ...copy,
    [list]: copy[list].map((hash) => (hash.id === id ? { ...hash, text } : hash)),
  });
}

/** moveHash moves a hash of the proof by one place; where there is no further place it stays. */
export function moveHash(id: number, by: -1 | 1): Edit {
  return (copy) => {
    const from = copy.auditPath.findIndex((hash) => hash.id === id);
    const [hash, other] = [copy.auditPath[from], copy.auditPath[from + by]];
    if (hash === undefined || other === undefined) return copy;
    return { ...copy, auditPath: copy.auditPath.with(from, other).with(from + by, hash) };
  };
}

/** removeHash takes a hash out of the proof. */
export function removeHash(id: number): Edit {
  return (copy) => ({ ...copy, auditPath: copy.auditPath.filter((hash) => hash.id !== id) });
}

/** doubleHash puts a hash of the proof in once more, after itself. */
export function doubleHash(id: number): Edit {
  return (copy) => {
    const at = copy.auditPath.findIndex((hash) => hash.id === id);
    const hash = copy.auditPath[at];
    if (hash === undefined) return copy;
    const auditPath = copy.auditPath.toSpliced(at + 1, 0, { id: copy.nextId, text: hash.text });
    return { ...copy, auditPath, nextId: copy.nextId + 1 };
  };
}

/** flipDigit turns the first digit of a hash into the next one, whatever stands before it: 8 into 9, f into 0. A text without a digit stays as it is. */
export function flipDigit(text: string): string {
  const start = /^(?:sha-256:|1220(?=[0-9a-f]{64}$))?/.exec(text)?.[0].length ?? 0;
  const digit = Number.parseInt(text.charAt(start), 16);
  if (Number.isNaN(digit)) return text;
  return text.slice(0, start) + ((digit + 1) % 16).toString(16) + text.slice(start + 1);
}

/** redact replaces a value of a blob by the hash that stands for it, as the verifier computed it; undefined where there is none. */
export function redact(index: number, name: string, { data }: CopyChecks): Edit | undefined {
  const step = data.items[index]?.blobSteps?.find((step) => step.kind === 'attribute' && step.name === name);
  return step?.kind === 'attribute' ? setValue(index, name, `**REDACTED**${step.valueHash}`) : undefined;
}
