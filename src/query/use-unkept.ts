import { useSyncExternalStore } from 'react';
import { type KeptThing, onUnkept, readUnkept, type Refusal } from '../verify/unkept.ts';

/** useUnkept is why this browser does not keep a kind of thing; undefined where it does, as far as was tried. */
export function useUnkept(thing: KeptThing): Refusal | undefined {
  return useSyncExternalStore(onUnkept, () => readUnkept().get(thing));
}
