import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import { browserStore } from './browser-store.ts';

const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const RESULT = v.strictObject({
  /** Milliseconds since 1970. */
  comparedAtMs: WHOLE,
  /**
   * holds: the shorter log is the beginning of the longer. does-not-match: both could be read, and some entry differs. cannot-check: nothing can be said, for the
   * `reason`. not-checked: one of them is empty.
   */
  outcome: v.picklist(['holds', 'does-not-match', 'cannot-check', 'not-checked']),
  reason: v.optional(v.string()),
  /** How many entries the log of the register and that of the mirror had. */
  ownSize: v.optional(WHOLE),
  mirrorSize: v.optional(WHOLE),
  /** What was compared: proved roots, or entries with their data, one by one. */
  by: v.optional(v.picklist(['roots', 'entries'])),
  /** The first entry in which they differ. */
  first: v.optional(WHOLE),
});

/** MirrorResult is how a register and another place that keeps it stood to each other when they were compared. */
export type MirrorResult = v.InferOutput<typeof RESULT>;

const LIST = v.array(v.strictObject({ id: v.string(), result: v.optional(RESULT) }));

/** Mirror is another place that keeps a register, by the id that addresses of that place begin with. */
export type Mirror = v.InferOutput<typeof LIST>[number];

const store = browserStore('register-explorer-mirrors', 'lists');

/** readMirrors lists the mirrors that the reader named for a register. Rejects if storage refuses, or holds something else. */
export async function readMirrors(registerId: string): Promise<readonly Mirror[]> {
  return listIn(await get(registerId, store));
}

/** changeMirror adds a mirror, or changes the one with this id; undefined removes it. Rejects as readMirrors does, and writes nothing then. */
export async function changeMirror(
  registerId: string,
  id: string,
  mirror: Mirror | undefined,
): Promise<void> {
  await update(registerId, (stored: unknown) => withMirror(listIn(stored), id, mirror), store);
}

/** withMirror is the list with this mirror in it, or without it. */
export function withMirror(
  list: readonly Mirror[],
  id: string,
  mirror: Mirror | undefined,
): readonly Mirror[] {
  const at = list.findIndex((one) => one.id === id);
  return list.toSpliced(at < 0 ? list.length : at, at < 0 ? 0 : 1, ...(mirror === undefined ? [] : [mirror]));
}

function listIn(stored: unknown): readonly Mirror[] {
  return stored === undefined ? [] : v.parse(LIST, stored);
}
