import { useSyncExternalStore } from 'react';
import { createStore } from '../core/store.ts';

/** Drag is the address that a reader is dragging to, by its path and its query, until the `end` of the drag. */
export interface Drag {
  readonly pathname: string;
  readonly search: string;
  readonly end: Promise<void>;
}

/** dragged is where the page stands while its reader drags through time; undefined otherwise. The address follows once they pause: browsers refuse hundreds of addresses a minute. */
export const dragged = createStore<Drag | undefined>(undefined);

/** useIsDragging reports whether the page stands at a moment that may only be passed. */
export function useIsDragging(): boolean {
  return useSyncExternalStore(dragged.subscribe, dragged.get, dragged.get) !== undefined;
}

/** dragEnd waits until nobody drags: no server is asked about moments that are only passed. Rejects where the signal was aborted by then. */
export async function dragEnd(signal: AbortSignal): Promise<void> {
  await dragged.get()?.end;
  signal.throwIfAborted();
}
