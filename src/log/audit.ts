import type { Hash } from '../core/hash.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { keepAudit } from './audit-store.ts';
import {
  type Audit,
  type AuditFailure,
  type AuditOptions,
  type AuditProgress,
  type AuditSnapshot,
  type AuditState,
  type Keeping,
  nothingRead,
} from './audit-types.ts';
import { verdictOf } from './findings.ts';
import { readLog } from './read-log.ts';
import type { Links, Run } from './run.ts';
import { discardRun, type OpenedRun, openRun } from './saved-run.ts';
import { createWorkerPool, defaultWorkers, type WorkerPool } from './worker-pool.ts';

/** SAVE_EVERY_MS is how often an audit saves, unless MOST_UNSAVED_BYTES wait before that: on their way to storage they are copied twice. */
const SAVE_EVERY_MS = 5_000;
const MOST_UNSAVED_BYTES = 4_000_000;
const TELL_EVERY_MS = 200;

/** STORAGE_WAIT_MS is how long the end of an audit is not told while storage is at it, so that a page may be left as soon as it says so. */
const STORAGE_WAIT_MS = 5_000;

/** createAudit makes the audit of one register's log at one head. Nothing happens before start(). */
export function createAudit(options: AuditOptions): Audit {
  return new RegisterAudit(options);
}

/** Opened is a run that has been taken up, with what measures and saves it. */
type Opened = Omit<OpenedRun, 'elapsedMs'> & { readonly clock: AuditClock };

