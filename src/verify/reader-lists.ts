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

const MIRROR = v.strictObject({ id: v.string(), result: v.optional(RESULT) });

/** Mirror is another place that keeps a register, by the id that addresses of that place begin with. */
export type Mirror = v.InferOutput<typeof MIRROR>;

const WITNESS = v.strictObject({
  /** The public key as a line, see readVerifierKey. One key is listed once. */
  vkey: v.string(),
  /** Where its checkpoint of this register is; without one the reader hands it over. */
  address: v.optional(v.string()),
  /** The signed note that the reader handed over last. */
  note: v.optional(v.string()),
});

/** KnownWitness is a witness whom the reader trusts for one register. */
export type KnownWitness = Readonly<v.InferOutput<typeof WITNESS>>;

/** mirrorLists are the mirrors that the reader named, for each register. */
export const mirrorLists = readerLists('register-explorer-mirrors', MIRROR, ({ id }) => id);

/** witnessLists are the witnesses whom the reader trusts, for each register. */
export const witnessLists = readerLists('register-explorer-witnesses', WITNESS, ({ vkey }) => vkey);

/** readerLists keeps a list for each register in a database of its own, by the id of the register. No two members of a list have one name. */
function readerLists<T>(
  database: string,
  member: v.GenericSchema<unknown, T>,
  nameOf: (member: T) => string,
) {
  const store = browserStore(database, 'lists');
  const listIn = (stored: unknown): readonly T[] =>
    stored === undefined ? [] : v.parse(v.array(member), stored);
  /** changed is a list with this member in the place of the one of that name, or at its end; undefined takes that one out. */
  const changed = (list: readonly T[], name: string, member: T | undefined): readonly T[] => {
    const at = list.findIndex((one) => nameOf(one) === name);
    return list.toSpliced(
      at < 0 ? list.length : at,
      at < 0 ? 0 : 1,
      ...(member === undefined ? [] : [member]),
    );
  };
  return {
    changed,
    /** read rejects if storage refuses, or holds something else. */
    read: async (registerId: string) => listIn(await get(registerId, store)),
    /** change rejects as read does, and writes nothing then. */
    change: (registerId: string, name: string, member: T | undefined) =>
      update(registerId, (stored: unknown) => changed(listIn(stored), name, member), store),
  };
}
