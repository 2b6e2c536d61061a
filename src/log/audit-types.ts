import type { Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import type { EntryRange } from '../core/verdict.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import type { BridgeWorker } from '../verify/worker-bridge.ts';
import type { TakeLock } from './saved-run.ts';
import type { WorkerPool } from './worker-pool.ts';

/** RawPage is one answer as it came: the undecoded bytes of its body, which the audit takes over and moves to a worker. */
export interface RawPage {
  readonly bytes: Uint8Array;
  /** The address that answered, to be named where the page cannot be used. */
  readonly address: string;
}

/** ItemsRef leads to a further page of the item list. Plain JSON that only its maker reads; it is stored to go on after a reload. */
export type ItemsRef = unknown;

/**
 * LogPages is how an audit gets its bytes, so that `log` need not fetch. Every method rejects if the answer cannot be read, and with the signal's
 * reason where the audit gave up. A rejection that has an `address` is reported with it.
 */
export interface LogPages {
  /** Entries from `start` on, at most `count` of them wanted. It may hold more or fewer, or begin earlier: the audit reads what came. */
  entriesPage(start: number, count: number, signal: AbortSignal): Promise<RawPage>;
  /**
   * The same entries out of a list that skips, repeats or swaps them: in order and without a gap, those that the list lacks read one by one. `remarked` hears in
   * a sentence what was wrong.
   */
  entriesInOrder(
    start: number,
    count: number,
    signal: AbortSignal,
    remarked?: (remark: string) => void,
  ): Promise<RawPage>;
  /** A page of the item or blob list, the first one for undefined; 'none' where the server has no such list. `remark` says why it ends where it should not. */
  itemsPage(
    ref: ItemsRef,
    signal: AbortSignal,
  ): Promise<(RawPage & { readonly next?: ItemsRef; readonly remark?: string }) | 'none'>;
  /** A page of the records, from 1 on, each with the data of its latest entry; 'none' beyond the last page, and where the server has no such list. */
  recordsPage(index: number, signal: AbortSignal): Promise<RawPage | 'none'>;
  /** One item or blob; 'none' where the server says that it has no such data. */
  item(hash: Hash, signal: AbortSignal): Promise<RawPage | 'none'>;
  /** The audit path of an entry, leaf upwards: asked for to find the leaf rule, and to name the entry where the root differs. */
  entryProof(entryNumber: number, logSize: number, signal: AbortSignal): Promise<readonly Hash[]>;
}

/** AuditPhase is what an audit is at: reading entries, reading items, or asking for proofs to name what differs. */
export type AuditPhase = 'entries' | 'items' | 'comparing';

/** AuditProgress is how far a run has come. */
export interface AuditProgress {
  readonly phase: AuditPhase;
  readonly logSize: number;
  /** Entries whose leaves are in the rebuilt tree, those of an earlier run included. */
  readonly entriesDone: number;
  /** Different items found to have the hash that an entry names. */
  readonly itemsDone: number;
  /** Different items that the entries read so far name: final once all entries are read. */
  readonly itemsTotal: number;
  /** Bytes of JSON read, those before a pause or reload included. */
  readonly bytes: number;
  /** Working time in milliseconds; pauses and the time between visits do not count. */
  readonly elapsedMs: number;
  /** A guess at the rest, in milliseconds; undefined while there is nothing to guess from. */
  readonly remainingMs: number | undefined;
}

/** nothingRead is the progress of a run that has not begun. */
export function nothingRead({ logSize }: Checkpoint): AuditProgress {
  return {
    phase: 'entries',
    logSize,
    entriesDone: 0,
    itemsDone: 0,
    itemsTotal: 0,
    bytes: 0,
    elapsedMs: 0,
    remainingMs: undefined,
  };
}

/** AuditState is where a run stands. 'new' has not been started; 'failed' may be taken up again with resume(). */
export type AuditState = 'new' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

/** AuditFailure is why a run stopped without a result: a request that failed, or a worker. It says nothing about the register. */
export interface AuditFailure {
  readonly message: string;
  readonly address?: string;
}

/** Keeping is whether what a finished run found is still being written to storage, or all has been tried. */
export type Keeping = 'under-way' | 'tried';

/** AuditSnapshot is all that can be seen of a run at one moment; a new object after every change, so that it fits useSyncExternalStore. */
export interface AuditSnapshot {
  readonly state: AuditState;
  readonly progress: AuditProgress;
  readonly result?: AuditResult;
  readonly failure?: AuditFailure;
  /** Only of a run that is done: until it was tried, a page that is closed loses what was found. */
  readonly keeping?: Keeping;
}

/** Audit is a run over one register's whole log. All methods may be called at any time; what does not fit the state is ignored. */
export interface Audit {
  readonly head: Checkpoint;
  /** start begins, takes up a saved run of the same head, or continues a finished audit of a smaller one. */
  start(): void;
  /** pause stops at once, lets go of the pages under way, and saves. */
  pause(): void;
  /** resume goes on after pause() or a failure. */
  resume(): void;
  /** cancel stops at once and forgets the saved run; a finished audit of earlier is kept. */
  cancel(): void;
  /** dispose stops at once and keeps what is saved, for when the page is left. */
  dispose(): void;
  /** snapshot is the current state; the same object until something changes. */
  snapshot(): AuditSnapshot;
  /** subscribe calls the listener after changes, at most about five times a second while running; returns the function that ends this. */
  subscribe(listener: () => void): () => void;
}

/** Latest is the newest entry of a key, and how many entries the key has. */
export interface Latest {
  readonly entryNumber: number;
  readonly count: number;
}

/** TrailIndex knows the newest entry of every key, up to the head whose root all entries rebuilt: that head licenses "latest version". */
export interface TrailIndex {
  readonly checkpoint: Checkpoint;
  /** Number of different keys. */
  readonly keys: number;
  latestOf(key: string): Latest | undefined;
}

/** CoveredRange is a run of entries that this browser once verified, how, and against which head. */
export interface CoveredRange extends EntryRange {
  readonly how: 'audit';
  readonly head: Checkpoint;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** SavedRun is what a page can say of a run before it is taken up again. */
export interface SavedRun {
  readonly head: Checkpoint;
  readonly phase: AuditPhase;
  readonly entriesDone: number;
}

/** AuditStorage is the little that an audit needs of a key-value store. Values are structured-cloneable; what comes back is not trusted. */
export interface AuditStorage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** keys lists the names of all that is stored. */
  keys(): Promise<readonly string[]>;
}

/** AuditStore is what this browser keeps of the audits of all registers. Reading never rejects: what is missing, unreadable or malformed is undefined, or none. */
export interface AuditStore {
  /** The latest finished audit. */
  result(registerId: string): Promise<AuditResult | undefined>;
  /** The trail index of the latest audit whose root was the published one. */
  trailIndex(registerId: string): Promise<TrailIndex | undefined>;
  /** What of an unfinished run is saved. */
  savedRun(registerId: string): Promise<SavedRun | undefined>;
  /** Which entries were ever verified here, ascending by the time of it. */
  coverage(registerId: string): Promise<readonly CoveredRange[]>;
}

/** AuditOptions say what is audited, and with what. */
export interface AuditOptions {
  /** Names the register in storage, for example the session's id. */
  readonly registerId: string;
  readonly head: Checkpoint;
  readonly variant: Variant;
  /** The register's leaf rule where it is known: no other is tried. Without it the rule is found first, by entry proofs. */
  readonly leafRule?: LeafRuleId;
  readonly pages: LogPages;
  readonly storage: AuditStorage;
  /** Starts audit-worker.ts. */
  readonly makeWorker: () => BridgeWorker;
  /** How many workers; 2, or 1 on a single core, by default. */
  readonly workers?: number;
  /** Hands over workers that were started before; the audit ends them. */
  readonly takePool?: () => WorkerPool;
  /** Takes the lock of the one tab that saves; the browser's, by default. */
  readonly takeLock?: TakeLock;
}
