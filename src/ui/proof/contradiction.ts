import { useSyncExternalStore } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { createStore } from '../../core/store.ts';
import type { RootAbove } from './inclusion-check.ts';

/** Contradiction is a published head and the remembered one that it does not fit. */
export interface Contradiction {
  readonly published: Checkpoint;
  readonly remembered: Checkpoint;
}

const known = createStore<Contradiction | undefined>(undefined);

/** showContradiction has every drawn proof that leads to the published root show the remembered one beside it, until the function that it returns is called. The code of alarms comes after that of the pictures, so that neither holds the other. */
export function showContradiction(contradiction: Contradiction): () => void {
  known.set(contradiction);
  return () => {
    if (known.get() === contradiction) known.set(undefined);
  };
}

/** useRememberedAbove is the remembered root that a published one does not fit; undefined if nothing contradicts it. */
export function useRememberedAbove(published: Hash): RootAbove | undefined {
  const found = useSyncExternalStore(known.subscribe, known.get, known.get);
  return found?.published.rootHash === published ? { ...found.remembered, isRemembered: true } : undefined;
}
