import type { SeenHead } from './evidence/misbehaviour.ts';
import type { RememberedRoot } from './remembered-root.ts';

/** SITTING_MS is the longest pause in one sitting: another page load within it is the same visit. */
export const SITTING_MS = 30 * 60_000;

/**
 * earlierHead is what this browser remembers of an earlier sitting, for a page that was opened at `openedAtMs` (milliseconds since 1970); undefined in the first
 * sitting. What was taken over from a file counts as earlier.
 */
export function earlierHead(root: RememberedRoot, openedAtMs: number): SeenHead | undefined {
  const { logSize, rootHash, lastSeenMs } = root;
  const isOfThisSitting = root.importedAtMs === undefined && lastSeenMs > openedAtMs - SITTING_MS;
  return isOfThisSitting ? root.before : { logSize, rootHash, seenAtMs: lastSeenMs };
}
