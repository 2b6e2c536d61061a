import { useSyncExternalStore } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';

/** Contradiction is a published head and the remembered one that it does not fit. */
export interface Contradiction {
  readonly published: Checkpoint;
  readonly remembered: Checkpoint;
}

let known: Contradiction | undefined;
const listeners = new Set<() => void>();

/** showContradiction has every drawn proof that leads to the published root show the remembered one beside it, until the function that it returns is called. The code of alarms comes after that of the pictures, so that neither holds the other. */
export function showContradiction(contradiction: Contradiction): () => void {
  const become = (next: Contradiction | undefined): void => {
    known = next;
    for (const listener of listeners) listener();
  };
  become(contradiction);
  return () => {
    if (known === contradiction) become(undefined);
  };
}

/** useContradiction is what is shown of a published root; undefined where nothing contradicts it. */
export function useContradiction(published: Hash): Contradiction | undefined {
  const found = useSyncExternalStore(subscribe, current, current);
  return found?.published.rootHash === published ? found : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function current(): Contradiction | undefined {
  return known;
}
