import type { AttributeValue, Item } from '../../core/model.ts';
import type { Copy, CopyField, CopyHash } from './copy.ts';

/** HashList names the two lists of hashes of a copy. */
export type HashList = 'itemHashes' | 'auditPath';

/** Edit is one change that can be made to a copy. */
export type Edit =
  | { readonly kind: 'field'; readonly field: CopyField; readonly text: string }
  | {
      readonly kind: 'value';
      /** The item, counted from 0. */
      readonly item: number;
      readonly name: string;
      readonly value: AttributeValue;
      /** The member of a list that is typed in, counted from 0. */
      readonly member?: number;
    }
  | { readonly kind: 'drop-value'; readonly item: number; readonly name: string }
  | { readonly kind: 'hash'; readonly list: HashList; readonly id: number; readonly text: string }
  | { readonly kind: 'move-hash'; readonly id: number; readonly by: -1 | 1 }
  | { readonly kind: 'drop-hash'; readonly id: number }
  | { readonly kind: 'double-hash'; readonly id: number };

/** applyEdit makes the copy that an edit leads to. An edit of something that is not there leads to the same copy. */
export function applyEdit(copy: Copy, edit: Edit): Copy {
  switch (edit.kind) {
    case 'field':
      return { ...copy, [edit.field]: edit.text };
    case 'value':
      return withItem(copy, edit.item, (item) => new Map(item).set(edit.name, edit.value));
    case 'drop-value':
      return withItem(copy, edit.item, (item) => new Map([...item].filter(([name]) => name !== edit.name)));
    case 'hash':
      return { ...copy, [edit.list]: copy[edit.list].map((hash) => withText(hash, edit)) };
    case 'move-hash':
      return { ...copy, auditPath: moved(copy.auditPath, edit.id, edit.by) };
    case 'drop-hash':
      return { ...copy, auditPath: copy.auditPath.filter((hash) => hash.id !== edit.id) };
    case 'double-hash':
      return doubled(copy, edit.id);
  }
}

/** typedIn names the field that an edit types in, so that the letters of one word are undone together; undefined for an edit of one step. */
export function typedIn(edit: Edit): string | undefined {
  switch (edit.kind) {
    case 'field':
      return edit.field;
    case 'value':
      return typeof edit.value === 'string' || edit.member !== undefined
        ? JSON.stringify([edit.item, edit.name, edit.member])
        : undefined;
    case 'hash':
      return `${edit.list} ${edit.id}`;
    case 'drop-value':
    case 'move-hash':
    case 'drop-hash':
    case 'double-hash':
      return undefined;
  }
}

/** flipDigit turns the first digit of a hash into the next one, whatever stands before it: 8 into 9, f into 0. A text without a digit stays as it is. */
export function flipDigit(text: string): string {
  const start = /^(?:sha-256:|1220(?=[0-9a-f]{64}$))?/.exec(text)?.[0].length ?? 0;
  const digit = Number.parseInt(text.charAt(start), 16);
  if (Number.isNaN(digit)) return text;
  return text.slice(0, start) + ((digit + 1) % 16).toString(16) + text.slice(start + 1);
}

function withItem(copy: Copy, index: number, change: (item: Item) => Item): Copy {
  return { ...copy, items: copy.items.map((item, at) => (at === index ? change(item) : item)) };
}

function withText(hash: CopyHash, { id, text }: { id: number; text: string }): CopyHash {
  return hash.id === id ? { ...hash, text } : hash;
}

function moved(hashes: readonly CopyHash[], id: number, by: -1 | 1): readonly CopyHash[] {
  const from = hashes.findIndex((hash) => hash.id === id);
  const [hash, other] = [hashes[from], hashes[from + by]];
  if (hash === undefined || other === undefined) return hashes;
  return hashes.with(from, other).with(from + by, hash);
}

function doubled(copy: Copy, id: number): Copy {
  const at = copy.auditPath.findIndex((hash) => hash.id === id);
  const hash = copy.auditPath[at];
  if (hash === undefined) return copy;
  const auditPath = copy.auditPath.toSpliced(at + 1, 0, { id: copy.nextId, text: hash.text });
  return { ...copy, auditPath, nextId: copy.nextId + 1 };
}
