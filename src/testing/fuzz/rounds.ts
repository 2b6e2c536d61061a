import * as fc from 'fast-check';
import { loadRealData } from './real-data.ts';
import type { FuzzTarget, Watch } from './target.ts';
import { TARGETS } from './targets.ts';

/** Failed is a claim that did not hold, with what repeats it. */
export interface Failed {
  readonly seed: number;
  /** Where in the run of that seed the shrunk case is, as fast-check writes it. */
  readonly path: string;
  readonly counterexample: string;
  readonly message: string;
}

/** Fuzzing is the targets of one run, ready to take turns. */
export interface Fuzzing {
  /** What the cases are made of, in words. */
  readonly data: string;
  readonly targets: readonly {
    readonly name: string;
    readonly family: string;
    readonly invariant: string;
    readonly absent: string | undefined;
  }[];
  /** Tries so many cases of the target at `index`, drawn from the seed; undefined where all of them hold. Rejects where none could be tried. */
  readonly batch: (index: number, seed: number, runs: number, path?: string) => Promise<Failed | undefined>;
  /** The case at a path, in words, without trying it. */
  readonly look: (index: number, seed: number, path: string) => string;
}

/** SHRINK_MS is how long a batch may take, shrinking included. */
const SHRINK_MS = 30_000;

/** startFuzzing loads the real data and gets the targets ready whose names are given; all without names. */
export async function startFuzzing(names: readonly string[], watch: Watch): Promise<Fuzzing> {
  const real = await loadRealData();
  const chosen =
    names.length === 0
      ? TARGETS
      : TARGETS.filter(({ name, family }) => names.includes(name) || names.includes(family));
  const at = (index: number): FuzzTarget => {
    const target = chosen[index];
    if (target === undefined) throw new RangeError(`no target ${index}`);
    return target;
  };
  const shared = real.registers.filter(({ origin }) => origin === 'shared').length;
  return {
    data: `Begun from ${real.registers.length - shared} bundled registers and ${shared === 0 ? 'no others: ../shared/registers is not there' : `${shared} of ../shared/registers`}.`,
    targets: chosen.map(({ name, family, invariant, absent }) => ({
      name,
      family,
      invariant,
      absent: absent(real),
    })),
    async batch(index, seed, runs, path) {
      const details = await fc.check(at(index).property(real, watch), {
        seed,
        numRuns: path === undefined ? runs : 1,
        interruptAfterTimeLimit: SHRINK_MS,
        ...(path === undefined ? {} : { path }),
      });
      if (!details.failed) return undefined;
      if (details.counterexample === null)
        throw new Error(
          `no case was tried to its end: ${details.numSkips} were refused${details.interrupted ? ', and the time was over' : ''}`,
        );
      const error = details.errorInstance;
      return {
        seed,
        path: details.counterexamplePath ?? '0',
        counterexample: inShort(details.counterexample[0]),
        message: error instanceof Error ? whereOf(error) : String(error),
      };
    },
    look: (index, seed, path) => inShort(fc.sample(at(index).values(real), { seed, path, numRuns: 1 })[0]),
  };
}

/** The message of an error, and the places of this program in its stack. */
function whereOf({ stack = '', message }: Error): string {
  const places = stack.split('\n').filter((line) => /^\s+at .*[\\/]src[\\/]/.test(line));
  return [cut(message, SHOWN_OF_MESSAGE), ...places.slice(0, 8)].join('\n');
}

const SHOWN_OF_MESSAGE = 1_200;
const SHOWN_OF_CASE = 4_000;

function inShort(value: unknown): string {
  return cut(fc.stringify(value), SHOWN_OF_CASE);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text;
}
