/** RunLife tells whether the tab that writes a run is still there: what it has written need not be named in a record yet. */
export interface RunLife {
  /** hold says to all tabs that these runs are somebody's, until the page is left or the function it returns is called. */
  hold(runIds: readonly string[]): () => void;
  /** held are the runs that somebody holds; undefined where that cannot be told. */
  held(): Promise<ReadonlySet<string> | undefined>;
}

const PREFIX = 'register-explorer:audit-run:';

/** browserRunLife holds runs by Web Locks, which the browser lets go of with the page, however that ends. Where there are none (a page served without https) it cannot tell. */
export const browserRunLife: RunLife = {
  hold(runIds) {
    let letGo = (): void => undefined;
    const end = new Promise<void>((resolve) => (letGo = resolve));
    if (hasLocks())
      for (const runId of runIds)
        navigator.locks.request(PREFIX + runId, { mode: 'shared' }, () => end).catch(() => undefined);
    return letGo;
  },
  async held() {
    if (!hasLocks()) return undefined;
    const { held = [] } = await navigator.locks.query();
    return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
  },
};

function hasLocks(): boolean {
  return 'navigator' in globalThis && 'locks' in navigator;
}
