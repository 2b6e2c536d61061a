import { bytesToHex } from '@noble/hashes/utils.js';
import { type AuditKeys, loadTrail, TRAIL_COLUMNS } from './audit-store.ts';
import type { AuditOptions, AuditStorage } from './audit-types.ts';
import { type IndexedPage, type LatestEntries, LogIndex } from './log-index.ts';
import { LogTree } from './log-tree.ts';
import type { Run } from './run.ts';
import {
  type BaseMark,
  type BaseRecord,
  isSameBase,
  readBaseRecord,
  readPart,
  readRunRecord,
  RUN_VERSION,
  type RunRecord,
} from './saved-records.ts';

/** RunLife tells whether the tab that writes a run is still there: what it has written need not be named in a record yet. */
export interface RunLife {
  /** hold says to all tabs that these runs are somebody's, until the page is left or the function it returns is called. */
  hold(runIds: readonly string[]): () => void;
  /** held are the runs that somebody holds; undefined where that cannot be told. */
  held(): Promise<ReadonlySet<string> | undefined>;
}

const LOCK = 'register-explorer:audit-run:';

/** browserRunLife holds runs by Web Locks, which the browser lets go of with the page, however that ends. Where there are none (a page served without https) it cannot tell. */
export const browserRunLife: RunLife = {
  hold(runIds) {
    let letGo = (): void => undefined;
    const end = new Promise<void>((resolve) => (letGo = resolve));
    if (hasLocks())
      for (const runId of runIds)
        navigator.locks.request(LOCK + runId, { mode: 'shared' }, () => end).catch(() => undefined);
    return letGo;
  },
  async held() {
    if (!hasLocks()) return undefined;
    const { held = [] } = await navigator.locks.query();
    return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])));
  },
};

function hasLocks(): boolean {
  return 'navigator' in globalThis && 'locks' in navigator;
}

/** PART_BYTES bounds a part: what is copied on its way to storage at once. */
const PART_BYTES = 4_000_000;

/** TakenUp names what was saved of a run that is gone on with. */
export interface TakenUp {
  readonly runId: string;
  readonly parts: readonly string[];
}

/**
 * RunSaver writes an unfinished run to storage. Of the entries it writes each time only what is new. What it writes has an id of its own, so that two tabs never
 * write to one name, even where both have taken up one saved run.
 */
export class RunSaver {
  readonly #storage: AuditStorage;
  readonly #keys: AuditKeys;
  readonly #parts: string[];
  readonly #takenUp: string | undefined;
  #unsaved: IndexedPage[] = [];
  #unsavedBytes = 0;
  #saving: Promise<void> = Promise.resolve();

