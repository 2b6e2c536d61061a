import * as fc from 'fast-check';
import type { RealData } from './real-data.ts';

/** Family is the part of the program that a target belongs to. */
export type Family =
  | 'decoders'
  | 'parsers'
  | 'proofs'
  | 'evidence'
  | 'memory'
  | 'router'
  | 'mock'
  | 'display'
  | 'replica';

/** Watch is told when a case begins and when it has come to its end, so that a case without an end is noticed from outside. */
export interface Watch {
  readonly begin: () => void;
  readonly end: () => void;
}

/** FuzzTarget is one claim about the program that must hold whatever comes in. */
export interface FuzzTarget {
  /** Short and unique: what `--only` takes. */
  readonly name: string;
  readonly family: Family;
  /** What must be so, in words. */
  readonly invariant: string;
  /** Why the target cannot run on this machine; undefined where it can. */
  readonly absent: (real: RealData) => string | undefined;
  readonly property: (real: RealData, watch: Watch) => fc.IRawProperty<[unknown]>;
  /** values makes the cases alone, to look at one of them. */
  readonly values: (real: RealData) => fc.Arbitrary<unknown>;
}

interface Claim<T> {
  readonly name: string;
  readonly family: Family;
  readonly invariant: string;
  readonly absent?: (real: RealData) => string | undefined;
  readonly cases: (real: RealData) => fc.Arbitrary<T>;
}

/** target makes a claim that is tried at once: `holds` throws where it is broken. */
export function target<T>(claim: Claim<T> & { readonly holds: (value: T) => void }): FuzzTarget {
  return {
    ...named(claim),
    property: (real, { begin, end }) =>
      fc.property(claim.cases(real), (value) => {
        begin();
        claim.holds(value);
        end();
      }),
  };
}

/** slowTarget makes a claim that takes turns of the event loop: `holds` rejects where it is broken. */
export function slowTarget<T>(claim: Claim<T> & { readonly holds: (value: T) => Promise<void> }): FuzzTarget {
  return {
    ...named(claim),
    property: (real, { begin, end }) =>
      fc.asyncProperty(claim.cases(real), async (value) => {
        begin();
        await claim.holds(value);
        end();
      }),
  };
}

function named<T>({ name, family, invariant, absent = () => undefined, cases }: Claim<T>) {
  return { name, family, invariant, absent, values: cases };
}
