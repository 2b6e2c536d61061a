import { createStore } from '../core/store.ts';
import type { Waking } from '../query/watch-loop.ts';

/** TabsTurn is a Waking of this tab among the tabs of this browser that show the same register; only one of them looks at a time. */
export interface TabsTurn extends Waking {
  readonly end: () => void;
}

/** createTabsTurn takes turns by a Web Lock, which a tab holds while it is seen and online; where there are no locks every tab looks. */
export function createTabsTurn(registerId: string): TabsTurn {
  const canLook = (): boolean => document.visibilityState === 'visible' && navigator.onLine;
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  const turn = createStore(locks === undefined);
  let waiting: AbortController | undefined;
  let release: (() => void) | undefined;

  const change = (): void => {
    if (locks !== undefined && canLook()) queue(locks);
    else leave();
    turn.set(turn.get());
  };
  const queue = (manager: LockManager): void => {
    if (waiting !== undefined) return;
    const own = new AbortController();
    waiting = own;
    manager
      .request(`register-explorer:watch:${registerId}`, { signal: own.signal }, () => {
        if (own.signal.aborted) return undefined;
        turn.set(true);
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      })
      .catch(() => {
        if (own.signal.aborted) return;
        // Refused: no tab can know of the others, and each looks.
        turn.set(true);
      });
  };
  const leave = (): void => {
    if (locks === undefined) return;
    turn.set(false);
    waiting?.abort();
    waiting = undefined;
    release?.();
    release = undefined;
  };

  document.addEventListener('visibilitychange', change);
  window.addEventListener('online', change);
  window.addEventListener('offline', change);
  change();
  return {
    isAwake: () => canLook() && turn.get(),
    onChange: turn.subscribe,
    end() {
      document.removeEventListener('visibilitychange', change);
      window.removeEventListener('online', change);
      window.removeEventListener('offline', change);
      leave();
    },
  };
}
