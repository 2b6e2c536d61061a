import { useSyncExternalStore } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { createStore } from '../../core/store.ts';
import type { RootAbove } from './inclusion-check.ts';

/** Contradiction is a published head and the remembered one that it contradicts. */
export interface Contradiction {
  readonly published: Checkpoint;
  readonly remembered: Checkpoint;
}

const known = createStore<Contradiction | undefined>(undefined);

/** showContradiction makes every drawn proof of the published root also show the remembered one, until the returned function is called. The code of alarms is loaded after that of the pictures, so that neither includes the other. */
export function showContradiction(contradiction: Contradiction): () => void {
  known.set(contradiction);
  return () => {
    if (known.get() === contradiction) known.set(undefined);
  };
}

/** useRememberedAbove returns the remembered root that a published one contradicts; undefined if none. */
export function useRememberedAbove(published: Hash): RootAbove | undefined {
  const found = useSyncExternalStore(known.subscribe, known.get, known.get);
  return found?.published.rootHash === published ? { ...found.remembered, isRemembered: true } : undefined;
}
