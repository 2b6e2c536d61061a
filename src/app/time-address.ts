/** withAt is the address at hand at another moment: `at` is a log size or a date; undefined is the present. `date` is the one that the size was found for. */
export function withAt(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  at: string | undefined,
  date?: string,
): string {
  const params = new URLSearchParams(search);
  // Where a list stood belongs to the moment it was read at.
  for (const name of ['at', 'date', 'entry']) params.delete(name);
  if (at !== undefined) params.set('at', at);
  if (date !== undefined) params.set('date', date);
  return params.size === 0 ? pathname : `${pathname}?${params.toString()}`;
}
