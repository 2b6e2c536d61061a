import { type Hash, parseHash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { AttributeValue, Checkpoint, Entry, Item, Variant } from '../../core/model.ts';
import { isRedacted } from '../../ui/values/value.tsx';
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

/** Part says what of the copy a row is: it decides which check reads it. */
export type Part = 'item' | 'entry' | 'item-hash' | 'proof' | 'size' | 'root';

/** Row is one thing of the copy that can be changed in any way: all but the values of items are texts. */
export interface Row {
  /** Stays with it wherever it is moved. For a hash of the proof it ends with the place in which that was sent, counted from 1. */
  readonly id: string;
  readonly part: Part;
  /** Of an item: which one, counted from 0. */
  readonly item: number;
  /** The name of the attribute, or of the field. */
  readonly name: string;
  readonly value: AttributeValue;
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
  return [
    ...items.flatMap((item, index) => [...item].map(([name, value]) => itemRow(index, name, value))),
    field('entry', 'entry-number', String(entry.entryNumber)),
    field('entry', 'key', entry.key),
    field('entry', 'entry-timestamp', entry.timestamp),
    ...entry.itemHashes.map((hash, index) =>
      field(
        'item-hash',
        `${variant} hash${entry.itemHashes.length > 1 ? ` ${index + 1}` : ''}`,
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
export function rowsOf(copy: Copy, part: Part): readonly Row[] {
  return copy.filter((row) => row.part === part);
}

/** textOf is the text of the row of that id. */
export function textOf(copy: Copy, id: string): string {
  const value = copy.find((row) => row.id === id)?.value;
  return typeof value === 'string' ? value : '';
}

/** sameCopy tells whether two copies, or two values, are the same, letter for letter; a value that is not there differs from null. */
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

/** itemsOf are the items of a copy. */
function itemsOf({ items }: Original, copy: Copy): readonly Item[] {
  const rows = rowsOf(copy, 'item');
  return items.map(
    (_, index) =>
      new Map(rows.filter(({ item }) => item === index).map(({ name, value }) => [name, value] as const)),
  );
}

/**
 * checkRequests puts a copy into the requests of the checks. What is no hash or no number goes to the verifier as it is: its doors look at everything, and
 * it is the verifier that says "cannot check".
 */
export function checkRequests(
  original: Original,
  copy: Copy,
): { readonly data: RecordDataCheckRequest; readonly entry: EntryCheckRequest } {
  const { variant, entry, leafRule } = original;
  const asHash = (text: string): Hash => readHash(text) ?? (text as Hash);
  const hashes = (part: Part): readonly Hash[] =>
    rowsOf(copy, part).map(({ id }) => asHash(textOf(copy, id)));
  const number = wholeNumber(textOf(copy, 'entry-number'));
  const changed: Entry = {
    entryNumber: number,
    // One field of the copy stands for both numbers: they differ only where the register sent them so.
    indexEntryNumber: number === entry.entryNumber ? entry.indexEntryNumber : number,
    timestamp: textOf(copy, 'entry-timestamp'),
    key: textOf(copy, 'key'),
    itemHashes: hashes('item-hash'),
  };
  const checkpoint = {
    logSize: wholeNumber(textOf(copy, 'log size')),
    rootHash: asHash(textOf(copy, 'root hash')),
  };
  const rule = leafRule === undefined ? {} : { leafRule };
  return {
    data: { variant, items: itemsOf(original, copy), entry: changed },
    entry: { variant, entry: changed, auditPath: hashes('proof'), checkpoint, ...rule },
  };
}

/** Edit makes the copy that a change leads to. An edit of something that is not there leads to an equal copy. */
export type Edit = (copy: Copy) => Copy;

/** setRow puts a row in the place of that with its id, or adds it. */
export function setRow(row: Row): Edit {
  return (copy) =>
    copy.some(({ id }) => id === row.id)
      ? copy.map((one) => (one.id === row.id ? row : one))
      : [...copy, row];
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
    return hash === undefined || other?.part !== 'proof'
      ? copy
      : copy.with(from, other).with(from + by, hash);
  };
}

/** doubleHash puts a hash of a proof that was sent with `sent` hashes in once more, after itself. */
export function doubleHash(id: string, sent: number): Edit {
  return (copy) => {
    const at = copy.findIndex((row) => row.id === id);
    const hash = copy[at];
    if (hash === undefined) return copy;
    const next = Math.max(sent, ...rowsOf(copy, 'proof').map(sentPlace)) + 1;
    return copy.toSpliced(at + 1, 0, { ...hash, id: `proof ${next}` });
  };
}

/** sentPlace is the place in which a hash of the proof was sent; beyond the length of that proof for one that was added. */
export function sentPlace({ id }: Row): number {
  return Number(id.slice('proof '.length));
}

/** flipDigit turns the first digit of a hash into the next one, whatever stands before it: 8 into 9, f into 0. A text without a digit stays as it is. */
export function flipDigit(text: string): string {
  const start = /^(?:sha-256:|1220(?=[0-9a-f]{64}$))?/.exec(text)?.[0].length ?? 0;
  const digit = Number.parseInt(text.charAt(start), 16);
  if (Number.isNaN(digit)) return text;
  return text.slice(0, start) + ((digit + 1) % 16).toString(16) + text.slice(start + 1);
}

/** redact replaces a value of a blob by the hash that stands for it, as the verifier computed it; undefined where there is none. */
export function redact({ item, name }: Row, { data }: CopyChecks): Edit | undefined {
  const step = data.items[item]?.blobSteps?.find((one) => one.kind === 'attribute' && one.name === name);
  return step?.kind === 'attribute'
    ? setRow(itemRow(item, name, `**REDACTED**${step.valueHash}`))
    : undefined;
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
  const sent = copyOf(original);
  const was = new Map(sent.map((row) => [row.id, row]));
  const now = new Map(copy.map((row) => [row.id, row]));
  const changes = [...new Map([...was, ...now]).values()].flatMap((row): Change[] => {
    const [old, next] = [was.get(row.id), now.get(row.id)];
    if (isSame(old?.value, next?.value)) return [];
    const verb = old === undefined ? 'Added' : next === undefined ? 'Removed' : 'Changed';
    const what =
      row.part === 'item'
        ? `${row.name}${original.items.length > 1 ? ` of ${original.variant} ${row.item + 1}` : ''}`
        : row.part === 'proof'
          ? old === undefined
            ? `a hash in place ${rowsOf(copy, 'proof').indexOf(row) + 1} of the proof`
            : `hash ${sentPlace(row)} of the proof`
          : `the ${row.name.replace('-', ' ')}${row.part === 'item-hash' ? ' in the entry' : ''}`;
    return [{ part: row.part, verb, what, was: valueText(old?.value), is: valueText(next?.value) }];
  });
  return outOfOrder(original, copy).size === 0
    ? changes
    : [...changes, { part: 'order', verb: 'Changed', what: 'the order of the proof’s hashes' }];
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

interface Step {
  readonly id: 'value' | 'hash' | 'root' | 'compare';
  readonly label: string;
  readonly text: string;
  /** The copy that the step leads to, from one with these checks. */
  readonly play: (copy: Copy, checks: CopyChecks, original: Original) => Copy;
}

/** ForgeryStep is the name of a step; an address may name one as `preset`. */
export type ForgeryStep = Step['id'];

/** FORGERY is the steps of the forgery, in order. */
export const FORGERY: readonly Step[] = [
  {
    id: 'value',
    label: 'Change a value',
    text: 'One letter is enough. The data no longer has the hash that the entry records.',
    play: (copy, checks, original) =>
      stepsDone(original, copy, checks) === 0 ? (changeOneLetter(copy)?.(copy) ?? copy) : copy,
  },
  {
    id: 'hash',
    label: 'Fix the hash in the entry',
    text: 'Data and entry match again. But it is another entry, and its proof no longer connects to the root hash.',
    play: (copy, { data }) => {
      const hashes = rowsOf(copy, 'item-hash');
      if (data.verdict.outcome === 'holds' || data.items.length !== hashes.length) return copy;
      return copy.map((row) => ({ ...row, value: data.items[hashes.indexOf(row)]?.computed ?? row.value }));
    },
  },
  {
    id: 'root',
    label: 'Compute a matching root hash',
    text: 'Every hash in the copy matches every other. Taken alone, the forgery is perfect.',
    play: (copy, { entry: { computedRoot } }) =>
      copy.map((row) => (row.part === 'root' ? { ...row, value: computedRoot ?? row.value } : row)),
  },
  {
    id: 'compare',
    label: 'Compare with the published root hash',
    text: 'One thing is left: the root hash that the register published and that others remember.',
    play: (copy) => copy,
  },
];

/** canForge tells whether there is a value to change: not every entry has one. */
export function canForge(original: Original): boolean {
  return changeOneLetter(copyOf(original)) !== undefined;
}

/** forge makes the copies that lead from `from` to a step, with the steps before it that are missing. `check` asks the verifier. It stops early where a hash that is needed cannot be computed. */
export async function forge(
  step: ForgeryStep,
  original: Original,
  from: Copy,
  check: (copy: Copy) => Promise<CopyChecks>,
): Promise<readonly Copy[]> {
  const copies: Copy[] = [];
  let now = from;
  for (const { id, play } of FORGERY) {
    const next = play(now, await check(now), original);
    if (!isSame(now, next)) copies.push(next);
    now = next;
    if (id === step) break;
  }
  return copies;
}

/** stepsDone is how many steps of the forgery the copy has behind it, 0 to 3. Data that was changed and still has its hash, as a redacted blob, counts as not changed. */
export function stepsDone(original: Original, copy: Copy, checks: CopyChecks): 0 | 1 | 2 | 3 {
  const isDataGood = checks.data.verdict.outcome === 'holds';
  const changes = changesOf(original, copy);
  const has = (part: Part): boolean => changes.some((change) => change.part === part);
  if (!has('item') || (isDataGood && !has('item-hash'))) return 0;
  if (!isDataGood) return 1;
  return checks.entry.verdict.outcome === 'holds' && has('root') ? 3 : 2;
}

/** changeOneLetter changes a value that is plain text, `name` first of all: a change of one of its letters is easily seen. */
function changeOneLetter(copy: Copy): Edit | undefined {
  const texts = rowsOf(copy, 'item').flatMap((row) =>
    typeof row.value === 'string' && row.value !== '' && !isRedacted(row.value)
      ? [{ ...row, value: nextLetter(row.value) }]
      : [],
  );
  const row = texts.find(({ name }) => name === 'name') ?? texts[0];
  return row && setRow(row);
}

/** nextLetter turns the last letter or digit into the next one: Uranus becomes Uranut. A text without any gets an x. */
function nextLetter(text: string): string {
  const at = text.search(/[a-yA-Y0-8](?=[^a-yA-Y0-8]*$)/);
  if (at < 0) return `${text}x`;
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) + 1) + text.slice(at + 1);
}
