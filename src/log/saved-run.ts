import { bytesToHex } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { isSameHead } from '../core/check-result.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import {
  auditKey,
  type AuditStorage,
  type BaseRecord,
  ifWhole,
  PART,
  read,
  readBase,
  readRun,
  type RunRecord,
  VERSION,
} from './audit-store.ts';
import type { SavedLog } from './log-host.ts';
import type { IndexPart } from './log-index.ts';
import { LogTree } from './log-tree.ts';
import type { Reading } from './read-log.ts';
import type { RemoteLog } from './remote-log.ts';

/** TakeLock takes the lock of that name and returns the function that releases it; undefined if another tab holds it, or the browser has no locks. */
export type TakeLock = (name: string) => Promise<(() => void) | undefined>;

/** LOCK_WAIT_MS is how long to wait for the lock: a cancelled audit of this page may still be writing. */
const LOCK_WAIT_MS = 1_000;

/** webLock uses Web Locks, which the browser releases with the page, however that ends. A page served without https has none. */
const webLock: TakeLock = (name) =>
  new Promise((resolve) => {
    const refused = (): void => resolve(undefined);
    if (!('navigator' in globalThis && 'locks' in navigator)) return refused();
    const held = (): Promise<void> => new Promise((end) => resolve(() => end()));
    navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, held).catch(refused);
  });

/** RunOptions are the register to audit, and where its runs are stored. */
export interface RunOptions {
  /** Names the register in storage, for example the session's id. */
  readonly registerId: string;
  readonly head: Checkpoint;
  readonly variant: Variant;
  /** The register's leaf rule if it is known; no other is then tried. */
  readonly leafRule?: LeafRuleId | undefined;
  readonly storage: AuditStorage;
  /** Takes the lock of the one tab that saves; by default that of the browser. */
  readonly takeLock?: TakeLock;
}

/** OpenedRun is a run whose host is open. */
export interface OpenedRun extends Pick<Reading, 'list' | 'remarks'> {
  readonly leafRule: LeafRuleId | undefined;
  /** The head of the finished audit that it continues. */
  readonly base: Checkpoint | undefined;
  readonly bytes: number;
  /** Working time before it was resumed. */
  readonly elapsedMs: number;
  /** Missing if another tab saves a run of this register; this one then lasts as long as its page. */
  readonly saver: RunSaver | undefined;
}

/**
 * openRun opens a host for the saved run, which may have begun when the log was smaller; else for a run that continues the finished audit of a smaller head; else for a new
 * one. It removes a run with another leaf rule than the register's, or of a log of the same size with another root. A saved run that continued another finished
 * audit than the stored one starts again, because its latest entries of keys may be of another log. Never rejects for stored values.
 */
export async function openRun(options: RunOptions, host: RemoteLog): Promise<OpenedRun> {
  const { storage, registerId, head, variant, leafRule } = options;
  const release = await (options.takeLock ?? webLock)(auditKey(registerId, 'run'));
  const isOurs = (kept: RunRecord | BaseRecord): boolean =>
    kept.variant === variant && (leafRule === undefined || kept.leafRule === leafRule);
  const kept = await readBase(storage, registerId);
  const base = kept?.held === true && isOurs(kept) ? kept : undefined;
  const saved = release && (await readRun(storage, registerId));
  const isOnBase = saved?.base === undefined || (base !== undefined && isSameHead(saved.base, base.head));
  const open = (kept?: RunRecord | BaseRecord, log?: SavedLog) =>
    host.open({
      variant,
      leafRule: leafRule ?? kept?.leafRule,
      keeps: 'index',
      expected: head.logSize,
      saved: log,
    });
  const before = base && { size: base.head.logSize, trail: base.trail };
  if (saved && isOurs(saved) && leadsTo(saved, head) && isOnBase) {
    const parts = await readParts(storage, saved);
    const { tree, states } = saved;
    const log = parts && { base: saved.base && before, tree, parts, states };
    if (log !== undefined && (await open(saved, log)) !== false) {
      const { base: from, list, remarks, bytes, elapsedMs } = saved;
      return {
        leafRule: saved.leafRule,
        base: from,
        list,
        remarks,
        bytes,
        elapsedMs,
        saver: new RunSaver(options, saved, release),
      };
    }
  }
  if (release) await discardRun(storage, registerId);
  const saver = release && new RunSaver(options, undefined, release);
  const fresh = { list: { at: undefined }, remarks: [], bytes: 0, elapsedMs: 0, saver };
  if (base && before && isOnBase && before.size < head.logSize) {
    const log = { base: before, tree: base.tree, parts: [], states: new Uint8Array() };
    const root = ifWhole(() => LogTree.from(base.tree).root());
    if (root === base.head.rootHash && (await open(base, log)) !== false)
      return { ...fresh, leafRule: base.leafRule, base: base.head };
  }
  await open();
  return { ...fresh, leafRule, base: undefined };
}

