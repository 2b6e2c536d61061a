/**
 * memoize calls `make` once for each object and keeps the result as long as the object lives. Further arguments count only in that first call.
 */
export function memoize<Owner extends object, Kept, More extends readonly unknown[] = []>(
  make: (owner: Owner, ...more: More) => Kept,
): (owner: Owner, ...more: More) => Kept {
  const made = new WeakMap<Owner, Kept>();
  return (owner, ...more) => {
    const kept = made.get(owner) ?? make(owner, ...more);
    made.set(owner, kept);
    return kept;
  };
}
