import { useSyncExternalStore } from 'react';
import { createStore } from '../core/store.ts';

/**
 * Drag is the address that a reader is dragging to, by its path and its query, until the `end` of the drag.
 */
interface Drag {
  readonly pathname: string;
  readonly search: string;
  readonly end: Promise<void>;
}

/**
 * dragged is the page's current address while the reader drags through time, else undefined. The real address
 * follows when they pause: browsers refuse hundreds of changes a minute.
 */
export const dragged = createStore<Drag | undefined>(undefined);

/** useIsDragging reports whether the reader is dragging. */
export function useIsDragging(): boolean {
  return useSyncExternalStore(dragged.subscribe, dragged.get, dragged.get) !== undefined;
}

/**
 * dragEnd waits for the end of a drag, so that no server is asked about moments passed. Rejects if the
 * signal was aborted by then.
 */
export async function dragEnd(signal: AbortSignal): Promise<void> {
  await dragged.get()?.end;
  signal.throwIfAborted();
}

/** dragTo shows the page of this path by another query; the drag ends once `dragged` is undefined again. */
export function dragTo(pathname: string, search: string): void {
  const end =
    dragged.get()?.end ??
    new Promise<void>((resolve) => {
      const stop = dragged.subscribe(() => {
        if (dragged.get() !== undefined) return;
        stop();
        resolve();
      });
    });
  dragged.set({ pathname, search, end });
}
