/**
 * memoize calls `make` once for each object and keeps the result as long as the object lives. Further
 * arguments count only in that first call.
 */
export function memoize<Owner extends object, Value, More extends readonly unknown[] = []>(
  make: (owner: Owner, ...more: More) => Value,
): (owner: Owner, ...more: More) => Value {
  const made = new WeakMap<Owner, Value>();
  return (owner, ...more) => {
    const value = made.get(owner) ?? make(owner, ...more);
    made.set(owner, value);
    return value;
  };
}
