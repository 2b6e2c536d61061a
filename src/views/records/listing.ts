import type { Item } from '../../core/model.ts';
import type { Facet } from '../../replica/facets.ts';
import type { AttributeUse, FormerValue, FoundValue } from '../../replica/records.ts';

/** Row is one record as the list shows it, from the copy of the register or from the server's own list. */
export interface Row {
  readonly key: string;
  /** Not known from a server of the earlier variant. */
  readonly entryNumber?: number;
  readonly timestamp?: string;
  readonly items: readonly Item[];
  readonly ended: boolean;
  /** How many of its items or blobs could not be had. */
  readonly missing: number;
  readonly found: readonly FoundValue[];
  readonly former?: readonly FormerValue[];
}

/** Listing is what there is to show of what was asked: `rows` are the ones from `start` on, of `total`. */
export interface Listing {
  readonly total: number;
  /** How many records there are in all; undefined where nobody says. */
  readonly of: number | undefined;
  readonly start: number;
  readonly rows: readonly Row[];
  /** Folded words to mark in the rows. */
  readonly terms: ReadonlySet<string>;
  readonly facets: readonly Facet[];
  readonly status: { readonly current: number; readonly ended: number };
  readonly attributes: readonly AttributeUse[];
  /** How many facets and attributes the copy has beyond these. */
  readonly leftOut?: { readonly facets: number; readonly attributes: number };
  /** Records whose data is not in the copy: how many, and the first few keys. */
  readonly unread?: { readonly count: number; readonly keys: readonly string[] };
  /** Where only the beginning of the server's list was read: how many records of it, and how many there are in all, as far as is known. */
  readonly partial?: { readonly read: number; readonly of: number | undefined };
  /** How many would be found in former versions, too, where that is more. */
  readonly withFormer?: number;
}