  /** runId names what it writes. */
  readonly runId = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));

  readonly #letGo: () => void;

  /** It holds what it writes, and what it has taken up, against being swept away. */
  constructor(storage: AuditStorage, keys: AuditKeys, takenUp: TakenUp | undefined, life: RunLife) {
    this.#storage = storage;
    this.#keys = keys;
    this.#parts = [...(takenUp?.parts ?? [])];
    this.#takenUp = takenUp?.runId;
    const writers = this.#parts.map((name) => name.slice(0, name.indexOf(':')));
    this.#letGo = life.hold([...new Set([this.runId, ...writers])]);
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

  /** save writes the run as it stands at this moment. It never rejects: where storage is full or refused, the run is only not to be had after a reload. */
  save(run: Run, elapsedMs: number): Promise<void> {
    const record = recordOf(run, elapsedMs, this.runId, this.#keys.registerId);
    const unsaved = this.#unsaved;
    this.#unsaved = [];
    this.#unsavedBytes = 0;
    this.#saving = this.#saving.then(() => this.#write(record, unsaved)).catch(() => undefined);
    return this.#saving;
  }

  /** remove takes all that was written out of storage again, but for what another tab has saved since. It never rejects. */
  async remove(): Promise<void> {
    await this.#saving;
    const { part, registerId, run } = this.#keys;
    try {
      const record = readRunRecord(await this.#storage.get(run), registerId);
      const isOwn = !record || record.runId === this.runId || record.runId === this.#takenUp;
      const others = new Set(isOwn ? [] : record.parts);
      const parts = this.#parts.filter((name) => !others.has(name));
      await this.#storage.remove([...(isOwn ? [run] : []), ...parts.map(part)]);
    } catch {
      // What storage refuses to remove is not read either.
    }
    this.#letGo();
  }

  /** letGo says that nothing more will be written: what is saved may be taken up, or swept away where no record names it. */
  async letGo(): Promise<void> {
    await this.#saving;
    this.#letGo();
  }

  /** promote makes the finished run the one that later audits go on from; `held` says whether they may. Rejects where storage is full or refused. */
  async promote(run: Run, held: boolean): Promise<void> {
    const { head, variant, leafRule, tree } = run;
    if (leafRule === undefined) return;
    const { base, registerId } = this.#keys;
    const trail = run.index.trail.toState();
    for (const column of TRAIL_COLUMNS)
      await this.#storage.set(this.#keys.trail(this.runId, column), trail[column]);
    const record: BaseRecord = {
      version: RUN_VERSION,
      runId: this.runId,
      registerId,
      head,
      variant,
      leafRule,
      held,
      tree: tree.toState(),
    };
    const before = readBaseRecord(await this.#storage.get(base).catch(() => undefined), registerId);
    await this.#storage.set(base, record);
    if (before && before.runId !== this.runId)
      await this.#storage.remove(TRAIL_COLUMNS.map((column) => this.#keys.trail(before.runId, column)));
  }

  /** The parts come first: a record is never there without what it counts on. */
  async #write(record: Omit<RunRecord, 'parts'>, unsaved: readonly IndexedPage[]): Promise<void> {
    for (let from = 0; from < unsaved.length;) {
      let to = from;
      for (let bytes = 0; to < unsaved.length && bytes < PART_BYTES; to += 1) bytes += sizeOf(unsaved[to]);
      const part = unsaved.slice(from, to);
      const name = `${this.runId}:${this.#parts.length}`;
      await this.#storage.set(this.#keys.part(name), part);
      this.#parts.push(name);
      from = to;
    }
    await this.#storage.set(this.#keys.run, { ...record, parts: [...this.#parts] } satisfies RunRecord);
  }
}

function sizeOf(noted: IndexedPage | undefined): number {
  if (!noted) return 0;
  return noted.hashes.length + noted.keys.length + 8 * noted.count;
}

function recordOf(run: Run, elapsedMs: number, runId: string, registerId: string): Omit<RunRecord, 'parts'> {
  const { head, variant, leafRule, continuedFrom, base, phase, itemsAt, listDone, findings, remarks, bytes } =
    run;
  return {
    version: RUN_VERSION,
    runId,
    registerId,
    head,
    variant,
    leafRule,
    continuedFrom,
    base,
    tree: run.tree.toState(),
    phase,
    itemStates: run.index.items.states(),
    earlyItems: run.index.items.early(),
    itemsAt,
    listDone,
    findings: [...findings.list],
    findingCount: findings.count,
    remarks: [...remarks],
    bytes,
    elapsedMs,
  };
}

/** Restored is a run to work on, and what is already written of it. */
export interface Restored {
  readonly run: Run;
  /** What was saved of it; undefined for a new one. */
  readonly takenUp: TakenUp | undefined;
  readonly elapsedMs: number;
}

/**
 * restoreRun takes up the saved run, which may have been begun when the log was smaller: what was read is read. Else it begins a run that goes on from the
 * finished audit of an earlier, smaller head; else a new one. What is saved by another leaf rule than the register's, or of a log of the same size with another
 * root, is removed. A saved run that went on from another finished audit than the one now kept is begun anew, from the first entry: which entry is the latest of
 * a key would be told by a log that may not be this one. Never rejects for what storage holds.
 */
export async function restoreRun(options: AuditOptions, keys: AuditKeys): Promise<Restored> {
  const read = (key: string): Promise<unknown> => options.storage.get(key).catch(() => undefined);
  const base = readBaseRecord(await read(keys.base), keys.registerId);
  const saved = readRunRecord(await read(keys.run), keys.registerId);
  const record = saved && isOurs(saved, options) && leadsTo(saved, options) ? saved : undefined;
  const restored = record && (await takeUp(record, base, keys, read, options));
  if (restored) return restored;
  await discardRun(options.storage, keys);
  if (record && !isOnItsBase(record, base)) return begin(options, 0);
  return (await goOn(base, keys, read, options)) ?? begin(options, 0);
}

/** discardRun removes a saved run with all its parts. It never rejects. */
export async function discardRun(storage: AuditStorage, keys: AuditKeys): Promise<void> {
  try {
    const record = readRunRecord(await storage.get(keys.run), keys.registerId);
    await storage.remove([keys.run, ...(record?.parts ?? []).map(keys.part)]);
  } catch {
    // What storage refuses to remove is not read either.
  }
}

function isOurs(kept: RunRecord | BaseRecord, { variant, leafRule }: AuditOptions): boolean {
  return kept.variant === variant && (leafRule === undefined || kept.leafRule === leafRule);
}

function leadsTo({ head, phase }: RunRecord, options: AuditOptions): boolean {
  const { logSize, rootHash } = options.head;
  return head.logSize === logSize
    ? head.rootHash === rootHash
    : head.logSize < logSize && phase !== 'comparing';
}

/** A run that goes on from an earlier audit needs the trail index of that very audit. */
function isOnItsBase(record: RunRecord, base: BaseRecord | undefined): boolean {
  return record.base === undefined || (base?.held === true && isSameBase(record.base, base));
}

type Read = (key: string) => Promise<unknown>;

async function takeUp(
  record: RunRecord,
  base: BaseRecord | undefined,
  keys: AuditKeys,
  read: Read,
  options: AuditOptions,
): Promise<Restored | undefined> {
  try {
    const tree = LogTree.from(record.tree);
    const { head } = options;
    let trail: LatestEntries | undefined;
    if (!isOnItsBase(record, base)) return undefined;
    if (record.base) {
      trail = await loadTrail(read, keys, record.base);
      if (!trail) return undefined;
    }
    const index = new LogIndex(trail);
    let entered = record.continuedFrom;
    for (const name of record.parts) {
      const part = readPart(await read(keys.part(name)));
      for (const noted of part ?? []) {
        if (noted.from !== entered + 1) return undefined;
        await index.enter(noted);
        entered += noted.count;
      }
    }
    if (entered !== tree.size) return undefined;
    index.items.restore(record.itemStates, record.earlyItems);
    const { variant, leafRule, continuedFrom, itemsAt, listDone, bytes } = record;
    const phase = record.head.logSize === head.logSize ? record.phase : 'entries';
    const findings = { list: [...record.findings], count: record.findingCount };
    return {
      run: {
        head,
        variant,
        leafRule: leafRule ?? options.leafRule,
        continuedFrom,
        base: record.base,
        tree,
        index,
        findings,
        remarks: [...(record.remarks ?? [])],
        phase,
        itemsAt,
        listDone,
        bytes,
        postponed: [],
      },
      takenUp: { runId: record.runId, parts: record.parts },
      elapsedMs: record.elapsedMs,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function goOn(
  base: BaseRecord | undefined,
  keys: AuditKeys,
  read: Read,
  options: AuditOptions,
): Promise<Restored | undefined> {
  const { head } = options;
  if (base?.held !== true || !isOurs(base, options) || base.head.logSize >= head.logSize) return undefined;
  try {
    const tree = LogTree.from(base.tree);
    if (tree.size !== base.head.logSize || tree.root() !== base.head.rootHash) return undefined;
    const trail = await loadTrail(read, keys, base);
    if (!trail) return undefined;
    return begin({ ...options, leafRule: base.leafRule }, tree.size, { base, tree, trail });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function begin(
  { head, variant, leafRule }: AuditOptions,
  continuedFrom: number,
  from?: { readonly base: BaseRecord; readonly tree: LogTree; readonly trail: LatestEntries },
): Restored {
  return {
    run: {
      head,
      variant,
      leafRule,
      continuedFrom,
      base: from && markOf(from.base),
      tree: from?.tree ?? new LogTree(),
      index: new LogIndex(from?.trail),
      findings: { list: [], count: 0 },
      remarks: [],
      phase: 'entries',
      itemsAt: undefined,
      listDone: false,
      bytes: 0,
      postponed: [],
    },
    takenUp: undefined,
    elapsedMs: 0,
  };
}

function markOf({ runId, registerId, head, variant, leafRule }: BaseRecord): BaseMark {
  return { runId, registerId, head, variant, leafRule };
}

/**
 * sweepOrphans removes what no record names and nobody writes any more: parts of a run whose record another tab has overwritten before it was closed, and trail
 * indexes of an audit that another one replaced at the same time. It never rejects; where it cannot be told who writes, all is left as it is.
 */
export async function sweepOrphans(storage: AuditStorage, keys: AuditKeys, life: RunLife): Promise<void> {
  try {
    // Who writes is asked first: a tab that begins later writes what is not in this list of names.
    const names = await storage.keys();
    const held = await life.held();
    if (held === undefined) return;
    const run = readRunRecord(await storage.get(keys.run), keys.registerId);
    const base = readBaseRecord(await storage.get(keys.base), keys.registerId);
    const named = new Set([
      ...(run?.parts ?? []).map(keys.part),
      ...(base === undefined ? [] : TRAIL_COLUMNS.map((column) => keys.trail(base.runId, column))),
    ]);
    const orphans = names.filter((name) => {
      const runId = keys.runOf(name);
      return runId !== undefined && !named.has(name) && !held.has(runId);
    });
    if (orphans.length > 0) await storage.remove(orphans);
  } catch {
    // What storage refuses to tell or to remove stays.
  }
}
