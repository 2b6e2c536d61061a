import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import { type Hash, isHash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Outcome } from '../core/verdict.ts';
import { browserStore } from './browser-store.ts';
import { unreadWords } from './refusal-words.ts';
import { notifyTabs } from './root-news.ts';

const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const HASH = v.custom<Hash>(isHash);
const HEAD = v.strictObject({ logSize: WHOLE, rootHash: HASH });

/** MirrorResult is the result of comparing a register with a mirror. */
export interface MirrorResult {
  /** Milliseconds since 1970. */
  readonly comparedAtMs: number;
  /**
   * holds: the shorter log is the beginning of the longer. does-not-match: some entry differs. cannot-check
   * and not-checked: the `reason` says why.
   */
  readonly outcome: Outcome;
  readonly reason?: string;
  /** The published heads that were compared; absent if none were. */
  readonly own?: Checkpoint;
  readonly mirror?: Checkpoint;
  /** What was compared: proved roots, or single entries with their data. */
  readonly by?: 'roots' | 'entries';
  /** The first entry that differs. */
  readonly first?: number;
}

/** Mirror is another copy of a register, by the first segment of its addresses. */
export interface Mirror {
  readonly id: string;
  readonly result?: MirrorResult;
}

const RESULT = {
  comparedAtMs: WHOLE,
  outcome: v.picklist(['holds', 'does-not-match', 'cannot-check', 'not-checked']),
  reason: v.exactOptional(v.string()),
  by: v.exactOptional(v.picklist(['roots', 'entries'])),
  first: v.exactOptional(WHOLE),
};
const COMPARED: v.GenericSchema<unknown, MirrorResult> = v.strictObject({
  ...RESULT,
  own: v.exactOptional(HEAD),
  mirror: v.exactOptional(HEAD),
});

/** Results were stored with the sizes of both logs, but not with their roots. */
const ROOTLESS: v.GenericSchema<unknown, MirrorResult> = v.pipe(
  v.strictObject({ ...RESULT, ownSize: WHOLE, mirrorSize: WHOLE }),
  v.transform(({ comparedAtMs, outcome, first, ownSize }) => {
    const found = outcome === 'holds' ? 'agreed' : `differed from entry ${first ?? 1} on`;
    const reason = `at log size ${ownSize} it ${found}, but the root hash compared then was not kept`;
    return { comparedAtMs, outcome: 'not-checked' as const, reason };
  }),
);

const MIRROR: v.GenericSchema<unknown, Mirror> = v.strictObject({
  id: v.string(),
  result: v.exactOptional(v.union([COMPARED, ROOTLESS])),
});

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

/** UnreadListError reports a stored list that is damaged or of a later form. It is never written over. */
export class UnreadListError extends Error {
  override readonly name = 'UnreadListError';

  constructor() {
    super(
      'a list of mirrors or witnesses kept in this browser is damaged, or of a later version of this page',
    );
  }
}

/**
 * unreadList says that a stored list could not be read, and why, from the error of reading it; undefined if this
 * browser keeps none. One that was not read may have what contradicts the register.
 */
export function unreadList(error: unknown): string | undefined {
  if (error instanceof UnreadListError) return error.message;
  return unreadWords('a list of mirrors or witnesses kept in this browser', error);
}

/** readerLists stores a list for each register id in its own database. Names are unique within a list. */
function readerLists<T>(
  database: string,
  member: v.GenericSchema<unknown, T>,
  nameOf: (member: T) => string,
) {
  const store = browserStore(database, 'lists');
  const listIn = (stored: unknown): readonly T[] => {
    const { success, output } = v.safeParse(v.optional(v.array(member), []), stored);
    if (!success) throw new UnreadListError();
    return output;
  };
  /** changed returns the list with the member of that name replaced or appended; undefined removes it. */
  const changed = (list: readonly T[], name: string, member: T | undefined): readonly T[] => {
    const at = list.findIndex((one) => nameOf(one) === name);
    if (member === undefined) return list.filter((_, index) => index !== at);
    return at < 0 ? [...list, member] : list.with(at, member);
  };
  /** edit rejects as read does, without writing. A list that stays as it is is no news. */
  const edit = async (registerId: string, edited: (list: readonly T[]) => readonly T[]): Promise<void> => {
    let isNews = true;
    const next = (stored: unknown): readonly T[] => {
      const before = listIn(stored);
      const after = edited(before);
      isNews = after !== before;
      return after;
    };
    await update(registerId, next, store);
    if (isNews) notifyTabs(registerId);
  };
  return {
    changed,
    /** read rejects if storage refuses or is malformed. */
    read: async (registerId: string) => listIn(await get(registerId, store)),
    /** change rejects as read does, without writing. */
    change: (registerId: string, name: string, member: T | undefined) =>
      edit(registerId, (list) => changed(list, name, member)),
    edit,
  };
}
