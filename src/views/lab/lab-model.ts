import { type Hash, parseHash } from '../../core/hash.ts';
import type { AttributeValue, Checkpoint, Entry, Item, Variant, LeafRuleId } from '../../core/model.ts';
import type { EntryCheck, RecordDataCheck } from '../../verify/protocol.ts';
import { isRedacted } from '../../ui/values/value.tsx';

/** Original is the register's answers about one entry. The lab never changes it. */
export interface Original {
  readonly variant: Variant;
  readonly items: readonly Item[];
  readonly entry: Entry;
  /** The hashes of the entry proof, from the leaf upwards. */
  readonly auditPath: readonly Hash[];
  /** The head that the register publishes. */
  readonly checkpoint: Checkpoint;
  /** The register's leaf rule, if known: the copy is hashed by the same. */
  readonly leafRule?: LeafRuleId | undefined;
}

/** KINDS are what is typed in a field of each part of the copy: `hash` and `text` grow with their content. */
export const KINDS = {
  data: 'text',
  key: 'line',
  'entry-timestamp': 'line',
  'entry-number': 'digits',
  hashes: 'hash',
  proof: 'hash',
  'log-size': 'digits',
  'root-hash': 'hash',
} as const;

/** Part is the part of the copy that a field belongs to. */
export type Part = keyof typeof KINDS;

/**
 * Copy is the state of the lab: every value sent, by its field. A field of the data is named by
 * dataField, any other by its part.
 */
export type Copy = ReadonlyMap<string, AttributeValue>;

/** CopyChecks are the worker's results for a copy. */
export interface CopyChecks {
  readonly data: RecordDataCheck;
  readonly entry: EntryCheck;
}

/** dataField names an attribute of an item, counted from 0. */
export function dataField(item: number, name: string): string {
  return `data ${item} ${name}`;
}

/** readField is the part of a field; of the data also its item and attribute. */
export function readField(field: string): {
  readonly part: Part;
  readonly item: number;
  readonly name: string;
} {
  const [, item, name] = /^data (\d+) (.*)$/s.exec(field) ?? [];
  if (name === undefined) return { part: field as Part, item: 0, name: field };
  return { part: 'data', item: Number(item), name };
}

/** copyOf makes the copy with which the lab begins. */
export function copyOf({ items, entry, auditPath, checkpoint }: Original): Copy {
  const other: Record<Exclude<Part, 'data'>, AttributeValue> = {
    'entry-number': String(entry.entryNumber),
    key: entry.key,
    'entry-timestamp': entry.timestamp,
    hashes: entry.itemHashes,
    proof: auditPath,
    'log-size': String(checkpoint.logSize),
    'root-hash': checkpoint.rootHash,
  };
  const data = items.flatMap((item, index) =>
    [...item].map(([name, value]) => [dataField(index, name), value] as const),
  );
  return new Map([...data, ...Object.entries(other)]);
}

/** setField returns a copy with another value in a field; undefined removes it. */
export function setField(copy: Copy, field: string, value: AttributeValue | undefined): Copy {
  const next = new Map(copy);
  if (value === undefined) next.delete(field);
  else next.set(field, value);
  return next;
}

/** textOf returns the text of a field; each member of a list is on its own line. */
export function textOf(copy: Copy, field: string): string {
  return [copy.get(field) ?? []].flat().join('\n');
}

/**
 * isChanged reports whether a field differs in two copies, letter for letter; a value that is not
 * there differs from null.
 */
export function isChanged(field: string, one: Copy, other: Copy): boolean {
  return JSON.stringify(one.get(field)) !== JSON.stringify(other.get(field));
}

