import type { KeptPlace } from './kept-places.ts';
import { type Mark, setMarks } from './marks.ts';

/** LONGEST_MS is how long a view is waited for; SETTLED_MS is how long nothing may have changed before it counts as brought back. */
const LONGEST_MS = 10_000;
const SETTLED_MS = 1_000;

/**
 * restorePlace brings a view back to how it stood, as its data come in, until it stands so, or the reader takes it in hand, or ten seconds have passed; then it
 * calls `done`. Returns the function that ends it at once.
 */
export function restorePlace(place: KeptPlace, done: () => void): () => void {
  let marks: readonly Mark[] = place.marks;
  let frame = 0;
  let settled: ReturnType<typeof setTimeout> | undefined;
  const attempt = (): void => {
    const content = document.getElementById('content');
    if (content !== null && marks.length > 0) marks = setMarks(content, marks);
    const most = document.documentElement.scrollHeight - window.innerHeight;
    // A list that loads as it is scrolled grows further by that.
    if (Math.abs(window.scrollY - place.top) > 1)
      window.scrollTo({ top: Math.min(place.top, most), behavior: 'instant' });
    clearTimeout(settled);
    if (marks.length === 0 && most >= place.top - 1) settled = setTimeout(end, SETTLED_MS);
  };
  const soon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(attempt);
  };
  const changes = new MutationObserver(soon);
  changes.observe(document.body, { childList: true, subtree: true });
  const sizes = new ResizeObserver(soon);
  sizes.observe(document.body);
  const hands = new AbortController();
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(type, () => end(), { signal: hands.signal, capture: true, passive: true });
  const limit = setTimeout(() => end(), LONGEST_MS);
  let isEnded = false;
  function end(): void {
    if (isEnded) return;
    isEnded = true;
    changes.disconnect();
    sizes.disconnect();
    hands.abort();
    cancelAnimationFrame(frame);
    clearTimeout(limit);
    clearTimeout(settled);
    done();
  }
  attempt();
  return end;
}
