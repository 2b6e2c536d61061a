import { bytesToHex } from '@noble/hashes/utils.js';
import { isSameHead } from '../core/check-result.ts';
import { auditKey, runParts } from './audit-store.ts';
import type { AuditOptions, AuditStorage } from './audit-types.ts';
import { type IndexedPage, LatestEntries, LogIndex } from './log-index.ts';
import { LogTree } from './log-tree.ts';
import type { Run } from './run.ts';
import {
  type BaseRecord,
  ifWhole,
  loadTrail,
  readBaseRecord,
  readPart,
  readRunRecord,
  RUN_VERSION,
  type RunRecord,
} from './saved-records.ts';

/** TakeLock takes the lock of that name and returns the function that lets go of it; undefined if another tab holds it, or the browser has no locks. */
export type TakeLock = (name: string) => Promise<(() => void) | undefined>;

/** LOCK_WAIT_MS is how long the lock is waited for: an audit of this page that was ended a moment ago may be at its last write. */
const LOCK_WAIT_MS = 1_000;

/** webLock uses Web Locks, which the browser lets go of with the page, however that ends. A page served without https has none. */
const webLock: TakeLock = (name) =>
  new Promise((resolve) => {
    const refused = (): void => resolve(undefined);
    if (!('navigator' in globalThis && 'locks' in navigator)) return refused();
    const held = (): Promise<void> => new Promise((letGo) => resolve(() => letGo()));
    navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, held).catch(refused);
  });

/** PART_BYTES bounds a part: what is copied on its way to storage at once. */
const PART_BYTES = 4_000_000;

/**
 * RunSaver writes an unfinished run to storage. Of the entries it writes each time only what is new. The one tab that holds the lock of the register's audits has
 * one. The names of the parts bear the id of their run, so that what another run left behind is never taken for a part of this one.
 */
export class RunSaver {
  readonly #storage: AuditStorage;
  readonly #registerId: string;
  readonly #runId: string;
  readonly #letGo: () => void;
  #parts: number;
  #unsaved: IndexedPage[] = [];
  #unsavedBytes = 0;
  #saving: Promise<void> = Promise.resolve();

  /** It goes on with the saved run that was taken up. `letGo` gives the lock back. */
  constructor(
    { storage, registerId }: Pick<AuditOptions, 'storage' | 'registerId'>,
    takenUp: Pick<RunRecord, 'runId' | 'parts'> | undefined,
    letGo: () => void,
  ) {
    this.#storage = storage;
    this.#registerId = registerId;
    this.#runId = takenUp?.runId ?? bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
    this.#parts = takenUp?.parts ?? 0;
    this.#letGo = letGo;
  }

  /** unsavedBytes is how much memory the notes take up that are not yet written. */
  get unsavedBytes(): number {
    return this.#unsavedBytes;
  }

  /** note keeps a page's notes until the next save. */
  note(noted: IndexedPage): void {
    const { from, count, hashes, hashEnds, keys, keyEnds } = noted;
    this.#unsaved.push({ from, count, hashes, hashEnds, keys, keyEnds });
    this.#unsavedBytes += sizeOf(noted);
  }

  /** save writes the run as it is at this moment. It never rejects: where storage is full or refused, the run is only not available after a reload. */
  save(run: Run, elapsedMs: number): Promise<void> {
    const { tree, index, postponed: _, ...plain } = run;
    const record = {
      version: RUN_VERSION,
      registerId: this.#registerId,
      runId: this.#runId,
      tree: tree.toState(),
      itemStates: index.items.states(),
      earlyItems: index.items.early(),
      elapsedMs,
      ...structuredClone(plain),
    } as const;
    const unsaved = this.#unsaved;
    this.#unsaved = [];
    this.#unsavedBytes = 0;
    this.#saving = this.#saving.then(() => this.#write(record, unsaved)).catch(() => undefined);
    return this.#saving;
  }

  /** remove takes all that was written out of storage again, and gives the lock back. It never rejects. */
  async remove(): Promise<void> {
    await this.#saving;
    await discardRun(this.#storage, this.#registerId);
    this.#letGo();
  }

  /** letGo gives the lock back: what is saved may be taken up. */
  async letGo(): Promise<void> {
    await this.#saving;
    this.#letGo();
  }

  /** The parts come first: a record is never there without what it counts on. */
  async #write(record: Omit<RunRecord, 'parts'>, unsaved: readonly IndexedPage[]): Promise<void> {
    for (let from = 0; from < unsaved.length;) {
      let to = from;
      for (let bytes = 0; to < unsaved.length && bytes < PART_BYTES; to += 1) bytes += sizeOf(unsaved[to]);
      await this.#storage.set(
        auditKey(this.#registerId, `part:${this.#runId}:${this.#parts}`),
        unsaved.slice(from, to),
      );
      this.#parts += 1;
      from = to;
    }
    await this.#storage.set(auditKey(this.#registerId, 'run'), { ...record, parts: this.#parts });
  }
}

function sizeOf(noted: IndexedPage | undefined): number {
  return noted === undefined ? 0 : noted.hashes.length + noted.keys.length + 8 * noted.count;
}

