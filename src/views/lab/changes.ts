import type { AttributeValue } from '../../core/model.ts';
import { copyOf, sameValue, type Copy, type CopyHash, type Original } from './copy.ts';

/** ChangedPart is the part of the copy that a change is in: it decides which check reads it. */
export type ChangedPart = 'item' | 'entry' | 'item-hash' | 'proof' | 'order' | 'size' | 'root';

/** Change is one difference between the copy and what the register sent. */
export interface Change {
  readonly part: ChangedPart;
  readonly verb: 'Changed' | 'Added' | 'Removed';
  /** What was changed: `the key`. It may hold any text of the copy. */
  readonly what: string;
  readonly was?: string | undefined;
  readonly is?: string | undefined;
}

/** changesOf lists every difference between a copy and its original, in the order in which the lab shows them. */
export function changesOf(original: Original, copy: Copy): readonly Change[] {
  const was = copyOf(original);
  const { variant } = original;
  const several = copy.itemHashes.length > 1;
  return [
    ...copy.items.flatMap((_, index) => itemChanges(was, copy, index, variant)),
    ...changed('entry', 'the entry number', was.entryNumber, copy.entryNumber),
    ...changed('entry', 'the timestamp', was.timestamp, copy.timestamp),
    ...changed('entry', 'the key', was.key, copy.key),
    ...copy.itemHashes.flatMap(({ text }, index) => {
      const what = `the ${variant} hash${several ? ` ${index + 1}` : ''} in the entry`;
      return changed('item-hash', what, was.itemHashes[index]?.text ?? '', text);
    }),
    ...pathChanges(was.auditPath, copy.auditPath),
    ...changed('size', 'the log size', was.logSize, copy.logSize),
    ...changed('root', 'the root hash', was.rootHash, copy.rootHash),
  ];
}

/** outOfOrder is the ids of the hashes that stand in another order than they were sent in; those removed or added put no other out of order. */
export function outOfOrder(path: readonly CopyHash[], sent: number): ReadonlySet<number> {
  const old = path.filter(({ id }) => id <= sent).map(({ id }) => id);
  const inOrder = old.toSorted((one, other) => one - other);
  return new Set(old.filter((id, index) => inOrder[index] !== id));
}

function changed(part: ChangedPart, what: string, was: string, is: string): Change[] {
  return was === is ? [] : [{ part, verb: 'Changed', what, was, is }];
}

function itemChanges(was: Copy, copy: Copy, index: number, variant: Original['variant']): Change[] {
  const before = was.items[index] ?? new Map<string, AttributeValue>();
  const after = copy.items[index] ?? before;
  const where = copy.items.length > 1 ? ` of ${variant} ${index + 1}` : '';
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Change[] => {
    const [old, now] = [before.get(name), after.get(name)];
    if (sameValue(old, now)) return [];
    const verb = !before.has(name) ? 'Added' : !after.has(name) ? 'Removed' : 'Changed';
    return [{ part: 'item', verb, what: `${name}${where}`, was: valueText(old), is: valueText(now) }];
  });
}

function valueText(value: AttributeValue | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}

function pathChanges(was: readonly CopyHash[], now: readonly CopyHash[]): Change[] {
  const left = new Map(now.map(({ id, text }) => [id, text]));
  const altered = was.flatMap(({ id, text }): Change[] => {
    const is = left.get(id);
    const what = `hash ${id} of the proof`;
    return is === undefined
      ? [{ part: 'proof', verb: 'Removed', what, was: text }]
      : changed('proof', what, text, is);
  });
  const added = now.flatMap(({ id, text }, index): Change[] =>
    id > was.length
      ? [{ part: 'proof', verb: 'Added', what: `a hash in place ${index + 1} of the proof`, is: text }]
      : [],
  );
  const moved: Change[] =
    outOfOrder(now, was.length).size > 0
      ? [{ part: 'order', verb: 'Changed', what: 'the order of the proof’s hashes' }]
      : [];
  return [...altered, ...added, ...moved];
}
