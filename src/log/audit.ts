import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint, Variant, LeafRuleId } from '../core/model.ts';
import { type AuditResult, STORAGE_WAIT_MS } from '../verify/audit-result.ts';
import { type AuditStorage, keepAudit, readBase, readRun, type SavedLog, saveRun } from './audit-store.ts';
import type { LogProgress } from './log-host.ts';
import type { LogPages } from './log-pages.ts';
import { differs, type Phase, readLog, type LogReading, withFault } from './read-log.ts';
import { type RemoteLog, restartedOnce, type StartedLog } from './remote-log.ts';

/** AuditOptions are the log to audit, the means to read it, and where runs and results are stored. */
export interface AuditOptions {
  /** Names the register in storage, for example the session's id. */
  readonly registerId: string;
  readonly head: Checkpoint;
  readonly variant: Variant;
  /** The register's leaf rule if it is known; no other is then tried. */
  readonly leafRule?: LeafRuleId | undefined;
  readonly storage: AuditStorage;
  readonly pages: LogPages;
  /** Starts a worker. */
  readonly start: () => StartedLog;
  /** Finds an unknown leaf rule by entry proofs. If it finds none, all rules are tried. */
  readonly findLeafRule?: (signal: AbortSignal) => Promise<LeafRuleId | undefined>;
}

/** AuditProgress is the progress of a run. */
export interface AuditProgress {
  readonly phase: Phase;
  readonly logSize: number;
  /** Entries whose leaves are in the rebuilt tree, those of an earlier run included. */
  readonly entriesDone: number;
  /** Different items found to have the hash that an entry names. */
  readonly itemsDone: number;
  /** Different items that the entries read so far name: final once all entries are read. */
  readonly itemsTotal: number;
  /** Bytes of JSON read, those before a pause or reload included. */
  readonly bytes: number;
  /** The entries and items done, and the working time in milliseconds, since the run was begun or resumed. */
  readonly since: { readonly done: number; readonly ms: number };
}

/**
 * SAVE_EVERY_MS is how often an audit is saved, in addition to when it stops and when its page
 * is hidden, which may be the last moment before it is closed. A save copies the whole index: 90
 * MB for a million entries.
 */
const SAVE_EVERY_MS = 30_000;
const REPORT_EVERY_MS = 100;

/**
 * audit reads a whole log and resolves with the result once that is stored; if that takes long,
 * `storing` is called with the result first. It resumes a saved run of the log, or continues a finished
 * audit of its beginning. Rejects if a request fails, if two workers stop, or with the signal's reason,
 * once what was read is saved.
 */
export function audit(
  options: AuditOptions,
  signal: AbortSignal,
  report: (progress: AuditProgress) => void,
  storing: (result: AuditResult) => void = () => undefined,
): Promise<AuditResult> {
  return restartedOnce(async (isAgain) => {
    const started = options.start();
    try {
      return await run(options, started, isAgain, signal, report, storing);
    } finally {
      started.end();
    }
  });
}

