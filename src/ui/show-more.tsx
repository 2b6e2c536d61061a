import { useState } from 'react';
import { formatNumber } from './format.ts';

/** ATTRIBUTES is how many attributes of a record are drawn at once: a server may send any number. */
export const ATTRIBUTES = 50;

/** MEMBERS is how many members of a list are drawn at once. */
export const MEMBERS = 200;

/** NAME is the most characters of an attribute's name in a label: a name may be very long. */
export const NAME = 300;

/**
 * useBatch shows the beginning of a list: `first` members at first, `size` more at each press of a
 * button, which says how many there are. `what` they are is a plural. A single member more is shown at
 * once. Members that `stays` accepts are always shown. `more` is that button, which belongs after the
 * list; null if all are shown.
 */
export function useBatch<T>(
  all: readonly T[],
  size: number,
  what: string,
  { first = size, stays }: { readonly first?: number; readonly stays?: (member: T) => boolean } = {},
) {
  const [most, setMost] = useState(first);
  const left = all.length - most;
  if (left <= 1) return { shown: all, more: null };
  const beyond = stays === undefined ? [] : all.slice(most).filter(stays);
  return {
    shown: [...all.slice(0, most), ...beyond],
    more: (
      <button type="button" className="more" onClick={() => setMost(most + size)}>
        Show {left > size ? `${formatNumber(size)} more of` : 'all'} {formatNumber(all.length)} {what}
      </button>
    ),
  };
}
