import type { AttributeValue } from '../../core/model.ts';
import { copyOf, type Copy, type CopyHash, type Original } from './copy.ts';
import type { Words } from './words.ts';

/** ChangedPart is the part of the copy that a change is in: it decides which check reads it. */
export type ChangedPart = 'item' | 'entry' | 'item-hash' | 'proof' | 'order' | 'size' | 'root';

/** Change is one difference between the copy and what the register sent. */
export interface Change {
  readonly part: ChangedPart;
  readonly verb: 'changed' | 'added' | 'removed';
  /** What was changed: `the key`. */
  readonly what: Words;
  /** What it was and what it is, where the two fit on a line. */
  readonly was?: string;
  readonly is?: string;
}

/** changesOf lists every difference between a copy and its original, in the order in which the lab shows them. */
export function changesOf(original: Original, copy: Copy): readonly Change[] {
  const was = copyOf(original);
  return [
    ...copy.items.flatMap((_, index) => itemChanges(was, copy, index, original.variant)),
    ...plainChange('entry', 'the entry number', was.entryNumber, copy.entryNumber),
    ...plainChange('entry', 'the timestamp', was.timestamp, copy.timestamp),
    ...plainChange('entry', 'the key', was.key, copy.key),
    ...copy.itemHashes.flatMap((hash, index) =>
      plainChange(
        'item-hash',
        `the ${original.variant} hash${copy.itemHashes.length > 1 ? ` ${index + 1}` : ''} in the entry`,
        was.itemHashes[index]?.text ?? '',
        hash.text,
      ),
    ),
    ...pathChanges(was.auditPath, copy.auditPath),
    ...plainChange('size', 'the log size', was.logSize, copy.logSize),
    ...plainChange('root', 'the root', was.rootHash, copy.rootHash),
  ];
}

/** sameValue tells whether two values are the same, letter for letter; a value that is not there differs from null. */
export function sameValue(one: AttributeValue | undefined, other: AttributeValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** sameItems tells whether the data of the copy is what was sent. */
export function sameItems(original: Original, copy: Copy): boolean {
  return copy.items.every((item, index) => {
    const was = original.items[index];
    return (
      was !== undefined &&
      was.size === item.size &&
      [...item].every(([name, value]) => was.has(name) && sameValue(was.get(name), value))
    );
  });
}

/** outOfTurn is the ids of the hashes that stand in another turn than they were sent in; those removed or added put no other out of turn. */
export function outOfTurn(path: readonly CopyHash[], sent: number): ReadonlySet<number> {
  const old = path.filter((hash) => hash.id <= sent).map((hash) => hash.id);
  const inOrder = old.toSorted((one, other) => one - other);
  return new Set(old.filter((id, index) => inOrder[index] !== id));
}

function plainChange(part: ChangedPart, what: string, was: string, is: string): Change[] {
  return was === is ? [] : [{ part, verb: 'changed', what: [what], was, is }];
}

function itemChanges(was: Copy, copy: Copy, index: number, variant: Original['variant']): Change[] {
  const before = was.items[index] ?? new Map<string, AttributeValue>();
  const after = copy.items[index] ?? before;
  const of: Words = copy.items.length > 1 ? [` of ${variant} ${index + 1}`] : [];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name): Change[] => {
    const [old, now] = [before.get(name), after.get(name)];
    if (before.has(name) && after.has(name) && sameValue(old, now)) return [];
    const verb = !before.has(name) ? 'added' : !after.has(name) ? 'removed' : 'changed';
    if (!before.has(name) && !after.has(name)) return [];
    return [
      {
        part: 'item',
        verb,
        what: [{ code: name }, ...of],
        ...(old === undefined ? {} : { was: valueText(old) }),
        ...(now === undefined ? {} : { is: valueText(now) }),
      },
    ];
  });
}

/** valueText writes a value on one line. */
function valueText(value: AttributeValue): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function pathChanges(was: readonly CopyHash[], now: readonly CopyHash[]): Change[] {
  const left = new Map(now.map((hash) => [hash.id, hash.text]));
  const altered = was.flatMap(({ id, text }): Change[] => {
    const is = left.get(id);
    if (is === undefined)
      return [{ part: 'proof', verb: 'removed', what: [`hash ${id} of the proof`], was: text }];
    return plainChange('proof', `hash ${id} of the proof`, text, is);
  });
  const added = now.flatMap((hash, index): Change[] =>
    hash.id > was.length
      ? [{ part: 'proof', verb: 'added', what: [`a hash in place ${index + 1} of the proof`], is: hash.text }]
      : [],
  );
  const moved: Change[] =
    outOfTurn(now, was.length).size > 0
      ? [{ part: 'order', verb: 'changed', what: ['the order of the proof’s hashes'] }]
      : [];
  return [...altered, ...added, ...moved];
}
