import type { Item } from '../../core/model.ts';
import { sameValue } from '../../ui/diff/item-diff.ts';
import { isUnset } from '../../ui/value.tsx';

/** VersionData is the data of one version of a record: one item, none, or why it cannot be compared. */
export type VersionData =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly count: number }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'waiting' };

/** TracedVersion is a version with its data. */
export interface TracedVersion {
  readonly entryNumber: number;
  readonly data: VersionData;
}

/**
 * Since is the version that gave an attribute its present value.
 * - since: this entry did; the version before it, if any, has another value.
 * - or-before: this one has the value already, and what came before was not compared.
 * - never: no version of the record has ever set it.
 */
export type Since =
  | { readonly kind: 'since'; readonly entryNumber: number }
  | { readonly kind: 'or-before'; readonly entryNumber: number }
  | { readonly kind: 'never' };

/**
 * traceSince tells of an attribute, when it is asked, since when it has the value of the last version: the first entry of the run of equal values that ends there. So a
 * value that was changed and changed back is as old as its return. `versions` ascend; `whole`: the first of them is the first of the record. Undefined where the
 * last version is not one item.
 */
export function traceSince(
  versions: readonly TracedVersion[],
  whole: boolean,
): ((attribute: string) => Since) | undefined {
  const newestFirst = versions.toReversed();
  if (newestFirst[0]?.data.kind !== 'item') return undefined;
  return (attribute) => sinceOf(newestFirst, attribute, whole);
}

function sinceOf(newestFirst: readonly TracedVersion[], attribute: string, whole: boolean): Since {
  let entryNumber = 0;
  let value;
  for (const version of newestFirst) {
    const item = itemOf(version.data);
    if (item === undefined) return { kind: 'or-before', entryNumber };
    const here = item.get(attribute);
    if (entryNumber !== 0 && !sameValue(here, value)) return { kind: 'since', entryNumber };
    ({ entryNumber } = version);
    value = here;
  }
  if (!whole) return { kind: 'or-before', entryNumber };
  return isUnset(value) ? { kind: 'never' } : { kind: 'since', entryNumber };
}

/** itemOf is what a version says; one without data says nothing of any attribute. Undefined where that cannot be told. */
export function itemOf(data: VersionData): Item | undefined {
  if (data.kind === 'item') return data.item;
  return data.kind === 'none' ? NOTHING : undefined;
}

const NOTHING: Item = new Map();
