/** Sizes are two log sizes, the smaller one first. */
export interface Sizes {
  readonly from: number;
  readonly to: number;
  /** Whether they were given the other way round. */
  readonly turned: boolean;
}

/** readSizes reads the two sizes of an address, 0 to `largest`; undefined where either is no such number. */
export function readSizes(from: string, to: string, largest: number): Sizes | undefined {
  const [one, other] = [sizeOf(from), sizeOf(to)];
  if (!(one <= largest && other <= largest)) return undefined;
  return { from: Math.min(one, other), to: Math.max(one, other), turned: one > other };
}

function sizeOf(text: string): number {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
}
