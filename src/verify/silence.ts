/** How many times the clock is looked at before a silence is long enough. */
const LOOKS = 10;

/** Silence is the clock that tells a stuck worker. */
export interface Silence {
  /** heard begins to count anew. */
  heard(): void;
  end(): void;
}

/**
 * startSilence calls `stuck` once after `limitMs` without a `heard`, and after as many times that as `allowance` says by then: 1 unless the work is large. Time in
 * which this page was asleep or held up itself does not count, for then the worker was, too: the clock is looked at ten times, and however late a look comes, it is one.
 */
export function startSilence(limitMs: number, stuck: () => void, allowance: () => number): Silence {
  let looks = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (): void => {
    timer = setTimeout(look, limitMs / LOOKS);
  };
  const look = (): void => {
    looks += 1;
    if (looks < LOOKS || looks < LOOKS * allowance()) plan();
    else stuck();
  };
  plan();
  return {
    heard: () => void (looks = 0),
    end: () => clearTimeout(timer),
  };
}
