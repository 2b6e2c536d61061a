import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import { type Hash, isHash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import { browserStore } from './browser-store.ts';

const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const RESULT = v.strictObject({
  /** Milliseconds since 1970. */
  comparedAtMs: WHOLE,
  /**
   * holds: the shorter log is the beginning of the longer. does-not-match: some entry differs. cannot-check:
   * the `reason` says why. not-checked: one of them is empty.
   */
  outcome: v.picklist(['holds', 'does-not-match', 'cannot-check', 'not-checked']),
  reason: v.optional(v.string()),
  /** The log sizes of the register and of the mirror. */
  ownSize: v.optional(WHOLE),
  mirrorSize: v.optional(WHOLE),
  /** What was compared: proved roots, or single entries with their data. */
  by: v.optional(v.picklist(['roots', 'entries'])),
  /** The first entry that differs. */
  first: v.optional(WHOLE),
});

/** MirrorResult is the result of comparing a register with a mirror. */
export type MirrorResult = v.InferOutput<typeof RESULT>;

const MIRROR = v.strictObject({ id: v.string(), result: v.optional(RESULT) });

/** Mirror is another copy of a register, by the first segment of its addresses. */
export type Mirror = v.InferOutput<typeof MIRROR>;

const WITNESS = v.strictObject({
  /** The public key as a line, see readVerifierKey. One key is listed once. */
  vkey: v.string(),
  /** The address of its checkpoint of this register; without one the reader pastes it. */
  address: v.optional(v.string()),
  /** The signed note that the reader pasted last. */
  note: v.optional(v.string()),
});

/** KnownWitness is a witness that the reader trusts for one register. */
export type KnownWitness = Readonly<v.InferOutput<typeof WITNESS>>;

/** KeptContradiction is another log than the one published, signed by a witness. */
export interface KeptContradiction {
  /** The key of the witness as a line, its signed note, and the head in it. */
  readonly vkey: string;
  readonly note: string;
  readonly signed: Checkpoint;
  /** The time that it states, and when this browser found the contradiction; milliseconds since 1970. */
  readonly signedAtMs?: number;
  readonly seenAtMs: number;
  /** The head that the register published, and the consistency proof that it sent; empty for one size. */
  readonly own: Checkpoint;
  readonly path: readonly Hash[];
  readonly rootAtShorterSize?: Hash;
  /** Whether the reader dismissed it. */
  readonly read: boolean;
}

const HASH = v.custom<Hash>(isHash);
const HEAD = v.strictObject({ logSize: WHOLE, rootHash: HASH });

const CONTRADICTION: v.GenericSchema<unknown, KeptContradiction> = v.strictObject({
  vkey: v.string(),
  note: v.string(),
  signed: HEAD,
  signedAtMs: v.exactOptional(WHOLE),
  seenAtMs: WHOLE,
  own: HEAD,
  path: v.array(HASH),
  rootAtShorterSize: v.exactOptional(HASH),
  read: v.boolean(),
});

/** contradictionLists are the contradictions that witnesses of each register signed, until they are forgotten. */
export const contradictionLists = readerLists(
  'register-explorer-contradictions',
  CONTRADICTION,
  ({ note }) => note,
);

/** mirrorLists are the mirrors that the reader added to each register. */
export const mirrorLists = readerLists('register-explorer-mirrors', MIRROR, ({ id }) => id);

/** witnessLists are the witnesses that the reader trusts for each register. */
export const witnessLists = readerLists('register-explorer-witnesses', WITNESS, ({ vkey }) => vkey);

/** readerLists stores a list for each register id in its own database. Names are unique within a list. */
function readerLists<T>(
  database: string,
  member: v.GenericSchema<unknown, T>,
  nameOf: (member: T) => string,
) {
  const store = browserStore(database, 'lists');
  const listIn = (stored: unknown): readonly T[] =>
    stored === undefined ? [] : v.parse(v.array(member), stored);
  /** changed returns the list with the member of that name replaced or appended; undefined removes it. */
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
    /** read rejects if storage refuses or is malformed. */
    read: async (registerId: string) => listIn(await get(registerId, store)),
    /** change rejects as read does, without writing. */
    change: (registerId: string, name: string, member: T | undefined) =>
      update(registerId, (stored: unknown) => changed(listIn(stored), name, member), store),
    /** edit rejects as read does, without writing. */
    edit: (registerId: string, edited: (list: readonly T[]) => readonly T[]) =>
      update(registerId, (stored: unknown) => edited(listIn(stored)), store),
  };
}