class RegisterAudit implements Audit {
  readonly #options: AuditOptions;
  readonly #listeners = new Set<() => void>();
  #opened: Opened | undefined;
  #lastProgress: AuditProgress | undefined;
  #working: Promise<void> = Promise.resolve();
  #state: AuditState = 'new';
  #result: AuditResult | undefined;
  #failure: AuditFailure | undefined;
  #keeping: Keeping | undefined;
  #snapshot: AuditSnapshot | undefined;
  #stop: AbortController | undefined;
  #toldAt = 0;
  #telling: ReturnType<typeof setTimeout> | undefined;
  #savedAt = 0;
  /** Set once the run is finished or cancelled, and only storage is still at work. */
  #isOver = false;

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
    if ((this.#state === 'paused' || this.#state === 'failed') && !this.#isOver) this.#go();
  }

  pause(): void {
    if (this.#state === 'running' && !this.#isOver) this.#halt('paused');
  }

  dispose(): void {
    this.pause();
    this.#listeners.clear();
    void this.#working.then(() => this.#opened?.saver?.letGo());
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stop?.abort();
    const { storage, registerId } = this.#options;
    this.#working = this.#working.then(() =>
      this.#opened ? this.#opened.saver?.remove() : discardRun(storage, registerId),
    );
    void withinWait(this.#working).then(() => this.#become('cancelled'));
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

  #progress(): AuditProgress {
    if (this.#opened) return this.#opened.clock.progress(this.#opened.run);
    return this.#lastProgress ?? nothingRead(this.head);
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
    stop.signal.addEventListener('abort', () => pool.close(), { once: true });
    try {
      const opened = await this.#open();
      stop.signal.throwIfAborted();
      opened.clock.start();
      this.#savedAt = performance.now();
      const links: Links = {
        pages,
        pool,
        signal: stop.signal,
        entered: (page) => opened.saver?.note(page),
        changed: () => this.#changed(opened),
      };
      const root = await readLog(opened.run, links);
      stop.signal.throwIfAborted();
      opened.clock.stop();
      await this.#finish(opened, root, pool);
    } catch (error) {
      if (!stop.signal.aborted) this.#fail(error);
    }
    pool.close();
    if (!this.#isOver) await this.#save();
  }

  async #open(): Promise<Opened> {
    if (this.#opened) return this.#opened;
    const { elapsedMs, ...opened } = await openRun(this.#options);
    return (this.#opened = { ...opened, clock: new AuditClock(elapsedMs) });
  }

  async #finish(
    { run, saver, clock }: Opened,
    computedRoot: Hash | undefined,
    pool: WorkerPool,
  ): Promise<void> {
    const { head, variant, leafRule, findings, remarks, index, base, bytes } = run;
    const verdict = verdictOf(head, computedRoot, findings, index.items.count - index.items.seen);
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
      items: index.items.seen,
      itemsNamed: index.items.count,
      continuedFrom: base?.logSize ?? 0,
      hasher: pool.hasher() ?? 'hash-wasm',
      workers: pool.size,
      elapsedMs: clock.elapsedMs(),
      bytes,
      finishedAt: Date.now(),
    };
    this.#result = result;
    this.#lastProgress = clock.progress(run);
    // The books are large, and not needed from now on.
    this.#opened = undefined;
    this.#isOver = true;
    // Where storage is full or refused, the result lasts as long as the page.
    const kept = keepAudit(this.#options.storage, this.#options.registerId, run, result)
      .then(() => saver?.remove())
      .catch(() => saver?.letGo())
      .then(() => void (this.#keeping = 'tried'));
    await withinWait(kept);
    this.#keeping ??= 'under-way';
    this.#become('done');
    if (this.#keeping === 'tried') return;
    await kept;
    // Told once more: only now can it be read out of storage.
    this.#become('done');
  }

  #fail(error: unknown): void {
    this.#failure = { message: messageOf(error), ...addressOf(error) };
    this.#halt('failed');
  }

  #halt(state: AuditState): void {
    this.#opened?.clock.stop();
    this.#stop?.abort();
    this.#become(state);
  }

  #changed(opened: Opened): void {
    const now = performance.now();
    if (now - this.#savedAt > SAVE_EVERY_MS || (opened.saver?.unsavedBytes ?? 0) > MOST_UNSAVED_BYTES) {
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
    const { saver, run, clock } = this.#opened ?? {};
    if (run && clock) await saver?.save(run, clock.elapsedMs());
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

function withinWait(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, STORAGE_WAIT_MS))]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function addressOf(error: unknown): { readonly address?: string } {
  if (typeof error !== 'object' || error === null || !('address' in error)) return {};
  return typeof error.address === 'string' ? { address: error.address } : {};
}

/** WINDOW_MS is over how long a rate is taken. */
const WINDOW_MS = 5_000;

/** AuditClock counts working time, and how fast the work goes. */
class AuditClock {
  #before: number;
  #since: number | undefined;
  #samples: { at: number; entries: number; items: number }[] = [];

  /** The clock continues `elapsedMs` of an earlier visit. */
  constructor(elapsedMs: number) {
    this.#before = elapsedMs;
  }

  /** start lets the clock run. */
  start(): void {
    this.#since ??= performance.now();
    this.#samples = [];
  }

  /** stop lets it rest. */
  stop(): void {
    this.#before = this.elapsedMs();
    this.#since = undefined;
  }

  /** elapsedMs is the working time so far. */
  elapsedMs(): number {
    return this.#before + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  /** progress says how far a run has come. */
  progress(run: Run): AuditProgress {
    const { head, phase, tree, index, bytes } = run;
    const entries = tree.size;
    const { count, seen } = index.items;
    this.#sample(entries, seen);
    const [first] = this.#samples;
    const spanMs = first ? performance.now() - first.at : 0;
    const perMs = (done: number, before: number): number => (spanMs > 0 ? (done - before) / spanMs : 0);
    const entryRate = perMs(entries, first?.entries ?? 0);
    const itemRate = perMs(seen, first?.items ?? 0);
    const rate = phase === 'items' ? itemRate : entryRate;
    const itemsLeft =
      phase === 'entries' ? (head.logSize - entries) * ratio(count, entries) + count - seen : count - seen;
    const left = head.logSize - entries + itemsLeft;
    return {
      phase,
      logSize: head.logSize,
      entriesDone: entries,
      itemsDone: seen,
      itemsTotal: count,
      bytes,
      elapsedMs: this.elapsedMs(),
      remainingMs: rate > 0 && phase !== 'comparing' ? left / rate : undefined,
    };
  }

  #sample(entries: number, items: number): void {
    const at = performance.now();
    this.#samples.push({ at, entries, items });
    while (this.#samples.length > 2 && at - (this.#samples[0]?.at ?? at) > WINDOW_MS) this.#samples.shift();
  }
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
