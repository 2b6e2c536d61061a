/** Sizes are two log sizes, the smaller one first. */
export interface Sizes {
  readonly from: number;
  readonly to: number;
  /** Whether they were given the other way round. */
  readonly turned: boolean;
}

/** readSizes reads the two sizes of an address, 0 to `largest`; undefined where either is no such number. */
export function readSizes(from: string, to: string, largest: number): Sizes | undefined {
  const [one, other] = [readSize(from), readSize(to)];
  if (!(one <= largest && other <= largest)) return undefined;
  return { from: Math.min(one, other), to: Math.max(one, other), turned: one > other };
}

/** readSize reads a log size; NaN for what is none. */
export function readSize(text: string): number {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
}

/** sizesOffered are those to begin with where an address names none: from the moment `at` that it asks for to now, else the last entry alone. */
export function sizesOffered(
  at: number | undefined,
  logSize: number,
): { readonly from: number; readonly to: number } {
  const from = at !== undefined && at < logSize ? at : Math.max(0, logSize - 1);
  return { from, to: logSize };
}
