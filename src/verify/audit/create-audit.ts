import { auditKeys } from './audit-keys.ts';
import { AuditClock } from './audit-clock.ts';
import { type ResultRecord, RUN_VERSION } from './audit-records.ts';
import { addCoverage } from './audit-store.ts';
import type {
  Audit,
  AuditFailure,
  AuditOptions,
  AuditProgress,
  AuditResult,
  AuditSnapshot,
  AuditState,
  Keeping,
  TrailIndex,
} from './audit-types.ts';
import type { Hash } from '../../core/hash.ts';
import { doAudit } from './do-audit.ts';
import { verdictOf } from './findings.ts';
import { discardRun, type Restored, restoreRun } from './restore-run.ts';
import type { Links, Run } from './run.ts';
import { browserRunLife, type RunLife } from './run-life.ts';
import { RunSaver } from './run-saver.ts';
import { sweepOrphans } from './sweep.ts';
import { createWorkerPool, defaultWorkers, type WorkerPool } from './worker-pool.ts';

/** SAVE_EVERY_MS is how often an audit saves, unless MOST_UNSAVED_BYTES wait before that. */
const SAVE_EVERY_MS = 5_000;
const MOST_UNSAVED_BYTES = 16_000_000;
const TELL_EVERY_MS = 100;

/** createAudit makes the audit of one register's log at one head. Nothing happens before start(). */
export function createAudit(options: AuditOptions): Audit {
  return new RegisterAudit(options);
}

/** Taken is a run that has been taken up, with what measures and saves it. */
interface Taken {
  readonly run: Run;
  readonly saver: RunSaver;
  readonly clock: AuditClock;
}

