/** Load is a run of entries that bear times within a minute of each other: they came all at once. */
export interface Load {
  readonly first: number;
  readonly last: number;
  /** Milliseconds since 1970, the earliest and the latest of the run. */
  readonly from: number;
  readonly to: number;
}

const PAUSE_MS = 60_000;
const LEAST_ENTRIES = 10;
const LEAST_SHARE = 1 / 20;
const MOST_LOADS = 5;

/** loadsIn finds the largest runs of at least ten entries and a twentieth of the log, in the order of the log. moments[n - 1] is that of entry n. */
export function loadsIn(moments: readonly (number | undefined)[]): readonly Load[] {
  const least = Math.max(LEAST_ENTRIES, moments.length * LEAST_SHARE);
  const runs: Load[] = [];
  let first = 1;
  for (let number = 1; number <= moments.length; number += 1) {
    if (goesOn(moments[number - 1], moments[number])) continue;
    const run = moments[first - 1] === undefined ? undefined : runOf(moments, first, number);
    if (run !== undefined && number - first + 1 >= least) runs.push(run);
    first = number + 1;
  }
  return runs
    .sort((one, other) => size(other) - size(one))
    .slice(0, MOST_LOADS)
    .sort((one, other) => one.first - other.first);
}

function goesOn(one: number | undefined, next: number | undefined): boolean {
  return one !== undefined && next !== undefined && Math.abs(next - one) <= PAUSE_MS;
}

function runOf(moments: readonly (number | undefined)[], first: number, last: number): Load {
  let from = Infinity;
  let to = -Infinity;
  for (let number = first; number <= last; number += 1) {
    const moment = moments[number - 1] ?? 0;
    from = Math.min(from, moment);
    to = Math.max(to, moment);
  }
  return { first, last, from, to };
}

function size({ first, last }: Load): number {
  return last - first + 1;
}