async function run(
  options: AuditOptions,
  { host, hasher }: StartedLog,
  isAgain: boolean,
  signal: AbortSignal,
  report: (progress: AuditProgress) => void,
  storing: (result: AuditResult) => void,
): Promise<AuditResult> {
  const { head, variant, pages, storage, registerId } = options;
  const { logSize } = head;
  const beganAt = performance.now();
  const opened = await openLog(options, host, signal);
  const { continuedFrom } = opened;
  let { bytes } = opened;
  let phase: Phase = 'entries';
  let latest: LogProgress | undefined;
  let first = 0;
  let savedAt = beganAt;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const workedMs = (): number => performance.now() - beganAt;
  const sendReport = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { size, seen, named } = latest ?? { size: 0, seen: 0, named: 0 };
    const since = { done: size + seen - first, ms: workedMs() };
    report({ phase, logSize, entriesDone: size, itemsDone: seen, itemsTotal: named, bytes, since });
  };
  const reading: LogReading = {
    host,
    pages,
    size: logSize,
    head,
    signal,
    list: opened.list,
    remarks: [...opened.remarks],
    changed(now, progress, read) {
      if (latest === undefined) first = progress.size + progress.seen;
      phase = now;
      latest = progress;
      bytes += read;
      if (performance.now() - savedAt > SAVE_EVERY_MS) void save();
      timer ??= setTimeout(sendReport, REPORT_EVERY_MS);
    },
  };
  /**
   * save stores the run. It never rejects: if storage is full or refused, or the worker stopped, the run
   * lasts until it is stopped.
   */
  const save = async (): Promise<void> => {
    // One at a time: the whole index of a large log is copied twice on its way to storage.
    savedAt = Infinity;
    // The state that the worker returns later includes what was read up to here.
    const { list, remarks } = structuredClone({ list: reading.list, remarks: reading.remarks });
    const elapsedMs = opened.elapsedMs + workedMs();
    const state = { head, variant, phase, list, remarks, bytes, elapsedMs, continuedFrom };
    try {
      await saveRun(storage, registerId, { ...state, ...(await host.save(false)) });
    } catch {
      // The next save may succeed.
    }
    savedAt = performance.now();
  };
  // A worker, and a test, has no document.
  const saveIfHidden = (): void => void (document.visibilityState === 'hidden' && save());
  globalThis.document?.addEventListener('visibilitychange', saveIfHidden);
  try {
    const found = await readLog(reading)
      .then(async (read) => {
        if (differs(reading, read)) {
          phase = 'comparing';
          // Once the whole tree is kept, the run cannot be saved.
          await save();
        }
        return withFault(reading, read, continuedFrom);
      })
      .finally(() => globalThis.document?.removeEventListener('visibilitychange', saveIfHidden));
    signal.throwIfAborted();
    const result: AuditResult = {
      verdict: isAgain ? { ...found.verdict, madeAgain: true } : found.verdict,
      head,
      variant,
      ...(found.leafRule && { leafRule: found.leafRule }),
      ...(found.computedRoot && { computedRoot: found.computedRoot }),
      findings: found.findings.list,
      findingCount: found.findings.count,
      remarks: reading.remarks,
      entries: found.size,
      items: found.seen,
      itemsNamed: found.named,
      continuedFrom,
      hasher: hasher() ?? 'hash-wasm',
      elapsedMs: opened.elapsedMs + workedMs(),
      bytes,
      finishedAt: Date.now(),
    };
    // If storage is full or refused, the result lasts as long as the page.
    const late = setTimeout(() => storing(result), STORAGE_WAIT_MS);
    await keepAudit(storage, registerId, result, () => host.save(true)).catch(() => undefined);
    clearTimeout(late);
    return result;
  } catch (error) {
    sendReport();
    await save();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * openLog opens a host for the saved run, which may have begun when the log was smaller; else for a
 * run that continues the finished audit of a smaller head; else for a new one. A run with another leaf
 * rule than the register's, or of a log of the same size with another root, is not resumed. Never
 * rejects for stored values.
 */
async function openLog(
  options: AuditOptions,
  host: RemoteLog,
  signal: AbortSignal,
): Promise<Pick<LogReading, 'list' | 'remarks'> & Record<'bytes' | 'elapsedMs' | 'continuedFrom', number>> {
  const { storage, registerId, head, variant } = options;
  const { logSize } = head;
  const open = async (leafRule?: LeafRuleId, saved?: SavedLog): Promise<boolean> =>
    (await host.open({ variant, leafRule, keeps: 'index', expected: logSize, saved })) !== false;
  const isOurs = (stored: { readonly variant: Variant; readonly leafRule: LeafRuleId }): boolean =>
    stored.variant === variant && (options.leafRule ?? stored.leafRule) === stored.leafRule;
  const saved = await readRun(storage, registerId);
  if (saved && isOurs(saved)) {
    const isGrown = saved.head.logSize < logSize && saved.phase !== 'comparing';
    if ((isGrown || isSameHead(saved.head, head)) && (await open(saved.leafRule, saved))) return saved;
  }
  const fresh = { list: { at: undefined }, remarks: [], bytes: 0, elapsedMs: 0, continuedFrom: 0 };
  const base = await readBase(storage, registerId);
  if (base?.held === true && isOurs(base) && base.head.logSize < logSize && (await open(base.leafRule, base)))
    if ((await host.progress()).size === base.head.logSize)
      if ((await host.rootFor(base.head))?.root === base.head.rootHash)
        return { ...fresh, continuedFrom: base.head.logSize };
  const leafRule = options.leafRule ?? (await options.findLeafRule?.(signal).catch(() => undefined));
  signal.throwIfAborted();
  await open(leafRule);
  return fresh;
}