class RegisterAudit implements Audit {
  readonly #options: AuditOptions;
  readonly #listeners = new Set<() => void>();
  #taken: Taken | undefined;
  #lastProgress: AuditProgress | undefined;
  #working: Promise<void> = Promise.resolve();
  #state: AuditState = 'new';
  #result: AuditResult | undefined;
  #failure: AuditFailure | undefined;
  #keeping: Keeping | undefined;
  #snapshot: AuditSnapshot | undefined;
  #trail: TrailIndex | undefined;
  #stop: AbortController | undefined;
  #toldAt = 0;
  #telling: ReturnType<typeof setTimeout> | undefined;
  #savedAt = 0;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  get head() {
    return this.#options.head;
  }

  start(): void {
    if (this.#state === 'new') this.#go();
  }

  resume(): void {
    if (this.#state === 'paused' || this.#state === 'failed') this.#go();
  }

  pause(): void {
    if (this.#state === 'running') this.#halt('paused');
  }

  dispose(): void {
    this.pause();
    this.#listeners.clear();
    void this.#working.then(() => this.#taken?.saver.letGo());
  }

  cancel(): void {
    if (this.#state === 'done' || this.#state === 'cancelled') return;
    this.#halt('cancelled');
    this.#working = this.#working.then(() => this.#forget());
  }

  snapshot(): AuditSnapshot {
    this.#snapshot ??= {
      state: this.#state,
      progress: this.#progress(),
      ...(this.#result && { result: this.#result }),
      ...(this.#failure && { failure: this.#failure }),
      ...(this.#keeping && { keeping: this.#keeping }),
    };
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  latest(): TrailIndex | undefined {
    return this.#trail;
  }

  #progress(): AuditProgress {
    if (this.#taken) return this.#taken.clock.progress(this.#taken.run);
    return (
      this.#lastProgress ?? {
        phase: 'entries',
        logSize: this.head.logSize,
        entriesDone: 0,
        itemsDone: 0,
        itemsTotal: 0,
        bytes: 0,
        elapsedMs: 0,
        perSecond: 0,
        remainingMs: undefined,
      }
    );
  }

  /** Every stretch of work has its own signal, and begins when the one before has come to its end: two never work on one run. */
  #go(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#failure = undefined;
    this.#become('running');
    this.#working = this.#working.then(() => this.#work(stop));
  }

  async #work(stop: AbortController): Promise<void> {
    if (stop.signal.aborted) return;
    const { pages, makeWorker, workers: wanted = defaultWorkers(), takePool } = this.#options;
    const pool = takePool?.() ?? createWorkerPool(makeWorker, wanted);
    const workers = pool.size;
    stop.signal.addEventListener('abort', () => pool.close(), { once: true });
    try {
      const taken = (this.#taken ??= await this.#takeUp());
      stop.signal.throwIfAborted();
      taken.clock.start();
      this.#savedAt = performance.now();
      const links: Links = {
        pages,
        pool,
        workers,
        signal: stop.signal,
        entered: (noted) => taken.saver.note(noted),
        changed: () => this.#changed(taken),
      };
      const root = await doAudit(taken.run, links);
      stop.signal.throwIfAborted();
      taken.clock.stop();
      await this.#finish(taken, root, pool);
    } catch (error) {
      if (!stop.signal.aborted) this.#fail(error);
    }
    pool.close();
    if (this.#state !== 'done' && this.#state !== 'cancelled') await this.#save();
  }

  get #life(): RunLife {
    return this.#options.life ?? browserRunLife;
  }

  async #takeUp(): Promise<Taken> {
    const keys = auditKeys(this.#options.registerId);
    const { run, takenUp, elapsedMs }: Restored = await restoreRun(this.#options, keys);
    return {
      run,
      saver: new RunSaver(this.#options.storage, keys, takenUp, this.#life),
      clock: new AuditClock(elapsedMs),
    };
  }

  async #finish(
    { run, saver, clock }: Taken,
    computedRoot: Hash | undefined,
    pool: WorkerPool,
  ): Promise<void> {
    const { head, variant, leafRule, findings, remarks, books, continuedFrom, bytes } = run;
    const verdict = verdictOf(head, computedRoot, findings, books.items.count - books.items.seen);
    const result: AuditResult = {
      verdict: pool.restarted() ? { ...verdict, madeAgain: true } : verdict,
      head,
      variant,
      ...(leafRule !== undefined && { leafRule }),
      ...(computedRoot !== undefined && { computedRoot }),
      findings: [...findings.list],
      findingCount: findings.count,
      remarks: [...remarks],
      entries: run.tree.size,
      items: books.items.seen,
      itemsNamed: books.items.count,
      continuedFrom,
      hasher: pool.hasher() ?? 'hash-wasm',
      workers: pool.size,
      elapsedMs: clock.elapsedMs(),
      bytes,
      finishedAt: Date.now(),
    };
    const isRoot = computedRoot === head.rootHash && head.logSize > 0;
    if (isRoot) this.#trail = books.trail.indexAt(head);
    this.#result = result;
    this.#lastProgress = clock.progress(run);
    // The books are large, and only the trail index is needed from now on.
    this.#taken = undefined;
    this.#keeping = 'under-way';
    this.#become('done');
    await this.#keep(result, run, saver, isRoot).catch(() => undefined);
    this.#keeping = 'tried';
    // Told once more: only now can it be read out of storage.
    this.#become('done');
  }

  /** Where storage is full or refused, the result lasts as long as the page. */
  async #keep(result: AuditResult, run: Run, saver: RunSaver, isRoot: boolean): Promise<void> {
    const { registerId, storage } = this.#options;
    const record: ResultRecord = { version: RUN_VERSION, runId: saver.runId, result };
    await storage.set(auditKeys(registerId).result, record);
    if (isRoot) {
      const { head, finishedAt: at } = result;
      const first = run.continuedFrom < head.logSize ? run.continuedFrom + 1 : 1;
      await addCoverage(storage, registerId, { first, last: head.logSize, how: 'audit', head, at });
      await saver.promote(run, result.verdict.outcome === 'holds');
    }
    await saver.remove();
    await sweepOrphans(storage, auditKeys(registerId), this.#life);
  }

  async #forget(): Promise<void> {
    const { registerId, storage } = this.#options;
    if (this.#taken) await this.#taken.saver.remove();
    else await discardRun(storage, auditKeys(registerId));
    await sweepOrphans(storage, auditKeys(registerId), this.#life);
  }

  #fail(error: unknown): void {
    this.#failure = { message: messageOf(error), ...addressOf(error) };
    this.#halt('failed');
  }

  #halt(state: AuditState): void {
    this.#taken?.clock.stop();
    this.#stop?.abort();
    this.#become(state);
  }

  #changed(taken: Taken): void {
    const now = performance.now();
    if (now - this.#savedAt > SAVE_EVERY_MS || taken.saver.unsavedBytes > MOST_UNSAVED_BYTES) {
      this.#savedAt = now;
      void this.#save();
    }
    // The first change is told at once, what follows within a short time together at its end.
    const rest = this.#toldAt + TELL_EVERY_MS - now;
    this.#telling ??= setTimeout(
      () => {
        this.#telling = undefined;
        if (this.#state === 'running') this.#become('running');
      },
      Math.max(0, rest),
    );
  }

  async #save(): Promise<void> {
    if (this.#taken) await this.#taken.saver.save(this.#taken.run, this.#taken.clock.elapsedMs());
  }

  #become(state: AuditState): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#state = state;
    this.#snapshot = undefined;
    this.#toldAt = performance.now();
    for (const listener of this.#listeners) listener();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function addressOf(error: unknown): { readonly address?: string } {
  if (typeof error !== 'object' || error === null || !('address' in error)) return {};
  return typeof error.address === 'string' ? { address: error.address } : {};
}
