import { del, getMany, keys, update } from 'idb-keyval';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint, Variant, LeafRuleId } from '../core/model.ts';
import { browserStore } from './browser-store.ts';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import {
  type Alarm,
  earlierHead,
  type RecallResult,
  type RememberedRoot,
  rootIn,
  seenIn,
  toStored,
  type Spelling,
  spelled,
  unreadable,
} from './remembered-root.ts';
import { REFUSAL_WORDS } from './refusal-words.ts';
import { canonicalBase, originOf } from './spellings.ts';
import { notifyTabs } from './root-news.ts';
import { noteRefusedStorage, refusalOf } from './storage-refusals.ts';

/**
 * RootStorage stores remembered roots. `update` reads and writes in one transaction, and writes
 * nothing if the updater throws.
 */
export interface RootStorage {
  readonly keys: () => Promise<readonly unknown[]>;
  readonly getMany: (keys: string[]) => Promise<readonly unknown[]>;
  readonly update: (key: string, updater: (old: unknown) => unknown) => Promise<void>;
  readonly del: (key: string) => Promise<void>;
}

/** ConfirmedHead is a head whose checks all held in a visit. */
export interface ConfirmedHead {
  readonly registerId: string;
  readonly base: string;
  readonly variant: Variant;
  readonly head: Checkpoint;
  readonly leafRule: LeafRuleId;
  readonly seenAtMs: number;
  /** When the page of the visit was opened. */
  readonly openedAtMs: number;
}

const ALARMS_KEPT = 20;
/** After how many imported roots progress is reported. */
const PROGRESS_EVERY = 100;

/** rootStore is the store of remembered roots in this browser. */
export const rootStore = browserStore('keyval-store', 'keyval');

/** rootKey is the key of a register's remembered root in this browser's storage. */
export function rootKey(registerId: string): string {
  return `register-explorer:root:${registerId}`;
}

const indexedDb: RootStorage = {
  keys: () => keys(rootStore),
  getMany: (names) => getMany(names, rootStore),
  update: (key, updater) => update(key, updater, rootStore),
  del: (key) => del(key, rootStore),
};

/**
 * RootMemory reads remembered roots, and is their only writer. All its promises but that of `recall` reject if
 * storage refuses.
 */
export class RootMemory {
  readonly #storage: RootStorage;

  /** The memory over IndexedDB, whose transactions keep the writers of several tabs apart, or over a test's storage. */
  constructor(storage: RootStorage = indexedDb) {
    this.#storage = storage;
  }

  /**
   * recall reads the remembered root of a register, and moves one that is stored under another spelling of
   * its address. One that is damaged, of a later version of this page, or of another register, is neither a
   * first visit nor a root. Never rejects: see RecallResult.
   */
  recall(registerId: string): Promise<RecallResult> {
    return this.#recall(registerId).catch(cannotRecall);
  }

  /**
   * merge adds to a register's root what was stored under other spellings of its address, once the log is
   * known to continue each.
   */
  async merge(registerId: string, spellings: readonly Spelling[]): Promise<void> {
    await this.#changeExisting(registerId, (old) => spellings.reduce(merged, old));
    await this.#forgetAll(spellings.map(({ storedAs }) => storedAs));
  }

  /**
   * advance remembers a head that continues the root of that `revision` (0: none was remembered). outdated:
   * another tab wrote meanwhile; compare with the new root and try again. refused: an empty log, a smaller
   * one, another root for the size or another leaf rule never replaces what is remembered.
   */
  advance(confirmed: ConfirmedHead, revision: number): Promise<'stored' | UnchangedError['why']> {
    return this.#change(confirmed.registerId, (old) => advanced(old, confirmed, revision));
  }

