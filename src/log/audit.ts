import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { createStore } from '../core/store.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { keepAudit } from './audit-store.ts';
import { type AuditProgress, type AuditSnapshot, type AuditState, nothingRead } from './audit-types.ts';
import type { LogProgress } from './log-host.ts';
import type { LogPages } from './pages.ts';
import { type LogReport, type Phase, readLog, type Reading, withFault } from './read-log.ts';
import { Restarts, type StartedLog, WorkerStopped } from './remote-log.ts';
import { discardRun, type OpenedRun, openRun, type RunOptions } from './saved-run.ts';

/** AuditOptions are the log to audit and the means to read it. */
export interface AuditOptions extends RunOptions {
  readonly pages: LogPages;
  /** Starts a worker. */
  readonly start: () => StartedLog;
  /** Finds an unknown leaf rule by entry proofs. If it finds none, all rules are tried. */
  readonly findLeafRule?: (signal: AbortSignal) => Promise<LeafRuleId | undefined>;
}

/** SAVE_EVERY_MS is how often an audit is saved; earlier if MOST_UNSAVED entries wait, which are copied twice on their way to storage. */
const SAVE_EVERY_MS = 5_000;
const MOST_UNSAVED = 50_000;
const REPORT_EVERY_MS = 200;

/** STORAGE_WAIT_MS is how long the end of an audit waits for storage, so that a page that reports it may be left at once. */
const STORAGE_WAIT_MS = 5_000;

/** OpenRun is a run with the worker that holds it. */
interface OpenRun {
  readonly started: StartedLog;
  readonly run: OpenedRun;
  readonly reading: Reading;
  readonly clock: AuditClock;
}

/** Audit is a run over one register's whole log. All methods may be called at any time; calls that do not fit the state are ignored. */
export type Audit = ReturnType<typeof createAudit>;

/** createAudit makes the audit of one register's log at one head. Nothing happens before start(). */
export function createAudit(options: AuditOptions) {
  const { head, variant, registerId, storage, pages } = options;
  const shown = createStore<AuditSnapshot>({ state: 'new', progress: nothingRead(head) });
  let opened: OpenRun | undefined;
  let leafRule = options.leafRule;
  let working: Promise<unknown> = Promise.resolve();
  let stop: AbortController | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let reportedAt = 0;
  let saved = { at: 0, size: 0 };
  const restarts = new Restarts();
  /** Set once the run is finished or cancelled; only storage may still be busy. */
  let isOver = false;

  const become = (
    state: AuditState,
    more: Pick<AuditSnapshot, 'result' | 'failure' | 'keeping'> = {},
  ): void => {
    clearTimeout(telling);
    telling = undefined;
    reportedAt = performance.now();
    const progress = opened?.clock.progress() ?? shown.get().progress;
    shown.set({ state, progress, ...more });
  };
  const save = async (): Promise<void> => {
    if (opened?.run.saver === undefined || leafRule === undefined) return;
    const { started, run, reading, clock } = opened;
    const { held, phase, bytes, elapsedMs } = clock.state();
    saved = { at: performance.now(), size: held.size };
    const { list, remarks } = reading;
    await run.saver?.save(started.host, { leafRule, base: run.base, phase, list, remarks, bytes, elapsedMs });
  };
  const changed = (): void => {
    const now = performance.now();
    const size = opened?.clock.state().held.size ?? 0;
    if (now - saved.at > SAVE_EVERY_MS || size - saved.size > MOST_UNSAVED) void save();
    // The first change is reported at once, later ones together at most every REPORT_EVERY_MS.
    telling ??= setTimeout(
      () => {
        telling = undefined;
        if (shown.get().state === 'running') become('running');
      },
      Math.max(0, reportedAt + REPORT_EVERY_MS - now),
    );
  };
  const open = async (signal: AbortSignal): Promise<OpenRun> => {
    const started = options.start();
    try {
      const run = await openRun({ ...options, leafRule }, started.host);
      leafRule ??= run.leafRule ?? (await options.findLeafRule?.(signal).catch(() => undefined));
      signal.throwIfAborted();
      if (leafRule !== undefined) await started.host.settle(leafRule);
      const clock = new AuditClock(head.logSize, run);
      const { host } = started;
      const { list, remarks } = run;
      const reading: Reading = {
        host,
        pages,
        size: head.logSize,
        head,
        signal,
        list,
        remarks: [...remarks],
        changed(phase, held, bytes) {
          clock.note(phase, held, bytes);
          changed();
        },
      };
      return { started, run, reading, clock };
    } catch (error) {
      started.end();
      throw error;
    }
  };
  const work = async (mine: AbortController): Promise<void> => {
    const { signal } = mine;
    if (signal.aborted) return;
    try {
      opened ??= await open(signal);
      const { reading, clock } = opened;
      reading.signal = signal;
      signal.throwIfAborted();
      clock.start();
      saved = { ...saved, at: performance.now() };
      const report = await withFault(reading, await readLog(reading));
      signal.throwIfAborted();
      clock.stop();
      return await finish(opened, report);
    } catch (error) {
      if (error instanceof WorkerStopped && !signal.aborted) {
        await opened?.run.saver?.release();
        opened = undefined;
        restarts.note();
        if (restarts.isDue(error)) return work(mine);
      }
      if (!signal.aborted) stopWith('failed', { failure: failureOf(restarts.failure(error)) });
    }
    if (!isOver) await save();
  };
  const finish = async ({ started, run, reading, clock }: OpenRun, report: LogReport): Promise<void> => {
    const { verdict, findings, computedRoot, leafRule: rule } = report;
    const { bytes, elapsedMs } = clock.state();
    const result: AuditResult = {
      verdict: restarts.happened ? { ...verdict, madeAgain: true } : verdict,
      head,
      variant,
      ...(rule !== undefined && { leafRule: rule }),
      ...(computedRoot !== undefined && { computedRoot }),
      findings: findings.list,
      findingCount: findings.count,
      remarks: [...reading.remarks],
      entries: report.size,
      items: report.seen,
      itemsNamed: report.named,
      continuedFrom: run.base?.logSize ?? 0,
      hasher: started.hasher() ?? 'hash-wasm',
      elapsedMs,
      bytes,
      finishedAt: Date.now(),
    };
    const log =
      computedRoot === head.rootHash && head.logSize > 0
        ? { tree: await started.host.tree(), trail: await started.host.trail() }
        : undefined;
    isOver = true;
    started.end();
    // If storage is full or refused, the result lasts as long as the page.
    let keeping: AuditSnapshot['keeping'] = 'under-way';
    const kept = keepAudit(storage, registerId, result, log)
      .then(() => run.saver?.remove())
      .catch(() => run.saver?.release())
      .then(() => void (keeping = 'tried'));
    await withinWait(kept);
    become('done', { result, keeping });
    if (shown.get().keeping === 'tried') return;
    await kept;
    // Reported again: only now can it be read from storage.
    become('done', { result, keeping });
  };
  const stopWith = (state: AuditState, more?: Pick<AuditSnapshot, 'failure'>): void => {
    opened?.clock.stop();
    stop?.abort();
    become(state, more);
  };
  /** Each stretch of work has its own signal and begins after the one before has ended, so that two never work on one run. */
  const go = (): void => {
    const mine = (stop = new AbortController());
    restarts.reset();
    become('running');
    working = working.then(() => work(mine));
  };
  const pause = (): void => {
    if (shown.get().state !== 'running' || isOver) return;
    const mine = stop;
    opened?.clock.stop();
    mine?.abort();
    // Reported once it is saved: the reader may then leave the page.
    const end = (): void => {
      if (mine === stop && shown.get().state === 'running' && !isOver) become('paused');
    };
    void withinWait(working).then(end);
  };
  return {
    head,
    /** start begins, resumes a saved run of the same head, or continues a finished audit of a smaller one. */
    start: (): void => void (shown.get().state === 'new' && go()),
    /** resume goes on after pause() or a failure. */
    resume: (): void => void (['paused', 'failed'].includes(shown.get().state) && !isOver && go()),
    /** pause stops at once and drops the pages under way; it is reported once the pages read are saved, or storage took too long. */
    pause,
    /** dispose stops at once and keeps what is saved, for when the page is left. */
    dispose(): void {
      pause();
      void working.then(() => opened?.run.saver?.release()).then(() => opened?.started.end());
    },
    /** cancel stops at once and removes the saved run, but no finished audit. */
    cancel(): void {
      if (isOver) return;
      isOver = true;
      stop?.abort();
      working = working.then(() => (opened ? opened.run.saver?.remove() : discardRun(storage, registerId)));
      const end = (): void => {
        opened?.started.end();
        become('cancelled');
      };
      void withinWait(working).then(end);
    },
    /** snapshot returns the current state; the same object until something changes. */
    snapshot: shown.get,
    /** subscribe calls the listener after changes, at most about five times a second while running; returns the function to unsubscribe. */
    subscribe: shown.subscribe,
  };
}

