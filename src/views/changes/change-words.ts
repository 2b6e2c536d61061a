import type { Item } from '../../core/model.ts';
import type { ChangeKind, RecordChange, Version } from '../../replica/changes.ts';

/** KINDS lists the kinds of change with their words, in the order in which they are told. */
export const KINDS: readonly {
  readonly kind: ChangeKind;
  readonly word: string;
  readonly meaning: string;
}[] = [
  { kind: 'added', word: 'added', meaning: 'No entry of this key in the smaller log.' },
  { kind: 'changed', word: 'changed', meaning: 'The data is another one.' },
  { kind: 'ended', word: 'ended', meaning: 'It got an end date.' },
  { kind: 'touched', word: 'touched', meaning: 'It has entries in between, and the same data as before.' },
];

/** readKind reads the kind that an address asks for. */
export function readKind(text: string | null): ChangeKind | undefined {
  return KINDS.find(({ kind }) => kind === text)?.kind;
}

/** onlyItem is the data of a version that has exactly one item, where it could be had. */
export function onlyItem(version: Version | undefined): Item | undefined {
  return version?.items.length === 1 ? version.items[0] : undefined;
}

/** nameOf is the name that a record has, before or after; undefined where it has none. */
export function nameOf({ before, after }: RecordChange): string | undefined {
  const name = onlyItem(after)?.get('name') ?? onlyItem(before)?.get('name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}