  /**
   * raise stores an alarm with the root it contradicts. The root stays. A repeated alarm keeps its first
   * date and whether it was read. Of more than ALARMS_KEPT, the oldest that was read goes first.
   */
  raise(misbehaviour: Misbehaviour): Promise<void> {
    return this.#changeExisting(misbehaviour.registerId, (old) => {
      // Two tabs that find it would answer each other's news for ever.
      if (old.alarms.some((alarm) => isSameMisbehaviour(alarm.misbehaviour, misbehaviour)))
        throw new UnchangedError('refused');
      return { ...old, alarms: [...withRoom(old.alarms), { misbehaviour, read: false }] };
    });
  }

  /** markRead marks an alarm as read. */
  markRead(misbehaviour: Misbehaviour): Promise<void> {
    return this.#changeExisting(misbehaviour.registerId, (old) => ({
      ...old,
      alarms: old.alarms.map((alarm) =>
        isSameMisbehaviour(alarm.misbehaviour, misbehaviour) ? { ...alarm, read: true } : alarm,
      ),
    }));
  }

  /**
   * trust replaces the remembered root with a head at the reader's request; the old root is kept in a list.
   */
  async trust(registerId: string, head: Checkpoint, atMs: number): Promise<void> {
    const recalled = await this.#recall(registerId);
    const spellings = (recalled.kind === 'remembered' && recalled.spellings) || [];
    await this.#changeExisting(registerId, (old) => {
      const next = trusted(spellings.reduce(merged, old), head, atMs);
      return { ...next, givenUp: [...spellings.map(({ root }) => seenIn(root)), ...next.givenUp] };
    });
    await this.#forgetAll(spellings.map(({ storedAs }) => storedAs));
  }

  /** forget deletes the root of a register, also an unreadable one. */
  async forget(registerId: string): Promise<void> {
    await this.#write(registerId, this.#storage.del(rootKey(registerId)));
  }

  /** list returns all remembered roots, the last seen first, and the ids of unreadable ones, with the reason. */
  async list() {
    const ids = await this.#idsBelow('');
    const stored = await this.#storage.getMany(ids.map(rootKey));
    const all = ids.map((registerId, index) => {
      return rootIn(stored[index], registerId) ?? { registerId, reason: unreadable(stored[index]).summary };
    });
    return {
      roots: all.filter((one) => 'rootHash' in one).sort((a, b) => b.lastSeenMs - a.lastSeenMs),
      unreadable: all.filter((one) => 'reason' in one),
    };
  }

  /**
   * add imports roots from a file, without their alarms, with the time. It never replaces a remembered
   * root: resolves with the ids added and those left unchanged. `onProgress` is told how many were looked at.
   */
  async add(roots: readonly RememberedRoot[], atMs: number, onProgress?: (done: number) => void) {
    const added: string[] = [];
    const kept: string[] = [];
    for (const [done, root] of roots.entries()) {
      if (done % PROGRESS_EVERY === 0) onProgress?.(done);
      const outcome = await this.#change(root.registerId, (old) => {
        if (old !== undefined) throw new UnchangedError('refused');
        // Alarms, replaced roots and visits of the file are another browser's.
        const { before: _, openedAtMs: __, ...imported } = root;
        return { ...imported, alarms: [], givenUp: [], revision: 1, importedAtMs: atMs };
      });
      (outcome === 'stored' ? added : kept).push(root.registerId);
    }
    return { added, kept };
  }

  /** Reads a register's root, those under other spellings of its address, and what is beside it. */
  async #recall(registerId: string): Promise<RecallResult> {
    const beside = await this.#idsBeside(registerId);
    const sameHost = beside.filter((id) => canonicalBase(id) !== registerId);
    const others = sameHost.length > 0 && { sameHost };
    const ids = [registerId, ...beside.filter((id) => canonicalBase(id) === registerId)];
    const stored = await this.#storage.getMany(ids.map(rootKey));
    const unread = stored.find((value, index) => value !== undefined && !rootIn(value, ids[index]));
    if (unread !== undefined) return unreadable(unread);
    const found = ids.flatMap((id, index) => {
      const root = rootIn(stored[index], id);
      return root ? spelled(id, root, registerId) : [];
    });
    const [first, ...spellings] = found;
    if (first === undefined) return { kind: 'first-visit', ...others };
    const { storedAs, root } = first;
    if (storedAs !== registerId) {
      // If it cannot be moved, it counts where it is.
      const moved = await this.#change(registerId, (old) => old ?? root).catch(() => undefined);
      if (moved === 'stored') await this.#forgetAll([storedAs]);
    }
    return { kind: 'remembered', root, ...(spellings.length > 0 && { spellings }), ...others };
  }

  #change(registerId: string, updater: (old: RememberedRoot | undefined) => RememberedRoot) {
    const writing = this.#storage.update(rootKey(registerId), (stored) => {
      const old = rootIn(stored, registerId);
      // An unreadable value is never overwritten: the reader has to forget it first.
      if (stored !== undefined && old === undefined) throw new UnchangedError('refused');
      return toStored(updater(old));
    });
    return this.#write(registerId, writing);
  }

  async #changeExisting(registerId: string, changed: (old: RememberedRoot) => RememberedRoot): Promise<void> {
    await this.#change(registerId, (old) => {
      if (old === undefined) throw new UnchangedError('refused');
      return { ...changed(old), revision: old.revision + 1 };
    });
  }

  /** Notifies all tabs of a write, and records whether storage works. */
  async #write(registerId: string, writing: Promise<void>): Promise<'stored' | UnchangedError['why']> {
    try {
      await writing;
    } catch (error) {
      if (error instanceof UnchangedError) return error.why;
      noteRefusedStorage('roots', error);
      throw error;
    }
    noteRefusedStorage('roots', undefined);
    notifyTabs(registerId);
    return 'stored';
  }

  #forgetAll(ids: readonly string[]) {
    return Promise.all(ids.map((id) => this.#storage.del(rootKey(id))));
  }

  async #idsBelow(start: string): Promise<readonly string[]> {
    const names = (await this.#storage.keys()).map(String);
    return names
      .filter((name) => name.startsWith(rootKey(start)))
      .map((name) => name.slice(rootKey('').length));
  }

  /** The ids of other roots at the host of a register. */
  async #idsBeside(registerId: string): Promise<readonly string[]> {
    const origin = originOf(registerId);
    if (origin === undefined) return [];
    return (await this.#idsBelow(origin)).filter((id) => id !== registerId && originOf(id) === origin);
  }
}

