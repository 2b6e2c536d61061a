import type { Checkpoint } from '../core/model.ts';
import { type AuditResult, STORAGE_WAIT_MS } from '../verify/audit-result.ts';
import { type AuditStorage, keepAudit, readBase } from './audit-store.ts';
import type { LogProgress } from './log-host.ts';
import type { Phase } from './read-log.ts';
import type { StartedLog } from './remote-log.ts';
import { type LogSource, readWholeLog } from './whole-log.ts';

/** AuditOptions are the log to audit, where results are stored, and who follows it. */
export interface AuditOptions extends LogSource {
  /** Names the register in storage, for example the session's id. */
  readonly registerId: string;
  readonly head: Checkpoint;
  readonly storage: AuditStorage;
  /** Starts a worker. */
  readonly start: () => StartedLog;
  /** report is called with the progress, `storing` with the result if storage is slow to take it. */
  readonly report?: (progress: AuditProgress) => void;
  readonly storing?: (result: AuditResult) => void;
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
 * audit reads a whole log and resolves with the result once that is stored. It continues a stored audit of the
 * beginning of the log, if that held. Rejects if a request fails, if two workers stop, or with the signal's reason.
 */
export async function audit(options: AuditOptions): Promise<AuditResult> {
  const { head, variant, leafRule, storage, registerId, signal } = options;
  const { logSize } = head;
  const beganAt = performance.now();
  const elapsedMs = (): number => performance.now() - beganAt;
  const base = await readBase(storage, registerId);
  const isOurs =
    base?.held === true &&
    base.variant === variant &&
    (leafRule ?? base.leafRule) === base.leafRule &&
    base.head.logSize < logSize;
  const remarks: string[] = [];
  let bytes = 0;
  let phase: Phase = 'entries';
  let begun: number | undefined;
  let latest: LogProgress = { size: 0, seen: 0, named: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendReport = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { size, seen, named } = latest;
    const since = { done: size - (begun ?? 0) + seen, ms: elapsedMs() };
    options.report?.({ phase, logSize, entriesDone: size, itemsDone: seen, itemsTotal: named, bytes, since });
  };
  let worker: StartedLog | undefined;
  try {
    const found = await readWholeLog({
      ...options,
      size: logSize,
      keepsData: false,
      saved: isOurs ? base : undefined,
      remarks,
      changed(now, progress, read) {
        phase = now;
        latest = progress;
        bytes += read;
        begun ??= progress.size;
        timer ??= setTimeout(sendReport, REPORT_EVERY_MS);
      },
    });
    ({ worker } = found);
    signal.throwIfAborted();
    const result: AuditResult = {
      verdict: found.verdict,
      head,
      variant,
      ...(found.leafRule && { leafRule: found.leafRule }),
      ...(found.computedRoot && { computedRoot: found.computedRoot }),
      findings: found.findings.list,
      findingCount: found.findings.count,
      remarks,
      entries: found.size,
      items: found.seen,
      itemsNamed: found.named,
      continuedFrom: found.continuedFrom,
      hasher: worker.hasher() ?? 'hash-wasm',
      elapsedMs: elapsedMs(),
      bytes,
      finishedAt: Date.now(),
    };
    // If storage is full or refused, the result lasts as long as the page.
    const late = setTimeout(() => options.storing?.(result), STORAGE_WAIT_MS);
    await keepAudit(storage, registerId, result, () => found.worker.host.save()).catch(() => undefined);
    clearTimeout(late);
    return result;
  } catch (error) {
    sendReport();
    throw error;
  } finally {
    clearTimeout(timer);
    worker?.end();
  }
}
