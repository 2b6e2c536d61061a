import { useSyncExternalStore } from 'react';
import { createStore } from '../core/store.ts';

/** Drag is the log size that a reader is dragging to, on the page of this path. */
export interface Drag {
  readonly pathname: string;
  readonly at: number;
}

/** dragged is where the page stands while its reader drags through time; undefined otherwise. The address follows once they pause: browsers refuse hundreds of addresses a minute. */
export const dragged = createStore<Drag | undefined>(undefined);

/** useIsDragging reports whether the page stands at a moment that may only be passed. */
export function useIsDragging(): boolean {
  const isDragging = () => dragged.get() !== undefined;
  return useSyncExternalStore(dragged.subscribe, isDragging, isDragging);
}

/** dragEnd waits until nobody drags: no server is asked about moments that are only passed. Rejects where the signal was aborted by then. */
export async function dragEnd(signal: AbortSignal): Promise<void> {
  if (dragged.get() === undefined) return;
  await new Promise<void>((resolve) => {
    const end = dragged.subscribe(() => {
      if (dragged.get() !== undefined && !signal.aborted) return;
      end();
      resolve();
    });
  });
  signal.throwIfAborted();
}