function withinWait(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, STORAGE_WAIT_MS))]);
}

function failureOf(error: unknown): { readonly message: string; readonly address?: string } {
  const { message, address } = (error instanceof Error ? error : { message: String(error) }) as {
    readonly message: string;
    readonly address?: unknown;
  };
  return { message, ...(typeof address === 'string' && { address }) };
}

/** AuditClock measures the progress, working time and rate of a run. */
class AuditClock {
  readonly #logSize: number;
  #held: LogProgress = { size: 0, named: 0, seen: 0 };
  #phase: Phase = 'entries';
  #bytes: number;
  #before: number;
  #since: number | undefined;
  /** The first progress since the start. */
  #first: (LogProgress & { readonly at: number }) | undefined;

  /** The clock continues that of an earlier visit. */
  constructor(logSize: number, { bytes, elapsedMs }: Pick<OpenedRun, 'bytes' | 'elapsedMs'>) {
    this.#logSize = logSize;
    this.#bytes = bytes;
    this.#before = elapsedMs;
  }

  start(): void {
    this.#since ??= performance.now();
    this.#first = undefined;
  }

  stop(): void {
    this.#before = this.#elapsedMs();
    this.#since = undefined;
  }

  note(phase: Phase, held: LogProgress, bytes: number): void {
    this.#phase = phase;
    this.#held = held;
    this.#bytes += bytes;
    this.#first ??= { ...held, at: performance.now() };
  }

  state() {
    return { held: this.#held, phase: this.#phase, bytes: this.#bytes, elapsedMs: this.#elapsedMs() };
  }

  progress(): AuditProgress {
    const { size, named, seen } = this.#held;
    const first = this.#first ?? { size, seen, at: 0 };
    const rest = this.#logSize - size;
    const left = rest + named - seen + (size === 0 ? rest : (rest * named) / size);
    const done = size - first.size + seen - first.seen;
    const canTell = done > 0 && this.#phase !== 'comparing';
    return {
      phase: this.#phase,
      logSize: this.#logSize,
      entriesDone: size,
      itemsDone: seen,
      itemsTotal: named,
      bytes: this.#bytes,
      elapsedMs: this.#elapsedMs(),
      remainingMs: canTell ? (left / done) * (performance.now() - first.at) : undefined,
    };
  }

  #elapsedMs(): number {
    return this.#before + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }
}