/**
 * cannotRecall returns the result for storage that could not be read: without a root, unless it is damaged
 * or has not answered yet.
 */
export function cannotRecall(error: unknown): RecallResult & { readonly kind: 'cannot-recall' } {
  noteRefusedStorage('roots', error);
  const refusal = refusalOf(error);
  const mayBe = refusal === 'silent' ? 'late' : refusal === 'damaged' ? 'there' : undefined;
  return { kind: 'cannot-recall', reason: REFUSAL_WORDS[refusal], ...(mayBe && { mayBe }) };
}

/** UnchangedError leaves a transaction without writing. */
class UnchangedError extends Error {
  override readonly name = 'Unchanged';
  readonly why: 'outdated' | 'refused';

  constructor(why: UnchangedError['why']) {
    super(why);
    this.why = why;
  }
}

/** merged adds the root of another spelling: its alarms, its first date, and its root among those of before. */
function merged(old: RememberedRoot, { root }: Spelling): RememberedRoot {
  return {
    ...old,
    firstSeenMs: Math.min(old.firstSeenMs, root.firstSeenMs),
    before: old.before ?? seenIn(root),
    alarms: [...root.alarms, ...old.alarms].slice(-ALARMS_KEPT),
    givenUp: [...root.givenUp, ...old.givenUp],
  };
}

function advanced(
  old: RememberedRoot | undefined,
  confirmed: ConfirmedHead,
  revision: number,
): RememberedRoot {
  const { head, seenAtMs, openedAtMs, registerId, base, variant, leafRule } = confirmed;
  if (head.logSize < 1) throw new UnchangedError('refused');
  if ((old?.revision ?? 0) !== revision) throw new UnchangedError('outdated');
  if (old !== undefined) {
    const another = head.logSize === old.logSize && head.rootHash !== old.rootHash;
    const otherRule = leafRule !== old.leafRule && old.importedAtMs === undefined;
    if (head.logSize < old.logSize || another || otherRule) throw new UnchangedError('refused');
  }
  // Another browser saw an imported root.
  const before = old?.importedAtMs === undefined ? old && earlierHead(old, openedAtMs) : undefined;
  return {
    registerId,
    base,
    variant,
    logSize: head.logSize,
    rootHash: head.rootHash,
    leafRule,
    firstSeenMs: old?.firstSeenMs ?? seenAtMs,
    lastSeenMs: seenAtMs,
    openedAtMs: Math.max(openedAtMs, old?.openedAtMs ?? 0),
    ...(before === undefined ? {} : { before }),
    revision: revision + 1,
    alarms: old?.alarms ?? [],
    givenUp: old?.givenUp ?? [],
  };
}

/** withRoom returns the alarms with room for one more. */
function withRoom(alarms: readonly Alarm[]): readonly Alarm[] {
  const dropped = alarms.find(({ read }) => read) ?? alarms[0];
  return alarms.length < ALARMS_KEPT ? alarms : alarms.filter((alarm) => alarm !== dropped);
}

/** trusted returns the root with its head replaced. Alarms about further heads stay open. */
function trusted(old: RememberedRoot, head: Checkpoint, atMs: number): RememberedRoot {
  if (head.logSize < 1) throw new UnchangedError('refused');
  // This browser saw the new head, even if the old one was imported.
  const { importedAtMs: _, before: __, ...kept } = old;
  return {
    ...kept,
    logSize: head.logSize,
    rootHash: head.rootHash,
    lastSeenMs: atMs,
    openedAtMs: atMs,
    alarms: old.alarms.map((alarm) => ({
      ...alarm,
      read: alarm.read || isSameHead(alarm.misbehaviour.new, head),
    })),
    givenUp: [...old.givenUp, seenIn(old)],
  };
}

/**
 * isSameMisbehaviour reports whether two findings are one alarm: of one kind, about the same two root hashes.
 */
export function isSameMisbehaviour(one: Misbehaviour, other: Misbehaviour): boolean {
  return one.kind === other.kind && isSameHead(one.new, other.new) && one.old.rootHash === other.old.rootHash;
}
