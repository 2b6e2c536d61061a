import { del, getMany, keys, update } from 'idb-keyval';
import { isSameHead } from '../core/check-result.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import type { Misbehaviour } from './evidence/misbehaviour.ts';
import { earlierHead, fromKept, type RememberedRoot, rootKey, rootStore, toKept } from './remembered-root.ts';
import { notifyTabs } from './root-news.ts';
import { noteRefusedStorage } from './storage-refusals.ts';

/** RootStorage stores remembered roots. `update` reads and writes in one transaction, and writes nothing if the updater throws. */
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

const indexedDb: RootStorage = {
  keys: () => keys(rootStore),
  getMany: (names) => getMany(names, rootStore),
  update: (key, updater) => update(key, updater, rootStore),
  del: (key) => del(key, rootStore),
};

/** RootMemory is the only writer of remembered roots. Its promises reject if storage refuses. */
export type RootMemory = ReturnType<typeof createRootMemory>;

/** createRootMemory makes the writer over IndexedDB and Web Locks, or over a test's storage and lock. */
export function createRootMemory(storage: RootStorage = indexedDb, lock: Lock = webLock) {
  const change = (registerId: string, updater: (old: RememberedRoot | undefined) => RememberedRoot) =>
    afterWrite(
      registerId,
      lock(rootKey(registerId), () =>
        storage.update(rootKey(registerId), (stored) => toKept(updater(readStored(stored, registerId)))),
      ),
    );
  const changeExisting = (registerId: string, changed: (old: RememberedRoot) => RememberedRoot) =>
    change(registerId, (old) => {
      if (old === undefined) throw new Unchanged('nothing');
      return { ...changed(old), revision: old.revision + 1 };
    }).catch((error: unknown) => {
      if (!(error instanceof Unchanged)) throw error;
    });
  return {
    /**
     * advance remembers a head that continues the root of that `revision` (0: none was remembered). outdated: another tab wrote meanwhile; compare with the new
     * root and try again. refused: an empty log, a smaller one, another root for the size or another leaf rule never replaces what is remembered.
     */
    advance: (confirmed: ConfirmedHead, revision: number) =>
      change(confirmed.registerId, (old) => advanced(old, confirmed, revision)).then(
        () => 'stored' as const,
        whyUnchanged,
      ),
    /** raise stores an alarm with the root it contradicts. The root stays. */
    raise: (misbehaviour: Misbehaviour) =>
      changeExisting(misbehaviour.registerId, (old) => ({
        ...old,
        alarms: withAlarm(old.alarms, misbehaviour),
      })),
    /** markRead marks all alarms of a register as read. */
    markRead: (registerId: string) =>
      changeExisting(registerId, (old) => ({
        ...old,
        alarms: old.alarms.map((alarm) => ({ ...alarm, read: true })),
      })),
    /** trust replaces the remembered root with a head at the reader's request; the old root is kept in a list. */
    trust: (registerId: string, head: Checkpoint, atMs: number) =>
      changeExisting(registerId, (old) => trusted(old, head, atMs)),
    forget: (registerId: string) =>
      afterWrite(
        registerId,
        lock(rootKey(registerId), () => storage.del(rootKey(registerId))),
      ),
    /** list returns all remembered roots, the last seen first, and the ids of unreadable ones. */
    list: () => listAll(storage),
    /** add imports roots from a file, without their alarms, with the time. It never replaces a remembered root: resolves with the ids added and those left unchanged. */
    async add(roots: readonly RememberedRoot[], atMs: number) {
      const added: string[] = [];
      const kept: string[] = [];
      for (const root of roots) {
        const outcome = await change(root.registerId, (old) => {
          if (old !== undefined) throw new Unchanged('refused');
          // Alarms, replaced roots and visits of the file are another browser's.
          const { before: _, openedAtMs: __, ...imported } = root;
          return { ...imported, alarms: [], givenUp: [], revision: 1, importedAtMs: atMs };
        }).then(() => 'stored', whyUnchanged);
        (outcome === 'stored' ? added : kept).push(root.registerId);
      }
      return { added, kept };
    },
  };
}

/** Unchanged leaves a transaction without writing. */
class Unchanged extends Error {
  override readonly name = 'Unchanged';
  readonly why: 'outdated' | 'refused' | 'nothing';

