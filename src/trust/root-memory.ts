import { del, get, getMany, keys, update } from 'idb-keyval';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint, Variant, LeafRuleId } from '../core/model.ts';
import { browserStore } from './browser-store.ts';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import {
  type Alarm,
  earlierHead,
  fromStored,
  isOfLaterVersion,
  type RecallResult,
  type RememberedRoot,
  toStored,
} from './remembered-root.ts';
import { noteRefusedStorage, REFUSAL_WORDS, refusalOf } from './storage-refusals.ts';

/**
 * RootStorage stores remembered roots. `update` reads and writes in one transaction, and writes
 * nothing if the updater throws.
 */
export interface RootStorage {
  readonly keys: () => Promise<readonly unknown[]>;
  readonly get: (key: string) => Promise<unknown>;
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

/** rootStore is the store of remembered roots in this browser. */
export const rootStore = browserStore('keyval-store', 'keyval');

/** rootKey is the key of a register's remembered root in this browser's storage. */
export function rootKey(registerId: string): string {
  return `register-explorer:root:${registerId}`;
}

const indexedDb: RootStorage = {
  keys: () => keys(rootStore),
  get: (key) => get(key, rootStore),
  getMany: (names) => getMany(names, rootStore),
  update: (key, updater) => update(key, updater, rootStore),
  del: (key) => del(key, rootStore),
};

/**
 * RootMemory reads remembered roots, and is their only writer. All its promises but that of `recall`
 * reject if storage refuses.
 */
export type RootMemory = ReturnType<typeof createRootMemory>;

/**
 * createRootMemory makes the memory over IndexedDB, whose transactions keep the writers of several tabs
 * apart, or over a test's storage.
 */
export function createRootMemory(storage: RootStorage = indexedDb) {
  /** write notifies all tabs of a write, and records whether storage works. */
  const write = async (
    registerId: string,
    writing: Promise<void>,
  ): Promise<'stored' | UnchangedError['why']> => {
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
  };
  const change = (registerId: string, updater: (old: RememberedRoot | undefined) => RememberedRoot) =>
    write(
      registerId,
      storage.update(rootKey(registerId), (stored) => {
        const old = rootIn(stored, registerId);
        // An unreadable value is never overwritten: the reader has to forget it first.
        if (stored !== undefined && old === undefined) throw new UnchangedError('refused');
        return toStored(updater(old));
      }),
    );
  const changeExisting = async (registerId: string, changed: (old: RememberedRoot) => RememberedRoot) => {
    await change(registerId, (old) => {
      if (old === undefined) throw new UnchangedError('refused');
      return { ...changed(old), revision: old.revision + 1 };
    });
  };
  return {
    /**
     * recall reads the remembered root of a register. One that is damaged, of another version of this page,
     * or of another register, is neither a first visit nor a root. Never rejects: see RecallResult.
     */
    async recall(registerId: string): Promise<RecallResult> {
      try {
        const stored = await storage.get(rootKey(registerId));
        if (stored === undefined) return { kind: 'first-visit' };
        const root = rootIn(stored, registerId);
        if (root !== undefined) return { kind: 'remembered', root };
        const summary = unreadableWords(stored);
        const advice = isOfLaterVersion(stored)
          ? ': load that version'
          : '. Forget it in Settings to start again';
        return { kind: 'cannot-recall', mayBe: 'there', reason: summary + advice, summary };
      } catch (error) {
        return cannotRecall(error);
      }
    },
    /**
     * advance remembers a head that continues the root of that `revision` (0: none was remembered). outdated:
     * another tab wrote meanwhile; compare with the new root and try again. refused: an empty log, a smaller
     * one, another root for the size or another leaf rule never replaces what is remembered.
     */
    advance: (confirmed: ConfirmedHead, revision: number) =>
      change(confirmed.registerId, (old) => advanced(old, confirmed, revision)),
    /**
     * raise stores an alarm with the root it contradicts. The root stays. A repeated alarm keeps its first
     * date and whether it was read. Of more than ALARMS_KEPT, the oldest that was read goes first.
     */
    raise: (misbehaviour: Misbehaviour) =>
      changeExisting(misbehaviour.registerId, (old) => ({
        ...old,
        alarms: old.alarms.some((alarm) => isSameMisbehaviour(alarm.misbehaviour, misbehaviour))
          ? old.alarms
          : [...withRoom(old.alarms), { misbehaviour, read: false }],
      })),
    /** markRead marks an alarm as read. */
    markRead: (misbehaviour: Misbehaviour) =>
      changeExisting(misbehaviour.registerId, (old) => ({
        ...old,
        alarms: old.alarms.map((alarm) =>
          isSameMisbehaviour(alarm.misbehaviour, misbehaviour) ? { ...alarm, read: true } : alarm,
        ),
      })),
    /**
     * trust replaces the remembered root with a head at the reader's request; the old root is kept in a list.
     */
    trust: (registerId: string, head: Checkpoint, atMs: number) =>
      changeExisting(registerId, (old) => trusted(old, head, atMs)),
    /** forget deletes the root of a register, also an unreadable one. */
    forget: (registerId: string) => write(registerId, storage.del(rootKey(registerId))),
    /** list returns all remembered roots, the last seen first, and the ids of unreadable ones, with the reason. */
    async list() {
      const prefix = rootKey('');
      const found = (await storage.keys()).map(String).filter((key) => key.startsWith(prefix));
      const stored = await storage.getMany(found);
      const all = found.map((key, index) => {
        const registerId = key.slice(prefix.length);
        return rootIn(stored[index], registerId) ?? { registerId, reason: unreadableWords(stored[index]) };
      });
      return {
        roots: all.filter((one) => 'rootHash' in one).sort((a, b) => b.lastSeenMs - a.lastSeenMs),
        unreadable: all.filter((one) => 'reason' in one),
      };
    },
    /**
     * add imports roots from a file, without their alarms, with the time. It never replaces a remembered
     * root: resolves with the ids added and those left unchanged.
     */
    async add(roots: readonly RememberedRoot[], atMs: number) {
      const added: string[] = [];
      const kept: string[] = [];
      for (const root of roots) {
        const outcome = await change(root.registerId, (old) => {
          if (old !== undefined) throw new UnchangedError('refused');
          // Alarms, replaced roots and visits of the file are another browser's.
          const { before: _, openedAtMs: __, ...imported } = root;
          return { ...imported, alarms: [], givenUp: [], revision: 1, importedAtMs: atMs };
        });
        (outcome === 'stored' ? added : kept).push(root.registerId);
      }
      return { added, kept };
    },
  };
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

/** unreadableWords says why a stored value is not read, as a clause. */
function unreadableWords(stored: unknown): string {
  return isOfLaterVersion(stored)
    ? 'a later version of this page remembered this register'
    : 'what this browser kept of this register cannot be read';
}

function rootIn(stored: unknown, registerId: string): RememberedRoot | undefined {
  const root = fromStored(stored);
  return root?.registerId === registerId ? root : undefined;
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
    givenUp: [...old.givenUp, { logSize: old.logSize, rootHash: old.rootHash, seenAtMs: old.lastSeenMs }],
  };
}

/**
 * isSameMisbehaviour reports whether two findings are one alarm: of one kind, about the same two root hashes.
 */
export function isSameMisbehaviour(one: Misbehaviour, other: Misbehaviour): boolean {
  return one.kind === other.kind && isSameHead(one.new, other.new) && one.old.rootHash === other.old.rootHash;
}

const CHANNEL = 'register-explorer:roots';
/** Not a secret: it only distinguishes this page's own messages from others'. */
const PAGE = `${Date.now()} ${Math.random()}`;

/**
 * notifyTabs notifies all pages of this site in this browser, this one too, that a register's
 * remembered root was written.
 */
export function notifyTabs(registerId: string): void {
  try {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage({ registerId, page: PAGE });
    channel.close();
  } catch {
    // Channels are missing or refused: other tabs notice on their next read.
  }
}

/**
 * subscribeToTabs calls the listener after each write of a remembered root, with whether another page wrote
 * it. Returns the function to unsubscribe.
 */
export function subscribeToTabs(registerId: string, listener: (elsewhere: boolean) => void): () => void {
  let channel: BroadcastChannel | undefined;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    // Channels are missing or refused: no news from other tabs.
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const news = (data ?? {}) as Readonly<Record<string, unknown>>;
    if (news['registerId'] === registerId) listener(news['page'] !== PAGE);
  });
  // A page in the back/forward cache missed all messages.
  const returned = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener(true);
  };
  window.addEventListener('pageshow', returned);
  return () => {
    window.removeEventListener('pageshow', returned);
    channel?.close();
  };
}
