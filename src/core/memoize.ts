/**
 * memoize makes something for an object once, when it is first asked for, and keeps it as long as the object is there. What else it is made with matters the first
 * time alone.
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