/** discardRun removes a saved run with all its parts. It never rejects. */
export async function discardRun(storage: AuditStorage, registerId: string): Promise<void> {
  try {
    await storage.remove([auditKey(registerId, 'run'), ...runParts(await storage.keys(), registerId)]);
  } catch {
    // What storage refuses to remove is not read either.
  }
}

/** OpenedRun is a run to work on. */
export interface OpenedRun {
  readonly run: Run;
  /** Missing where another tab saves a run of this register: this one then lasts as long as its page. */
  readonly saver: RunSaver | undefined;
  /** Working time before it was taken up. */
  readonly elapsedMs: number;
}

/**
 * openRun takes up the saved run, which may have been begun when the log was smaller: what was read is read. Else it begins a run that continues the finished
 * audit of an earlier, smaller head; else a new one. What is saved by another leaf rule than the register's, or of a log of the same size with another root, is
 * removed. A saved run that went on from another finished audit than the one now kept is begun again, from the first entry: which entry is the latest of a key
 * would be told by a log that may not be this one. Never rejects for what storage holds.
 */
export async function openRun(options: AuditOptions): Promise<OpenedRun> {
  const { storage, registerId, head } = options;
  const read = (key: string): Promise<unknown> => storage.get(key).catch(() => undefined);
  const letGo = await (options.takeLock ?? webLock)(auditKey(registerId, 'run'));
  const kept = readBaseRecord(await read(auditKey(registerId, 'base')), registerId);
  const base = kept?.held === true && isOurs(kept, options) ? kept : undefined;
  const saved = letGo && readRunRecord(await read(auditKey(registerId, 'run')), registerId);
  const record = saved && isOurs(saved, options) && leadsTo(saved, options) ? saved : undefined;
  const isOnBase = record?.base === undefined || (base !== undefined && isSameHead(record.base, base.head));
  const run = record && isOnBase ? await ifWhole(takeUp(record, base, options, read)) : undefined;
  if (run && letGo)
    return { run, saver: new RunSaver(options, record, letGo), elapsedMs: record?.elapsedMs ?? 0 };
  if (letGo) await discardRun(storage, registerId);
  const goesOn = isOnBase && base !== undefined && base.head.logSize < head.logSize;
  return {
    run: (goesOn ? await ifWhole(goOn(base, options)) : undefined) ?? newRun(options),
    saver: letGo && new RunSaver(options, undefined, letGo),
    elapsedMs: 0,
  };
}

function isOurs(kept: RunRecord | BaseRecord, { variant, leafRule }: AuditOptions): boolean {
  return kept.variant === variant && (leafRule === undefined || kept.leafRule === leafRule);
}

function leadsTo({ head, phase }: RunRecord, options: AuditOptions): boolean {
  return isSameHead(head, options.head) || (head.logSize < options.head.logSize && phase !== 'comparing');
}

/** Throws RangeError where something of it is missing or damaged. */
async function takeUp(
  record: RunRecord,
  base: BaseRecord | undefined,
  { head, leafRule, registerId }: AuditOptions,
  read: (key: string) => Promise<unknown>,
): Promise<Run> {
  const { version: _, registerId: __, runId, parts, elapsedMs: ___, ...plain } = record;
  const { tree: treeState, itemStates, earlyItems, ...rest } = plain;
  const tree = LogTree.from(treeState);
  const index = new LogIndex(
    head.logSize - (record.base?.logSize ?? 0),
    record.base && base && (await loadTrail(base)),
  );
  let entered = record.base?.logSize ?? 0;
  for (let part = 0; part < parts; part += 1) {
    for (const noted of readPart(await read(auditKey(registerId, `part:${runId}:${part}`)))) {
      if (noted.from !== entered + 1) throw new RangeError('a part does not follow the one before');
      await index.enter(noted);
      entered += noted.count;
    }
  }
  if (entered !== tree.size) throw new RangeError('the tree has other entries than the parts');
  index.items.restore(itemStates, earlyItems);
  return {
    ...rest,
    base: record.base,
    itemsAt: record.itemsAt,
    leafRule: record.leafRule ?? leafRule,
    head,
    tree,
    index,
    phase: record.head.logSize === head.logSize ? record.phase : 'entries',
    postponed: [],
  };
}

/** Throws RangeError where something of it is damaged. */
async function goOn(base: BaseRecord, options: AuditOptions): Promise<Run> {
  const tree = LogTree.from(base.tree);
  if (!isSameHead({ logSize: tree.size, rootHash: tree.root() }, base.head))
    throw new RangeError('the tree is not that of the audit');
  const { logSize, rootHash } = base.head;
  return {
    ...newRun(options, await loadTrail(base)),
    leafRule: base.leafRule,
    base: { logSize, rootHash },
    tree,
  };
}

function newRun({ head, variant, leafRule }: AuditOptions, trail?: LatestEntries): Run {
  return {
    head,
    variant,
    leafRule,
    base: undefined,
    tree: new LogTree(),
    index: new LogIndex(head.logSize, trail),
    findings: { list: [], count: 0 },
    remarks: [],
    phase: 'entries',
    itemsAt: undefined,
    listDone: false,
    bytes: 0,
    postponed: [],
  };
}