  constructor(why: Unchanged['why']) {
    super(why);
    this.why = why;
  }
}

function whyUnchanged(error: unknown): 'outdated' | 'refused' {
  if (error instanceof Unchanged && error.why !== 'nothing') return error.why;
  throw error;
}

function advanced(
  old: RememberedRoot | undefined,
  confirmed: ConfirmedHead,
  revision: number,
): RememberedRoot {
  const { head, seenAtMs, openedAtMs, registerId, base, variant, leafRule } = confirmed;
  if (head.logSize < 1) throw new Unchanged('refused');
  if ((old?.revision ?? 0) !== revision) throw new Unchanged('outdated');
  if (old !== undefined) {
    const another = head.logSize === old.logSize && head.rootHash !== old.rootHash;
    const otherRule = leafRule !== old.leafRule && old.importedAtMs === undefined;
    if (head.logSize < old.logSize || another || otherRule) throw new Unchanged('refused');
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

/** trusted returns the root with its head replaced. Alarms about further heads stay open. */
function trusted(old: RememberedRoot, head: Checkpoint, atMs: number): RememberedRoot {
  if (head.logSize < 1) throw new Unchanged('nothing');
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

/** withAlarm adds an alarm; a repeated one keeps its first date and whether it was read. */
function withAlarm(alarms: RememberedRoot['alarms'], misbehaviour: Misbehaviour): RememberedRoot['alarms'] {
  if (alarms.some((alarm) => isSame(alarm.misbehaviour, misbehaviour))) return alarms;
  return [...alarms, { misbehaviour, read: false }].slice(-ALARMS_KEPT);
}

function isSame(one: Misbehaviour, other: Misbehaviour): boolean {
  return one.kind === other.kind && isSameHead(one.new, other.new) && one.old.rootHash === other.old.rootHash;
}

/** readStored throws for an unreadable value, which is never overwritten: the reader has to forget it first. */
function readStored(stored: unknown, registerId: string): RememberedRoot | undefined {
  if (stored === undefined) return undefined;
  const root = fromKept(stored);
  if (root === undefined || root === 'newer' || root.registerId !== registerId)
    throw new Unchanged('refused');
  return root;
}

/** afterWrite notifies all tabs of a write, and records whether storage works. */
async function afterWrite(registerId: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof Unchanged)) noteRefusedStorage('roots', error);
    throw error;
  }
  noteRefusedStorage('roots', undefined);
  notifyTabs(registerId);
}

async function listAll(
  storage: RootStorage,
): Promise<{ readonly roots: readonly RememberedRoot[]; readonly unreadable: readonly string[] }> {
  const prefix = rootKey('');
  const found = (await storage.keys()).filter(
    (key): key is string => typeof key === 'string' && key.startsWith(prefix),
  );
  const stored = await storage.getMany(found);
  const roots: RememberedRoot[] = [];
  const unreadable: string[] = [];
  for (const [index, key] of found.entries()) {
    const root = fromKept(stored[index]);
    const registerId = key.slice(prefix.length);
    if (root === undefined || root === 'newer' || root.registerId !== registerId) unreadable.push(registerId);
    else roots.push(root);
  }
  return { roots: roots.sort((a, b) => b.lastSeenMs - a.lastSeenMs), unreadable };
}

/** Lock runs work while no other tab runs work of the same name. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** WAIT_MS is how long to wait for a lock: a frozen tab may never release one. */
const WAIT_MS = 5_000;

/**
 * webLock uses Web Locks. If they are missing (a page served without https), refused, or not released in time, the work runs without: then only the transaction
 * of the storage keeps writers apart. Rejects as the work does.
 */
export const webLock: Lock = (name, work) =>
  new Promise((resolve, reject) => {
    let isBegun = false;
    const begin = (): Promise<void> => {
      isBegun = true;
      return work().then(resolve, reject);
    };
    const withoutLock = (): void => {
      if (!isBegun) void begin();
    };
    try {
      navigator.locks.request(name, { signal: AbortSignal.timeout(WAIT_MS) }, begin).catch(withoutLock);
    } catch {
      withoutLock();
    }
  });