/** copyText returns a text that differs for different copies. */
export function copyText(copy: Copy): string {
  return JSON.stringify([...copy].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * wholeNumber reads digits as a number; NaN for anything else and beyond 2^53-1, which the
 * verifier refuses in words.
 */
export function wholeNumber(text: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** readHash reads a hash in any spelling: bare, `sha-256:` or `1220`; undefined for anything else. */
export function readHash(text: string): Hash | undefined {
  return parseHash(text, 'bare') ?? parseHash(text, 'item') ?? parseHash(text, 'blob');
}

/**
 * checkRequests makes the requests for the checks of a copy. Invalid hashes and numbers are passed to the
 * verifier unchanged: it examines everything and answers "cannot check".
 */
export function checkRequests({ variant, leafRule, items, entry: sent }: Original, copy: Copy) {
  const hashesIn = (field: Part): Hash[] =>
    textOf(copy, field)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => readHash(line) ?? (line as Hash));
  const entryNumber = wholeNumber(textOf(copy, 'entry-number'));
  const entry: Entry = {
    entryNumber,
    // One field of the copy sets both numbers: they differ only if the register sent them so.
    indexEntryNumber: entryNumber === sent.entryNumber ? sent.indexEntryNumber : entryNumber,
    timestamp: textOf(copy, 'entry-timestamp'),
    key: textOf(copy, 'key'),
    itemHashes: hashesIn('hashes'),
  };
  const changed = items.map(() => new Map<string, AttributeValue>());
  for (const [field, value] of copy) {
    const { part, item, name } = readField(field);
    if (part === 'data') changed[item]?.set(name, value);
  }
  const logSize = wholeNumber(textOf(copy, 'log-size'));
  const checkpoint = { logSize, rootHash: hashesIn('root-hash')[0] ?? ('' as Hash) };
  return {
    data: { variant, items: changed, entry },
    entry: { variant, entry, auditPath: hashesIn('proof'), checkpoint, ...(leafRule && { leafRule }) },
  };
}

/**
 * flipDigit changes the first digit of a hash, after any prefix, to the next one: 8 to 9, f to 0. A text
 * without a digit is unchanged.
 */
export function flipDigit(text: string): string {
  return text.replace(/^(sha-256:|1220(?=[0-9a-f]{64}\b))?([0-9a-f])/, (_, prefix = '', digit: string) => {
    const next = (Number.parseInt(digit, 16) + 1) % 16;
    return `${prefix}${next.toString(16)}`;
  });
}

/**
 * redacted returns the marker of a withheld blob value, with the hash that the verifier computed;
 * undefined if there is none.
 */
export function redacted(field: string, { data }: CopyChecks): string | undefined {
  const { item, name } = readField(field);
  const step = data.items[item]?.blobSteps?.find((one) => one.kind === 'attribute' && one.name === name);
  return step?.kind === 'attribute' ? `**REDACTED**${step.valueHash}` : undefined;
}

/** History is the copies made, in order, and the one shown. */
export interface History {
  readonly copies: readonly Copy[];
  readonly at: number;
  /** The field that was typed in: the next letter there belongs to the same step. */
  readonly typing?: string | undefined;
}

/**
 * follow adds a copy as the next step; an equal copy adds none, and letters typed
 * into one field are one step.
 */
export function follow({ copies, at, typing }: History, next: Copy, field?: string): History {
  const now = copies[at];
  if (now !== undefined && copyText(now) === copyText(next)) return { copies, at };
  const earlier = copies.slice(0, field !== undefined && field === typing ? at : at + 1);
  return { copies: [...earlier, next], at: earlier.length, typing: field };
}

/** ForgeryStep is the name of a step; an address may name one as `preset`. */
export type ForgeryStep = 'value' | 'hash' | 'root' | 'compare';

/**
 * FORGERY is the steps of the forgery, in order; `*` is replaced by the name of the register's root hash.
 * `play` makes the copy after the step, from one with these checks.
 */
export const FORGERY: readonly {
  readonly id: ForgeryStep;
  readonly label: string;
  readonly text: string;
  readonly play: (copy: Copy, checks: CopyChecks, original: Original) => Copy;
}[] = [
  {
    id: 'value',
    label: 'Change a value',
    text: 'One letter is enough. The data no longer has the hash that the entry records.',
    play: (copy, checks, original) =>
      stepsDone(original, copy, checks) === 0 ? (changeOneLetter(copy) ?? copy) : copy,
  },
  {
    id: 'hash',
    label: 'Fix the hash in the entry',
    text: 'Data and entry match again. But it is another entry, and its proof no longer connects to the root hash.',
    play: (copy, { data: { verdict, items } }, { entry: { itemHashes } }) => {
      if (verdict.outcome === 'holds' || items.length !== itemHashes.length) return copy;
      const hashes = items.map(({ computed }, index) => computed ?? itemHashes[index] ?? '');
      return setField(copy, 'hashes', hashes);
    },
  },
  {
    id: 'root',
    label: 'Compute a matching root hash',
    text: 'Every hash in the copy matches every other. Taken alone, the forgery is perfect.',
    play: (copy, { entry: { computedRoot } }) =>
      computedRoot === undefined ? copy : setField(copy, 'root-hash', computedRoot),
  },
  {
    id: 'compare',
    label: 'Compare with the *',
    text: 'One thing is left: the *, which others remember.',
    play: (copy) => copy,
  },
];

/**
 * forge makes the copies from `from` up to a step, missing steps included. `check` calls the verifier. It
 * stops early if a needed hash cannot be computed.
 */
export async function forge(
  step: ForgeryStep,
  original: Original,
  from: Copy,
  check: (copy: Copy) => Promise<CopyChecks>,
): Promise<readonly Copy[]> {
  const copies = [from];
  for (const { id, play } of FORGERY) {
    const now = copies.at(-1) ?? from;
    const next = play(now, await check(now), original);
    if (copyText(now) !== copyText(next)) copies.push(next);
    if (id === step) break;
  }
  return copies.slice(1);
}

/**
 * stepsDone returns how many steps of the forgery are done, 0 to 3. Changed data with the same hash, such as
 * a redacted blob, counts as unchanged.
 */
export function stepsDone(original: Original, copy: Copy, { data, entry }: CopyChecks): 0 | 1 | 2 | 3 {
  const sent = copyOf(original);
  const has = (part: Part): boolean =>
    [...sent.keys(), ...copy.keys()].some(
      (field) => readField(field).part === part && isChanged(field, sent, copy),
    );
  const isDataGood = data.verdict.outcome === 'holds';
  if (!has('data') || (isDataGood && !has('hashes'))) return 0;
  if (!isDataGood) return 1;
  return entry.verdict.outcome === 'holds' && has('root-hash') ? 3 : 2;
}

/**
 * changeOneLetter changes a value that is plain text, `name` first of all, where a changed letter is
 * easily seen: Uranus becomes Uranut, and a text without letters gets an x. Undefined if there is none:
 * not every entry has one.
 */
export function changeOneLetter(copy: Copy): Copy | undefined {
  const texts = [...copy].filter(
    ([field, value]) =>
      readField(field).part === 'data' && typeof value === 'string' && value !== '' && !isRedacted(value),
  );
  const [field, value] = texts.find(([one]) => readField(one).name === 'name') ?? texts[0] ?? [];
  if (field === undefined) return undefined;
  const text = String(value);
  const next = text.replace(/[a-yA-Y0-8](?=[^a-yA-Y0-8]*$)/, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + 1),
  );
  return setField(copy, field, next === text ? `${text}x` : next);
}