function leadsTo({ head, phase }: RunRecord, now: Checkpoint): boolean {
  return isSameHead(head, now) || (head.logSize < now.logSize && phase !== 'comparing');
}

/** readParts reads the parts of a run; undefined if one is missing or damaged. */
async function readParts(
  storage: AuditStorage,
  { registerId, runId, parts: count }: RunRecord,
): Promise<readonly IndexPart[] | undefined> {
  const parts: IndexPart[] = [];
  for (let number = 0; number < count; number += 1) {
    const part = await read(storage, auditKey(registerId, `part:${runId}:${number}`));
    if (!v.is(PART, part)) return undefined;
    parts.push(part);
  }
  return parts;
}

/** discardRun removes a saved run with all its parts. It never rejects. */
export async function discardRun(storage: AuditStorage, registerId: string): Promise<void> {
  try {
    const start = auditKey(registerId, 'part:');
    // Match the fixed end of part names: the id of one register may begin with that of another.
    const isPart = (name: string): boolean =>
      name.startsWith(start) && /^[0-9a-f]{32}:\d+$/.test(name.slice(start.length));
    await storage.remove([auditKey(registerId, 'run'), ...(await storage.keys()).filter(isPart)]);
  } catch {
    // A storage that refuses to remove is not read either.
  }
}

/**
 * RunSaver writes an unfinished run to storage, each time only new names in entries. Only the tab that holds the lock of the register's audits has one.
 * The names of the parts contain the id of their run, so that leftovers of another run are never taken for parts of this one.
 */
export class RunSaver {
  readonly #options: RunOptions;
  readonly #runId: string;
  readonly #release: () => void;
  #parts: number;
  #saving: Promise<void> = Promise.resolve();

  /** It continues the resumed run, if any. `release` releases the lock. */
  constructor(
    options: RunOptions,
    resumed: Pick<RunRecord, 'runId' | 'parts'> | undefined,
    release: () => void,
  ) {
    this.#options = options;
    this.#runId = resumed?.runId ?? bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
    this.#parts = resumed?.parts ?? 0;
    this.#release = release;
  }

  /** save writes the current run. It never rejects: if storage is full or refused, or the worker stopped, nothing more is saved. */
  save(
    host: RemoteLog,
    run: Pick<RunRecord, 'leafRule' | 'base' | 'phase' | 'list' | 'remarks' | 'bytes' | 'elapsedMs'>,
  ): Promise<void> {
    // The state that the worker returns later includes the list up to here.
    const { list, ...plain } = structuredClone(run);
    const write = async (): Promise<void> => {
      const { storage, registerId, head, variant } = this.#options;
      const { part, states, tree, early } = await host.save();
      if (part.keyEnds.length > 0) {
        // Write the part first, so that a record never exists without its parts.
        await storage.set(auditKey(registerId, `part:${this.#runId}:${this.#parts}`), part);
        this.#parts += 1;
      }
      const of = {
        version: VERSION,
        registerId,
        runId: this.#runId,
        parts: this.#parts,
        head,
        variant,
      } as const;
      // Data that no entry names yet is not saved; the list is then read again.
      const from = early === 0 ? list : { at: undefined };
      const record: RunRecord = { ...of, ...plain, list: from, tree, states };
      await storage.set(auditKey(registerId, 'run'), record);
    };
    const saving = this.#saving.then(write);
    this.#saving = saving;
    return saving.catch(() => undefined);
  }

  /** remove deletes the saved run and releases the lock. It never rejects. */
  async remove(): Promise<void> {
    await this.#saving.catch(() => undefined);
    await discardRun(this.#options.storage, this.#options.registerId);
    this.#release();
  }

  /** release releases the lock, so that the saved run can be resumed. */
  async release(): Promise<void> {
    await this.#saving.catch(() => undefined);
    this.#release();
  }
}
