/** Waking reports whether this page is to look: it is seen, and the network is there. */
export interface Waking {
  readonly isAwake: () => boolean;
  /** onChange calls the listener whenever that may have changed. Returns the function that ends this. */
  readonly onChange: (listener: () => void) => () => void;
}

/**
 * startWatchLoop calls `look` every 30 seconds at first and up to every 5 minutes where nothing changes or it fails. Asleep it does nothing, and breaks off what
 * is under way; on waking it looks as soon as a first wait has passed since it last did. `chance` is a random number from 0 to 1. Returns the function that ends this.
 */
export function startWatchLoop({
  look,
  waking,
  chance,
  onLooked,
}: {
  readonly look: (signal: AbortSignal) => Promise<Looked>;
  readonly waking: Waking;
  readonly chance: () => number;
  readonly onLooked: (looked: Looked) => void;
}): () => void {
  let waitMs = FIRST_MS;
  let dueAt = Date.now() + spread(waitMs, chance());
  let lastAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: AbortController | undefined;
  let ended = false;

  const plan = (): void => {
    clearTimeout(timer);
    if (!ended && looking === undefined && waking.isAwake())
      timer = setTimeout(() => void run(), Math.max(0, dueAt - Date.now()));
  };
  const run = async (): Promise<void> => {
    if (ended || looking !== undefined) return;
    clearTimeout(timer);
    const own = new AbortController();
    looking = own;
    const looked = await look(own.signal).catch((): Looked => 'failed');
    looking = undefined;
    lastAt = Date.now();
    if (ended) return;
    if (!own.signal.aborted) {
      waitMs = nextWaitMs(waitMs, looked);
      onLooked(looked);
    }
    dueAt = lastAt + spread(waitMs, chance());
    plan();
  };
  const unsubscribe = waking.onChange(() => {
    if (!waking.isAwake()) {
      clearTimeout(timer);
      looking?.abort();
      return;
    }
    waitMs = FIRST_MS;
    dueAt = Math.min(dueAt, lastAt + spread(FIRST_MS, chance()));
    plan();
  });
  plan();
  return () => {
    ended = true;
    clearTimeout(timer);
    looking?.abort();
    unsubscribe();
  };
}

/** Looked is the result of one look at the head of a log. */
export type Looked =
  /** It is the current head. */
  | 'same'
  /** It continues the current head, by a consistency proof, and is now the page's. */
  | 'grown'
  /** It does not fit what was seen before; the alarm says so. */
  | 'contradicted'
  /** It could not be read or compared; nothing follows from that. */
  | 'failed';

/** FIRST_MS is how long is waited after something happened, LONGEST_MS after a long time in which nothing did. */
export const FIRST_MS = 30_000;
export const LONGEST_MS = 300_000;

const SLOWER = 1.5;
const AFTER_FAILURE = 2;
/** SPREAD is by how much of itself a wait is shortened or lengthened, so that pages opened together do not ask together. */
const SPREAD = 0.2;

/** nextWaitMs is how long to wait after a look, in milliseconds, before it is spread: the wait before it was `waitedMs`. */
export function nextWaitMs(waitedMs: number, looked: Looked): number {
  if (looked === 'grown') return FIRST_MS;
  if (looked === 'contradicted') return LONGEST_MS;
  return Math.min(LONGEST_MS, waitedMs * (looked === 'failed' ? AFTER_FAILURE : SLOWER));
}

/** spread shortens or lengthens a wait by up to a fifth; `chance` is from 0 to 1. */
export function spread(waitMs: number, chance: number): number {
  return Math.round(waitMs * (1 + SPREAD * (2 * chance - 1)));
}
