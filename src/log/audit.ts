import type { Checkpoint, Variant, LeafRuleId } from '../core/model.ts';
import { type AuditResult, STORAGE_WAIT_MS } from '../verify/audit-result.ts';
import { type AuditStorage, keepAudit, readBase, type SavedLog } from './audit-store.ts';
import type { LogProgress } from './log-host.ts';
import type { LogPages } from './log-pages.ts';
import { type Phase, readLog, type LogReading, withFault } from './read-log.ts';
import { type RemoteLog, restartedOnce, type StartedLog } from './remote-log.ts';

/** AuditOptions are the log to audit, the means to read it, and where results are stored. */
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

/** AuditProgress is the progress of an audit. */
export interface AuditProgress {
  readonly phase: Phase;
  readonly logSize: number;
  /** Entries whose leaves are in the rebuilt tree, those of an earlier audit included. */
  readonly entriesDone: number;
  /** Different items found to have the hash that an entry names. */
  readonly itemsDone: number;
  /** Different items that the entries read so far name: final once all entries are read. */
  readonly itemsTotal: number;
  /** Bytes of JSON read. */
  readonly bytes: number;
  /** Milliseconds since it was begun, and the entries and items read in that time. */
  readonly since: { readonly done: number; readonly ms: number };
}

const REPORT_EVERY_MS = 100;

/**
 * audit reads a whole log and resolves with the result once that is stored; if that takes long,
 * `storing` is called with the result first. It continues a stored audit of the beginning of the log, if that
 * held. Rejects if a request fails, if two workers stop, or with the signal's reason.
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
  const elapsedMs = (): number => performance.now() - beganAt;
  const continuedFrom = await openLog(options, host, signal);
  let bytes = 0;
  let phase: Phase = 'entries';
  let latest: LogProgress = { size: continuedFrom, seen: 0, named: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendReport = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { size, seen, named } = latest;
    const since = { done: size - continuedFrom + seen, ms: elapsedMs() };
    report({ phase, logSize, entriesDone: size, itemsDone: seen, itemsTotal: named, bytes, since });
  };
  const reading: LogReading = {
    host,
    pages,
    size: logSize,
    head,
    signal,
    remarks: [],
    changed(now, progress, read) {
      phase = now;
      latest = progress;
      bytes += read;
      timer ??= setTimeout(sendReport, REPORT_EVERY_MS);
    },
  };
  try {
    const found = await withFault(reading, await readLog(reading), continuedFrom);
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
      elapsedMs: elapsedMs(),
      bytes,
      finishedAt: Date.now(),
    };
    // If storage is full or refused, the result lasts as long as the page.
    const late = setTimeout(() => storing(result), STORAGE_WAIT_MS);
    await keepAudit(storage, registerId, result, () => host.save()).catch(() => undefined);
    clearTimeout(late);
    return result;
  } catch (error) {
    sendReport();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * openLog opens a host, with the base of a smaller log if its audit held and its root is still the one that
 * was audited, and returns the last entry that it has. Never rejects for stored values.
 */
async function openLog(options: AuditOptions, host: RemoteLog, signal: AbortSignal): Promise<number> {
  const { storage, registerId, head, variant } = options;
  const open = async (leafRule?: LeafRuleId, saved?: SavedLog): Promise<boolean> =>
    (await host.open({ variant, leafRule, keepsData: false, saved })) !== false;
  const base = await readBase(storage, registerId);
  const isOurs =
    base?.held === true &&
    base.variant === variant &&
    (options.leafRule ?? base.leafRule) === base.leafRule &&
    base.head.logSize < head.logSize;
  if (isOurs && (await open(base.leafRule, base)))
    if ((await host.progress()).size === base.head.logSize)
      if ((await host.rootFor(base.head))?.root === base.head.rootHash) return base.head.logSize;
  const leafRule = options.leafRule ?? (await options.findLeafRule?.(signal).catch(() => undefined));
  signal.throwIfAborted();
  await open(leafRule);
  return 0;
}
