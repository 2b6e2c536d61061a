/** CountedReads is a list that counts how often its members are read. */
export interface CountedReads<T> {
  readonly list: readonly T[];
  reads(): number;
}

/** countedReads wraps a list, so that a test can hold work to the length of what is worked on, whatever the clock says. */
export function countedReads<T>(members: readonly T[]): CountedReads<T> {
  let count = 0;
  const list = new Proxy(members, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) count += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { list, reads: () => count };
}
