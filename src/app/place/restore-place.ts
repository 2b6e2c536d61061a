import type { KeptPlace } from './kept-places.ts';
import { type Mark, setMarks } from './marks.ts';

/** LONGEST_MS is how long a view is waited for; SETTLED_MS is how long nothing may have changed before it counts as brought back. */
const LONGEST_MS = 10_000;
const SETTLED_MS = 1_000;
/** MOST_TRIES is how often one thing is done again: what comes with late data is made anew, and what a view does not want to be so must not be fought. */
const MOST_TRIES = 5;

/**
 * restorePlace brings a view back to how it stood, as its data come in, until it stands so, or the reader takes it in hand, or ten seconds have passed; then it
 * calls `done`. Returns the function that ends it at once.
 */
export function restorePlace({ top, marks }: KeptPlace, done: () => void): () => void {
  const tries = new Map(marks.map((mark) => [mark, MOST_TRIES]));
  const ending = new AbortController();
  const { signal } = ending;
  let settled: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  /** How high the page was when it could be scrolled to where it was. */
  let reachedAt: number | undefined;
  const end = (): void => {
    if (signal.aborted) return;
    ending.abort();
    changes.disconnect();
    sizes.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(limit);
    clearTimeout(settled);
    done();
  };
  const attempt = (): void => {
    const content = document.getElementById('content');
    const { absent, changed } =
      content === null ? { absent: marks, changed: [] } : setMarks(content, [...tries.keys()]);
    for (const mark of changed) tryLess(tries, mark);
    const isHighEnough = scrollTowards(top);
    reachedAt = isHighEnough ? document.documentElement.scrollHeight : undefined;
    clearTimeout(settled);
    if (isHighEnough && absent.length === 0) settled = setTimeout(end, SETTLED_MS);
  };
  const soon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(attempt);
  };
  const moved = (): void => {
    // Not by us, and not because something above has grown: by a scroll bar.
    const isStill = document.documentElement.scrollHeight === reachedAt;
    if (isStill && Math.abs(window.scrollY - top) > 1) end();
  };
  const changes = new MutationObserver(soon);
  changes.observe(document.body, { childList: true, subtree: true });
  const sizes = new ResizeObserver(soon);
  sizes.observe(document.body);
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(type, end, { signal, capture: true, passive: true });
  window.addEventListener('scroll', moved, { signal, passive: true });
  const limit = setTimeout(end, LONGEST_MS);
  attempt();
  return end;
}

/** scrollTowards scrolls as far as the page is high, and says whether that is as far as it was: a list that loads as it is scrolled grows further by it. */
function scrollTowards(top: number): boolean {
  const most = document.documentElement.scrollHeight - window.innerHeight;
  const now = Math.min(top, Math.max(0, most));
  if (Math.abs(window.scrollY - now) > 1) window.scrollTo({ top: now, behavior: 'instant' });
  return most >= top - 1;
}

function tryLess(tries: Map<Mark, number>, mark: Mark): void {
  const left = (tries.get(mark) ?? 1) - 1;
  if (left > 0) tries.set(mark, left);
  else tries.delete(mark);
}
