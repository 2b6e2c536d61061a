/**
 * PageRef leads to a further page. Callers keep it and hand it back, and read nothing in it. It is plain JSON, so it can be part of a
 * query key or be stored; one that comes back is checked against the register's own address before it is followed.
 */
export interface PageRef {
  /** Absolute address of the page. */
  readonly address: string;
  /** 2 for the first page after the start. */
  readonly ordinal: number;
  /** An earlier address of the same list, to notice loops in constant space (Brent). */
  readonly seen: string;
  /** The first key of the page before: a page that begins with it again is no new page. */
  readonly after: string;
  /** True where no Link header could be read and the address is a guess by page-index. */
  readonly guessed: boolean;
}

/**
 * Page is one page of a list. No `next` means that no further page is known, `mayGoOn` that there may be one all the same: no Link header
 * could be read or followed, and this list cannot be counted on. A `next` may turn out to lead to an empty page.
 */
export interface Page<T> {
  readonly values: readonly T[];
  readonly next?: PageRef;
  readonly mayGoOn?: true;
}
